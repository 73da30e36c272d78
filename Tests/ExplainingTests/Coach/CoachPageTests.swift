import Explaining
import Foundation
import Notation
import StarBattle
import TestSupport
import Testing

// What the page shows is compiled and run here. The snippet begins with the next line.
/// What to say to a player, and how much of it: where to look, which technique, what follows and
/// why.
func hint(for text: String, cells: [Int], depth: Hint.Depth) throws -> String {
  let puzzle = try SBN(text).puzzle
  // 0 nothing, 1 a star, 2 a mark, as apps keep them.
  let board = PlayerBoard(puzzle.grid, cells: cells.compactMap(PlayerBoard.Cell.init(rawValue:)))
  var coach = Coach()
  guard let board, let hint = try coach.hint(for: puzzle, on: board) else { return "Solved." }
  return hint.text(depth, in: .english)
}
// It ends here.

@Suite("The coach on the page on the library")
struct CoachPageTests {
  @Test("what it shows is compiled here, and works")
  func snippet() throws {
    let said = try Hint.Depth.allCases.map { depth in
      try hint(
        for: "5x1.ABCCCABBBCADDBBADEEEADDDD", cells: Array(repeating: 0, count: 25), depth: depth)
    }
    #expect(said[0].hasPrefix("Look at ") && Set(said).count == 3, "\(said)")
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let begin = try #require(source.range(of: "begins with the next line.\n")).upperBound
    let end = try #require(source.range(of: "// It ends here.\n")).lowerBound
    let page = try String(
      contentsOf: Project.folder.appendingPathComponent("docs/library.md"), encoding: .utf8)
    let imports = ["Explaining", "Notation", "StarBattle"].map { "import \($0)\n" }.joined()
    #expect(page.contains("```swift\n\(imports)\n\(source[begin..<end])```"))
  }
}
