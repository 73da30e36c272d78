import Drawing
import Explaining
import Grading
import HouseSupport
import Pipeline
import StarBattle
import Testing

@Suite("Trace as text")
struct TraceTextTests {
  @Test("every line fits 80 columns at every size", arguments: TraceSamples.grids.map(\.0))
  func widths(side: Int) throws {
    for (grade, trace) in try TraceSamples.traces(side: side) {
      for language in HintLanguage.all {
        let lines = TraceText(language: language).lines(trace, grade: grade)
        let longest = lines.map { WrappedText.columns(of: $0[...]) }.max() ?? 0
        #expect(longest <= 80)
        #expect(lines.contains { $0.contains("│   ") })
        #expect(!lines.contains { $0.contains("\u{1B}") })
        #expect(lines.count { $0.hasPrefix("Cycle ") } == grade.cycles)
      }
    }
  }

  @Test("boards stand side by side up to 17×17, alone beyond, and never wider than asked")
  func layouts() throws {
    for (side, width, numbers) in [(8, 80, 2), (17, 80, 2), (25, 80, 1), (25, 111, 2), (25, 40, 1)]
    {
      let (grade, trace) = try #require(
        TraceSamples.traces(side: side).first)
      let lines = TraceText(width: width).lines(trace, grade: grade)
      #expect(lines.allSatisfy { $0.count <= width })
      let first = try #require(lines.first { $0.hasPrefix(" 1 ") })
      #expect(first.ranges(of: " 1 ").count == numbers, "\(first)")
    }
  }

  @Test("colour adds escape codes and nothing else")
  func colour() throws {
    for (grade, trace) in try TraceSamples.traces(side: 6) {
      let plain = TraceText().lines(trace, grade: grade)
      let coloured = TraceText(isColoured: true).lines(trace, grade: grade)
      #expect(coloured.contains { $0.contains("\u{1B}[") })
      #expect(coloured.map { $0.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") } == plain)
    }
  }

  @Test("boards can be drawn for every step")
  func everyStep() throws {
    for (grade, trace) in try TraceSamples.traces(side: 5) {
      let lines = TraceText(showsEveryStep: true).lines(trace, grade: grade)
      #expect(lines.count { $0.hasPrefix("Cycle ") } == trace.steps.count)
    }
  }

  @Test("the end says how it went")
  func verdicts() throws {
    var grader = Grader()
    let (solved, trace) = try #require(
      TraceSamples.traces(side: 5).first)
    #expect(
      TraceText().lines(trace, grade: solved).last?.hasPrefix("Solved in \(solved.cycles) cycle")
        == true)

    // Rows as regions: any arrangement of columns will do.
    let loose = grader.trace(try TraceSamples.puzzle("AAAA/BBBB/CCCC/DDDD"))
    let stuck = TraceText().lines(loose.trace, grade: loose.grade)
    #expect(stuck.contains { $0.hasPrefix("Stuck after ") && $0.hasSuffix("stay open.") })

    // Two regions of one cell touch.
    let broken = grader.trace(try TraceSamples.puzzle("ABCC/DDDC/DDDC/DCCC"))
    try #require(broken.grade.outcome == .contradiction)
    let text = TraceText().lines(broken.trace, grade: broken.grade)
    #expect(text.contains { $0.hasPrefix("No solution") })
    #expect(text.joined(separator: " ").contains(" would "), "\(text)")
  }
}
