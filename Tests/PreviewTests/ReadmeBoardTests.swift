import Drawing
import Foundation
import Generating
import Grading
import Notation
import Pipeline
import StarBattle
import TestSupport
import Testing

@Suite("The README's board")
struct ReadmeBoardTests {
  /// `RECORD=1 make test FILTER=ReadmeBoard` draws it anew.
  @Test("has the grade that is printed on it, is what its seed makes, and is in both drawings")
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
    var generator = PuzzleGenerator(grid: sbn.puzzle.grid)
    let seed = try #require(sbn.metadata.seed.flatMap { Seed($0) })
    #expect(generator.puzzle(seed: seed) == sbn.puzzle)
    let caption = "Difficulty \(grade.difficulty) of 10, rules up to level \(grade.level)"
    #expect(readme.contains(caption))
    var style = BoardSVG.Style()
    for name in ["docs/board.svg", "docs/board-solution.svg"] {
      let drawing = BoardSVG.document(sbn.puzzle, title: "board:0", style: style)
      if Effort.isRecording {
        try Data(drawing.utf8).write(to: Project.folder.appendingPathComponent(name))
      }
      #expect(try text(name) == drawing, "\(name)")
      style.solution = grade.solution
    }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Project.folder.appendingPathComponent(name), encoding: .utf8)
  }
}
