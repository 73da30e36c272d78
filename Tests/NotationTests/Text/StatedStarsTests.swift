import Notation
import StarBattle
import Testing

@Suite("Stars in a comment")
struct StatedStarsTests {
  private let rows = "ABCDEFGHI".map { String(repeating: $0, count: 9) }

  @Test(
    "a 9×9 board of two stars stays one through every notation without a place for stars",
    arguments: [Notation.letters, .numbers, .task])
  func roundTrip(notation: Notation) throws {
    let letters = rows.joined()
    let two = SBN(puzzle: try Samples.puzzle(letters, stars: 2))
    let text = try #require(notation.text(of: two))
    #expect(text.split(separator: "\n").first?.hasSuffix("  # 2 stars") == true)
    #expect(try notation.read(text).puzzle == two.puzzle)
    #expect(try notation.read(text, stars: 1).puzzle == two.puzzle)
    let one = SBN(puzzle: try Samples.puzzle(letters, stars: 1))
    #expect(notation.text(of: one)?.contains("#") == false)
    let list = "\(text)\n\n\(notation.text(of: one) ?? "")\n\n\(text)"
    #expect(try readPuzzles(list).map { try $0.result.get().puzzle.grid.stars } == [2, 1, 2])
  }

  @Test(
    "it is said in several ways, behind the first line or right above",
    arguments: ["2 stars", "2★", "stars: 2", "stars=2", "STARS 2", "2  ★", "2 Star"])
  func words(words: String) throws {
    let board = rows.joined(separator: "\n")
    for text in ["# \(words)\n\(board)", "#\(words)\n# by me\n\(board)"] {
      #expect(try Notation.letters.read(text).puzzle.grid.stars == 2, "\(text)")
    }
    let behind = ([rows[0] + " # \(words)"] + rows.dropFirst()).joined(separator: "\n")
    #expect(try Notation.letters.read(behind).puzzle.grid.stars == 2)
  }

  @Test("a comment that says more, or stands apart, says nothing about stars")
  func others() throws {
    let board = rows.joined(separator: "\n")
    for text in [
      "# 2 stars\n\n\(board)", "# the 2 stars\n\(board)", "# 2\n\(board)", "# stars\n\(board)",
      "# 2 stars each\n\(board)", "# two stars\n\(board)",
    ] {
      #expect(try Notation.letters.read(text).puzzle.grid.stars == 1, "\(text)")
    }
  }

  @Test("a quota that the board cannot have is refused")
  func impossible() {
    let board = rows.joined(separator: "\n")
    #expect(
      Samples.complaint("# 7 stars\n\(board)", as: .letters)
        == "line 2, column 1: found 7 stars, expected 1…2 stars in each row, column and region of a "
        + "9×9 board")
  }

  @Test("a notation that says its stars is not changed by a comment")
  func stated() throws {
    #expect(try Notation.sbn.read("# 3 stars\n\(Samples.text) # 4 stars").puzzle.grid.stars == 1)
  }
}
