import Notation
import StarBattle
import TestSupport
import Testing

@Suite("Players' boards as text")
struct PlayerBoardReadingTests {
  private let puzzle: Puzzle

  init() throws {
    puzzle = try SBN("5x1.AABBBAABBCADDCCADDCEDDDEE").puzzle
  }

  /// `.`, `*` and `x` for the cells of a board.
  private func read(_ text: String) throws -> String {
    try PlayerBoard(reading: text, of: puzzle).cells.map { cell in
      switch cell {
      case .open: "."
      case .star: "*"
      case .mark: "x"
      }
    }.joined()
  }

  private static let board = "*xx..xx........x......x.."

  @Test(
    "every form of one board is read",
    arguments: [
      "[1,2,2,0,0,2,2,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,2,0,0]",
      " [ 1, 2, 2, 0, 0,\n 2,2,0,0,0, 0,0,0,0,0, 2,0,0,0,0, 0,0,2,0,0 ]\n",
      "[[1,2,2,0,0],[2,2,0,0,0],[0,0,0,0,0],[2,0,0,0,0],[0,0,2,0,0]]",
      "\"[1,2,2,0,0,2,2,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,2,0,0]\"",
      "*xx../xx.../...../x..../..x..",
      "*xx..\nxx...\n.....\nx....\n..x..\n",
      "*xx..\r\nXX...\r\n.....\r\nx....\r\n..x..\r\n",
      "* x x . .|x x . . .|. . . . .|x . . . .|. . x . .",
      "*xx..xx........x......x..",
      "12200/22000/00000/20000/00200",
      "*xxBB/xxBBC/ADDCC/xDDCE/DDxEE",
      "★··bb/··bbc/addcc/·ddce/dd·ee",
      """
           1   2   3   4   5
         ┌───────┬───────────┐
       1 │ *   · │ ·         │
         │       │       ┌───┤
       2 │ ·   · │       │   │
         │   ┌───┴───┐   │   │
       3 │   │       │       │
         │   │       │   ┌───┤
       4 │[×]│       │   │   │
         ├───┘       ├───┘   │
       5 │         · │ o     │
         └───────────┴───────┘
      """,
      """
          1 2 3 4 5
         ┌───┬─────┐
       1 │* ·│·    │
         │   │   ┌─┤
       2 │· ·│   │ │
         │ ┌─┴─┐ │ │
       3 │ │   │   │
         │ │   │ ┌─┤
       4 │×│   │ │ │
         ├─┘   ├─┘ │
       5 │    ·│?  │
         └─────┴───┘
      """,
      "   12345\n 1 *··bb\n 2 ··bbc\n 3 aDdcc\n 4 ×ddce\n 5 dd·ee",
    ])
  func forms(text: String) throws {
    // What literals here have in front of every line is not in the text.
    #expect(try read(text) == Self.board, "\(text)")
  }

  @Test(
    "what is no board is refused with its place",
    arguments: [
      ("", "line 1, column 1: found 0 rows, expected 5 rows"),
      ("[1,2", "found the end of the line, expected “]”"),
      ("[1,3]", "line 1, column 4: found “3”, expected 0 for nothing"),
      ("[1,2]", "found 2 cells, expected 25 cells, as the puzzle is 5×5"),
      ("[12]", "line 1, column 3: found “2”, expected “,”"),
      ("[[[1]]]", "line 1, column 3: found “[”"),
      ("[1,2] x", "line 1, column 7: found “x”, expected nothing behind the list"),
      ("*xx..\nxx..", "line 2, column 5: found a row of 4 cells, expected 5 cells a row"),
      ("*xx..\nxx...", "found 2 rows, expected 5 rows"),
      ("*xx..\nxx.#.\n.....\nx....\n..x..", "line 2, column 4: found “#”, expected “*”"),
      ("*xxAB/xxBBC/ADDCC/xDDCE/DDxEE", "line 1, column 4: found “A”, expected “*”"),
      ("*·xBB/xxBBC/ADDCC/xDDCE/DDxEE", "line 1, column 3: found “x”, expected “*”"),
    ])
  func refused(text: String, words: String) {
    do {
      _ = try read(text)
      Issue.record("read: \(text)")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  @Test("in a puzzle with a region X, x is a mark unless marks are drawn")
  func regionX() throws {
    let grid = try Grid(side: 24, stars: 1)
    let rows = try Puzzle(grid: grid, regions: (0..<576).map { $0 / 24 })
    let row = String(repeating: ".", count: 24)
    var lines = Array(repeating: row, count: 24)
    lines[23] = "xX" + row.dropFirst(2)
    let typed = try PlayerBoard(reading: lines.joined(separator: "\n"), of: rows)
    #expect(typed.marks == [552, 553])
    lines[0] = "·" + row.dropFirst()
    let drawn = try PlayerBoard(reading: lines.joined(separator: "\n"), of: rows)
    #expect(drawn.marks == [0])
    // A board as “convert --to letters” writes it has nothing on it.
    for region in lines.indices {
      lines[region] = String(repeating: Character(Unicode.Scalar(UInt8(65 + region))), count: 24)
    }
    let letters = try PlayerBoard(reading: lines.joined(separator: "\n"), of: rows)
    #expect(letters.marks.isEmpty && letters.stars.isEmpty)
  }

  @Test("no text hangs or traps")
  func hostile() throws {
    var random = ReplaySeed(2101).generator
    let signs = Array(
      "[],0123456789*x.·×★/|\n\r\t \"'│┌─oO?AaBbZzé\u{0}\u{FEFF}\u{1F600}".unicodeScalars)
    for _ in 0..<(Effort.isSoak ? 200_000 : 5000) {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.below(60) { text.append(signs[random.below(signs.count)]) }
      _ = try? PlayerBoard(reading: String(text), of: puzzle)
    }
    for sign in ["[", "/", "|", "/ "] {
      #expect(throws: NotationError.self) {
        _ = try read(String(repeating: sign, count: 1_000_000))
      }
    }
  }
}
