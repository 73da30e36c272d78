import Foundation
import Generating
import Grading
import Notation
import Proving
import Searching
import StarBattle
import TestSupport
import Testing

// What the page shows is compiled and run here. The snippet begins with the next line.
/// Some 8×8 puzzles, each solved by the rules, by exact search and by a proof.
func somePuzzles(_ count: Int) throws -> [String] {
  let grid = try Grid(side: 8, stars: 1)
  var generator = PuzzleGenerator(grid: grid)
  var grader = Grader()
  var solver = ExactSolver()
  let prover = Prover()
  var lines: [String] = []
  var number = 0
  while lines.count < count {
    number += 1
    guard let seed = Seed(number), let puzzle = generator.puzzle(seed: seed) else { continue }
    let grade = grader.grade(puzzle)
    let found = solver.count(puzzle, limit: 2)
    guard grade.isSolved, found.solutions.count == 1,
      case .unique(let solution) = prover.verdict(on: puzzle), solution == found.solutions[0]
    else { continue }
    let link = Notation.puzzlink.text(of: SBN(puzzle: puzzle)) ?? ""
    lines.append("\(SBN(puzzle: puzzle)) is \(grade.difficulty) of 10: \(link)")
  }
  return lines
}
// It ends here.

@Suite("The page on the library")
struct LibraryPageTests {
  @Test("shows what is compiled here, and that works")
  func snippet() throws {
    let lines = try somePuzzles(3)
    #expect(lines.count == 3)
    for line in lines {
      #expect(line.hasPrefix("8x1.") && line.contains("https://puzz.link/p?starbattle/8/8/1/"))
    }
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let begin = try #require(source.range(of: "begins with the next line.\n")).upperBound
    let end = try #require(source.range(of: "// It ends here.\n")).lowerBound
    let page = try String(
      contentsOf: Project.folder.appendingPathComponent("docs/library.md"), encoding: .utf8)
    let modules = ["Generating", "Grading", "Notation", "Proving", "Searching", "StarBattle"]
    let imports = modules.map { "import \($0)\n" }.joined()
    #expect(page.contains("```swift\n\(imports)\n\(source[begin..<end])```"))
  }
}
