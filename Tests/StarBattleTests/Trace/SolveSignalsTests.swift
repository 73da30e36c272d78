import StarBattle
import Testing

@Suite("What can be counted of a solve")
struct SolveSignalsTests {
  private let puzzle: Puzzle

  init() throws { puzzle = try board("AABBB", "AABBB", "CCDDD", "CCDDE", "EEEEE") }

  private func step(
    _ rule: String, _ cycle: Int, level: Int = 1, _ containers: [Container] = [],
    marks: [Int], chain: [Step]? = nil, sum: [Addend] = []
  ) -> Step {
    Step(
      rule: rule, level: level, cycle: cycle, containers: containers, cells: [], marks: marks,
      assumption: chain.map {
        Assumption(
          cell: 0, chain: $0, failure: Failure(rule: "direct.forced", containers: [.row(0)]))
      }, sum: sum)
  }

  @Test("each cycle has its open cells, places, cells and the parts of its shortest argument")
  func cycles() {
    let link = step("direct.neighbours", 0, marks: [9])
    let trace = Trace(
      puzzle: puzzle,
      steps: [
        step("direct.neighbours", 0, marks: [0, 1]),
        step("direct.neighbours", 0, marks: [2]),
        step("counting.marks", 1, level: 5, [.row(0), .row(1), .region(0)], marks: [3, 4]),
        step("counting.marks", 1, level: 5, [.row(0), .region(0)], marks: [5]),
        step("hypothetical.chained", 2, level: 12, [.row(0)], marks: [6], chain: [link, link]),
        step("direct.neighbours", 3, marks: [7]),
      ])
    let signals = SolveSignals(trace)
    #expect(signals.cycles.map(\.open) == [25, 22, 19, 18])
    #expect(signals.cycles.map(\.places) == [2, 2, 1, 1])
    #expect(signals.cycles.map(\.cells) == [3, 3, 1, 1])
    #expect(signals.cycles.map(\.parts) == [1, 2, 3, 1])
    #expect(signals.narrowest == 1)
    #expect(
      signals.text == #"{"narrowest":1,"levels":{"1":2,"5":1,"12":1},"#
        + #""rules":["direct.neighbours","counting.marks","hypothetical.chained"],"#
        + #""cycles":[[0,25,2,3,1],[1,22,2,3,2],[2,19,1,1,3],[0,18,1,1,1]]}"#)
  }

  @Test("a trace without steps has nothing to count")
  func nothing() {
    let signals = SolveSignals(Trace(puzzle: puzzle, steps: []))
    #expect(signals.text == #"{"narrowest":0,"levels":{},"rules":[],"cycles":[]}"#)
  }

  @Test("a sum has the parts that are added up")
  func sum() {
    let sum = [
      Addend(.container(.row(0)), times: 1), Addend(.container(.region(1)), times: -1),
      Addend(.tile(3), times: 1),
    ]
    #expect(step("sum.few", 0, level: 8, [.row(0), .region(1)], marks: [1], sum: sum).parts == 3)
  }
}
