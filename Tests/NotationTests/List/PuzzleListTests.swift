import Notation
import StarBattle
import Testing

@Suite("Lists of puzzles")
struct PuzzleListTests {
  @Test("a list gives its puzzles with their lines; comments, blanks and empty lines do not count")
  func list() throws {
    let text = """
      # Puzzles of the week

      \(Samples.text).s1
      \t \(Samples.text).s2   # not so easy
      #\(Samples.text).s3

      \(Samples.text.lowercased()).
      """
    let entries = Array(readPuzzles(text))
    #expect(entries.map(\.line) == [3, 4, 7])
    let texts = try entries.map { try $0.result.get().description }
    #expect(
      texts == ["\(Samples.text).s1", "\(Samples.text).s2", "\(Samples.text.lowercased())."])
  }

  @Test(
    "line ends may be LF, CRLF or CR, the last may be missing, and a byte order mark may come first",
    arguments: ["\n", "\r\n", "\r"])
  func lineEnds(end: String) throws {
    let one = Samples.text + ".s1"
    for text in ["\(one)\(end)\(one)", "\(one)\(end)\(one)\(end)", "\u{FEFF}\(one)\(end)\(one)"] {
      let entries = Array(readPuzzles(text))
      #expect(entries.map(\.line) == [1, 2])
      #expect(try entries.map { try $0.result.get().description } == [one, one])
    }
  }

  @Test("a board and lines of JSON may have CR alone as their line ends")
  func oldMac() throws {
    let board = "AABB\rAABB\rCCDD\rCCDD\r"
    let json = "{\"sbn\":\"\(Samples.text)\"}\r"
    let entries = Array(readPuzzles(board + "\r" + json + json))
    #expect(entries.map(\.line) == [1, 6, 7])
    for entry in entries { #expect(throws: Never.self) { try entry.result.get() } }
  }

  @Test("no-break spaces around a puzzle are blanks", arguments: ["", "  ", " \t"])
  func noBreakSpaces(blank: String) throws {
    let around = blank + "\u{A0}" + blank + "\u{A0}"
    for text in [around + Samples.text, Samples.text + around, around + Samples.text + around] {
      let entries = Array(readPuzzles(text))
      #expect(try entries.map { try $0.result.get().description } == [Samples.text])
    }
    for text in ["\(Samples.text)\(around)# 2 stars", "\"\(Samples.text)\"\(around),"] {
      let entries = Array(readPuzzles(text))
      #expect(try entries.map { try $0.result.get().description } == [Samples.text])
    }
    #expect(Array(readPuzzles("\u{A0}")).isEmpty)
    #expect(Array(readPuzzles("\u{A0}# a comment")).isEmpty)
    let inside = Samples.text.prefix(9) + "\u{A0}" + Samples.text.dropFirst(9)
    #expect(throws: NotationError.self) { try Array(readPuzzles(String(inside)))[0].result.get() }
  }

  @Test("every bad line is reported, and the good ones around it are read")
  func badLines() {
    let text = """
      \(Samples.text)
      5x1.AABBB
      almanac!

      ?
      \(Samples.text)
      """
    let entries = Array(readPuzzles(text))
    #expect(entries.map(\.line) == [1, 2, 3, 5, 6])
    #expect(entries.map { $0.notation?.id } == ["sbn", "sbn", "letters", nil, "sbn"])
    let complaints = entries.map { entry in
      if case .failure(let error) = entry.result { error.description } else { "" }
    }
    #expect(
      complaints == [
        "",
        "line 2, column 10: found the end of the line, expected a region letter A–Z (number 6 of 25)",
        "line 3, column 8: found “!”, expected a region letter A–Z",
        "line 5, column 1: found “?”, expected a puzzle in one of the notations SBN, f-puzzles, "
          + "puzz.link, Star Battle Lab, pzprv3, JSON, LEGUP, Table, Number grid, Task list, "
          + "Letter grid",
        "",
      ])
  }

  @Test("all notations may stand in one list")
  func mixed() throws {
    let grid = Samples.rows.joined(separator: "\n")
    let text = """
      \(grid)

      \(grid)
      # the same once more
      \(grid)
      551W7kxqe40
      6/6/1/4ilbhgdnmhou
      1,1,2,2,2,1,1,2,2,3,1,4,4,3,3,1,4,4,3,5,4,4,4,5,5
      \(grid)
      """
    let entries = Array(readPuzzles(text))
    #expect(entries.map(\.line) == [1, 7, 13, 18, 19, 20, 21])
    #expect(
      entries.map { $0.notation?.id } == [
        "letters", "letters", "letters", "starbattlelab", "puzzlink", "task", "letters",
      ])
    for entry in entries { _ = try entry.result.get() }
  }

  @Test("a bad letter grid is one mistake, not one a row")
  func badGrid() {
    let bad = "AABBB\nAABB\nAB#DE\nABCDE\nABCDE"
    let entries = Array(readPuzzles("\(bad)\n\n\(Samples.text)"))
    #expect(entries.map(\.line) == [1, 7])
    guard case .failure(let error) = entries[0].result else {
      Issue.record("a bad grid was read")
      return
    }
    #expect((error.line, error.column) == (2, 1))
  }

  @Test("a notation that is given is the one that is read")
  func given() {
    let entries = Array(readPuzzles("1,2,3\n\n\(Samples.text)", as: .sbn))
    #expect(entries.map { $0.notation } == [.sbn, .sbn])
    guard case .failure(let error) = entries[0].result else {
      Issue.record("a task list was read as SBN")
      return
    }
    #expect(error.column == 2)
    #expect(error.found == "“,”")
  }

  @Test("columns count characters, from the beginning of the line")
  func columns() {
    let entries = Array(readPuzzles("  5x1.AÄB\n"))
    guard case .failure(let error)? = entries.first?.result else {
      Issue.record("a letter that is none was read")
      return
    }
    #expect((error.line, error.column, error.found) == (1, 8, "“Ä”"))
  }

  @Test(
    "a text without puzzles gives none",
    arguments: ["", "\n\n", "  \t\r\n", "# nothing", "\u{FEFF}"])
  func nothing(text: String) {
    #expect(Array(readPuzzles(text)).isEmpty)
  }
}
