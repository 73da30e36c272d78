import Drawing
import Foundation
import Grading
import Notation
import Pipeline
import TestSupport
import Testing

@Suite("The README's board")
struct ReadmeBoardTests {
  @Test("has the grade that is printed on it, and is the one in both drawings")
  func board() throws {
    let readme = try text("README.md")
    let line = try #require(readme.split(separator: "\n").first { $0.hasPrefix("10x2.") })
    let sbn = try SBN(String(line))
    var grader = Grader()
    let grade = grader.grade(sbn.puzzle)
    #expect(
      [grade.difficulty, grade.level, grade.cycles] == [
        sbn.metadata.difficulty, sbn.metadata.level, sbn.metadata.cycles,
      ])
    let caption = "Difficulty \(grade.difficulty) of 10, rules up to level \(grade.level)"
    #expect(readme.contains(caption))
    var style = BoardSVG.Style()
    for name in ["docs/board.svg", "docs/board-solution.svg"] {
      #expect(
        try text(name) == BoardSVG.document(sbn.puzzle, title: "board:0", style: style), "\(name)")
      style.solution = grade.solution
    }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Project.folder.appendingPathComponent(name), encoding: .utf8)
  }
}
