import Grading
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Failures of traces")
struct FailureTests {
  @Test("a contradiction always names containers that cannot have their stars")
  func located() {
    var random = ReplaySeed(71).generator
    var grader = Grader()
    var count = 0
    for _ in 0..<3000 {
      let puzzle = RandomBoards.puzzle(sides: 4...9, using: &random)
      for level in [3, 7, 8, 12, 13] {
        let (grade, trace) = grader.trace(puzzle, highestLevel: level)
        #expect((grade.outcome == .contradiction) == (trace.failure != nil), "\(puzzle)")
        guard let failure = trace.failure else { continue }
        count += 1
        #expect(!failure.containers.isEmpty)
        #expect(Rule.ladder.contains { $0.id == failure.rule })
        if failure.containers.count == 1 {
          #expect(!canComplete(failure.containers[0], after: trace), "\(failure) \(puzzle)")
        }
      }
    }
    #expect(count > 1000)
  }

  @Test("stars that touch in the last cycle are a failure too")
  func touching() throws {
    let puzzle = try Puzzle(
      grid: Grid(side: 6, stars: 1), regions: Array("ABBBCDABBBCDABEBCDEEEBFFEEEFFFEEFFFF".utf8))
    var grader = Grader()
    let (grade, trace) = grader.trace(puzzle)
    #expect(grade.outcome == .contradiction)
    let failure = try #require(trace.failure)
    #expect(!failure.containers.isEmpty)
  }

  /// Whether a container can still have its stars, tried by hand: stars that touch no other, on
  /// cells that are open.
  private func canComplete(_ container: Container, after trace: Trace) -> Bool {
    let puzzle = trace.puzzle
    let stars = Set(trace.steps.flatMap(\.stars))
    let marks = Set(trace.steps.flatMap(\.marks)).subtracting(stars)
    func touches(_ cell: Int, _ stars: Set<Int>) -> Bool {
      puzzle.grid.neighbours(of: cell).contains { stars.contains($0) }
    }
    let cells = container.cells(in: puzzle)
    let own = cells.filter { stars.contains($0) }
    if own.contains(where: { touches($0, stars) }) || own.count > puzzle.grid.stars {
      return false
    }
    let open = cells.filter { !stars.contains($0) && !marks.contains($0) && !touches($0, stars) }
    func fits(_ need: Int, _ rest: ArraySlice<Int>, _ chosen: Set<Int>) -> Bool {
      if need == 0 { return true }
      for index in rest.indices where !touches(rest[index], chosen) {
        let next = chosen.union([rest[index]])
        if fits(need - 1, rest[(index + 1)...], next) { return true }
      }
      return false
    }
    return fits(puzzle.grid.stars - own.count, open[...], [])
  }
}
