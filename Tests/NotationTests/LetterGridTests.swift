import Notation
import StarBattle
import Testing

@Suite("Letter grid")
struct LetterGridTests {
  private let grid = Samples.rows.joined(separator: "\n")

  @Test("a board is written as rows without a line end after the last, and read")
  func vector() throws {
    let puzzle = try Samples.puzzle(Samples.letters)
    #expect(Notation.letters.text(of: SBN(puzzle: puzzle)) == grid)
    #expect(try Notation.letters.read(grid).puzzle == puzzle)
  }

  @Test("blanks between letters, comments after rows, either case and CRLF are read")
  func forms() throws {
    let spaced = """
      # a board
        A A B B B   # its first row
        a\ta b b c\r
        ADDCC
        A D DCE
        dddee
      """
    #expect(try Notation.letters.read(spaced).puzzle == Samples.puzzle(Samples.letters))
  }

  @Test("stars are those given apart, else the usual ones of the side")
  func stars() throws {
    let rows = "ABCDEFGHIJ".map { String(repeating: $0, count: 10) }.joined(separator: "\n")
    #expect(try Notation.letters.read(rows).puzzle.grid.stars == 2)
    #expect(try Notation.letters.read(rows, stars: 1).puzzle.grid.stars == 1)
  }

  @Test(
    "what is not a board is refused at its row",
    arguments: [
      ("AAB", "line 1, column 1: found a 3×3 board, expected a side of 4…25 cells"),
      ("AABB\nAAB", "line 2, column 1: found a row of 3 letters, expected 4 letters, as in the"),
      ("AABB\nAABBB", "line 2, column 1: found a row of 5 letters, expected 4 letters"),
      ("AABB\nAABB", "line 2, column 1: found 2 rows, expected 4 rows, as many as there are"),
      ("AABB", "line 1, column 1: found 1 row, expected 4 rows, as many as there are"),
      ("AABB\nAABB\nCCDD\nCCDD\nCCDD", "line 5, column 1: found one more row, expected 4 rows"),
      ("AABB\nAA#B\nCCDD\nCCDD", "line 2, column 3: found “#”, expected a region letter A–Z"),
      ("AABB\n  AA1B\nCCDD\nCCDD", "line 2, column 5: found “1”, expected a region letter A–Z"),
      ("AABB\n  ABBA\nCCDD\nCCDD", "line 2, column 6: found a region in pieces: row 2, column 4"),
      ("AABB\nAABB\nCCCC\nCCCC", "line 1, column 1: found 3 regions, expected exactly 4 regions"),
    ])
  func refusals(text: String, complaint: String) {
    let said = Samples.complaint(text, as: .letters) ?? "nothing"
    #expect(said.hasPrefix(complaint), "said: \(said)")
  }
}
