import Notation
import StarBattle
import TestSupport
import Testing

@Suite("puzz.link")
struct PuzzLinkTests {
  private let link = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou"

  @Test("a known link is read and written")
  func knownLink() throws {
    let puzzle = try Samples.puzzle("000111011122033442553342544442522222")
    #expect(try Notation.puzzlink.read(link).puzzle == puzzle)
    #expect(Notation.puzzlink.text(of: SBN(puzzle: puzzle)) == link)
  }

  @Test(
    "any host, path and scheme is read, and the bare part of a link",
    arguments: [
      "http://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
      "https://pzv.jp/p.html?starbattle/6/6/1/4ilbhgdnmhou",
      "https://example.org/a/b/c?starbattle/6/6/1/4ilbhgdnmhou",
      "starbattle/6/6/1/4ilbhgdnmhou", "6/6/1/4ilbhgdnmhou",
      "https://puzz.link/p?starbattle_edit/6/6/1/4ilbhgdnmhou",
      "https://puzz.link/p?starbattle/v:/6/6/1/4ilbhgdnmhou",
      "https://puzz.link/p?m+starbattle/6/6/1/4ilbhgdnmhou",
      "https://puzz.link/p?e+starbattle/6/6/1/4ilbhgdnmhou/",
      "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou/",
      "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou#top",
      "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou/&utm=x",
      "https://puzz.link/p?starbattle%2F6%2F6%2f1%2F4ilbhgdnmhou",
      "https://example.org/?url=https%3A%2F%2Fpuzz.link%2Fp%3Fstarbattle%2F6%2F6%2F1%2F4ilbhgdnmhou",
      "puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
      "www.puzz.link/p.html?starbattle/6/6/1/4ilbhgdnmhou",
      "HTTPS://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
      "<https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou>",
      "[solve me](https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou)",
      "`puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou`",
      "\"https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou\",",
      "starbattle_edit/6/6/1/4ilbhgdnmhou",
    ])
  func forms(text: String) throws {
    let read = try Notation.puzzlink.read(text)
    #expect(read.puzzle == (try Notation.puzzlink.read(link)).puzzle)
    #expect(read.metadata == SBN.Metadata())
    let entry = try #require(Array(readPuzzles(text)).first)
    #expect(entry.notation == .puzzlink)
  }

  @Test("a line that cuts nothing off is no border")
  func danglingLine() throws {
    // Four 2×2 regions, and a line between the first two cells, which their lower neighbours join.
    let right = "110010010010"
    let below = "000011110000"
    let text = "4/4/1/" + packed(right) + packed(below)
    #expect(try Notation.puzzlink.read(text).puzzle == Samples.puzzle("AABBAABBCCDDCCDD"))
  }

  @Test(
    "what is not a board is refused, with the place and the number found",
    arguments: [
      ("6/5/1/4ilbhgdnmhou", "column 3: found a board of 6 columns and 5 rows, expected as many"),
      ("5/6/1/4ilbhgdnmhou", "column 3: found a board of 5 columns and 6 rows, expected as many"),
      ("6/6/2/4ilbhgdnmhou", "column 5: found 2 stars, expected 1 star in each row"),
      ("26/26/2/0", "column 1: found a 26×26 board, expected a side of 4…25 cells"),
      (
        "6/6/1/4ilbhgdnmho",
        "column 18: found the end of the line, expected 0–9 or a–v (character 6"
      ),
      ("6/6/1/4ilbhgdnmhouu", "column 19: found “u”, expected the end of the link"),
      ("6/6/1/4ilBhgdnmhou", "column 10: found “B”, expected 0–9 or a–v (character 4 of 6"),
      ("6/6/1/000000000000", "column 7: found 1 region, expected exactly 6 regions on a 6×6 board"),
      (
        "6/6/1/vvvvvvvvvvvv",
        "column 7: found 36 regions, expected exactly 6 regions on a 6×6 board"
      ),
      ("4/4/1/000vv7", "column 12: found “7”, expected a character whose right 3 bits are 0"),
      ("6/6/1", "column 6: found the end of the line, expected “/”"),
      ("6/", "column 3: found the end of the line, expected the number of rows"),
      ("https://puzz.link/p", "column 20: found the end of the line, expected “?starbattle/”"),
      ("https://puzz.link/p?sudoku/9/9/0", "column 21: found “sudoku”, expected “starbattle/”: a"),
      ("99999999999999999999/6/1/0", "column 1: found “99999999999999999999”, expected the number"),
    ])
  func refusals(text: String, complaint: String) {
    let said = Samples.complaint(text, as: .puzzlink) ?? "nothing"
    #expect(said.hasPrefix("line 1, \(complaint)"), "said: \(said)")
  }

  /// Bits as links pack them, written out apart from the code under test.
  private func packed(_ bits: String) -> String {
    var bits = bits
    while bits.count % 5 != 0 { bits += "0" }
    var text = ""
    while !bits.isEmpty {
      text += String(Int(bits.prefix(5), radix: 2) ?? 0, radix: 32)
      bits.removeFirst(5)
    }
    return text
  }

  @Test("300 random boards have the link that a plain packing gives")
  func plainPacking() {
    var generator = ReplaySeed(0x71A5).generator
    for _ in 0..<300 {
      let puzzle = RandomBoards.puzzle(using: &generator)
      let side = puzzle.grid.side
      let rows = (0..<side).map { row in
        Array(puzzle.regions[row * side..<row * side + side])
      }
      let right = rows.map { row in
        zip(row, row.dropFirst()).map { $0 == $1 ? "0" : "1" }.joined()
      }
      let below = zip(rows, rows.dropFirst()).map { upper, lower in
        zip(upper, lower).map { $0 == $1 ? "0" : "1" }.joined()
      }
      let borders = packed(right.joined()) + packed(below.joined())
      let link = "https://puzz.link/p?starbattle/\(side)/\(side)/\(puzzle.grid.stars)/\(borders)"
      #expect(Notation.puzzlink.text(of: SBN(puzzle: puzzle)) == link)
    }
  }
}
