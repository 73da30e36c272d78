import Notation
import StarBattle
import TestSupport
import Testing

@Suite("Documents: JSON, tables, pzprv3 and LEGUP")
struct PuzzleDocumentTests {
  private let one = Samples.text + ".s1"
  private let two = Samples.text + ".s2"

  private func puzzles(_ text: String, stars: Int? = nil) -> [String] {
    readPuzzles(text, stars: stars).map { entry in
      switch entry.result {
      case .success(let sbn): "\(entry.line): \(sbn)"
      case .failure(let error): "\(entry.line): \(error)"
      }
    }
  }

  // MARK: - JSON

  @Test(
    "pack files, bundles, the app's packs, exported lines and lists give their puzzles in order")
  func packs() {
    let pack = "{\"id\":\"a\",\"name\":\"A {\\\"b\\\"}\",\"version\":1,\"free\":true,\"puzzles\":"
    let app = "{\"sbn\":\"\(one)\",\"solution\":[[0,1],[2,3]],\"difficulty\":7,\"band\":\"easy\"}"
    for text in [
      "\(pack)[\"\(one)\",\"\(two)\"]}", "\(pack)[\"\(one)\",\"\(two)\"]}\n\n",
      "{\"schema\":1,\"packs\":[\(pack)[\"\(one)\"]},\(pack)[\"\(two)\"]}]}",
      "\(pack)[\(app),{\"sbn\":\"\(two)\"}],\"gridSize\":5,\"stars\":1}",
      "[\"\(one)\",\"\(two)\"]", "[{\"sbn\":\"\(one)\"},{\"id\":3,\"sbn\":\"\(two)\"}]",
      "['\(one)', '\(two)',]  # mine",
    ] {
      #expect(puzzles(text) == ["1: \(one)", "1: \(two)"], "\(text)")
    }
    #expect(puzzles("{\"sbn\":\"\(one)\"}\n{\"sbn\":\"\(two)\"}") == ["1: \(one)", "2: \(two)"])
    #expect(
      puzzles("{\n  \"puzzles\": [\n    \"\(one)\",\n    \"\(two)\"\n  ]\n}\n\(one)")
        == ["3: \(one)", "4: \(two)", "7: \(one)"])
  }

  @Test(
    "what is converted into lines of JSON comes back from them, stars and all",
    arguments: Notation.all)
  func jsonLines(notation: Notation) throws {
    let sbn = try SBN("8x2.AABBCCDDAABBCCDDAABBCCDDAABBCCDDEEFFGGHHEEFFGGHHEEFFGGHHEEFFGGHH")
    guard let text = notation.text(of: sbn) else { return }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    let line = "{\"index\":0,\"text\":\"\(escaped)\"}"
    #expect(puzzles("\(line)\n\(line)") == ["1: \(sbn)", "2: \(sbn)"], "\(line)")
  }

  @Test(
    "boards of programs are read with their stars",
    arguments: [
      "[[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,3]]",
      "[\n  [0, 0, 1, 1],\n  [0, 0, 1, 1],\n  [2, 2, 3, 3],\n  [2, 2, 3, 3],\n]",
      "[\"AABB\",\"AABB\",\"CCDD\",\"CCDD\"]", "[\"1122\",\"1122\",\"3344\",\"3344\"]",
      "[[\"A\",\"A\",\"B\",\"B\"],[\"a\",\"A\",\"B\",\"B\"],[\"C\",\"C\",\"D\",\"D\"],"
        + "[\"C\",\"C\",\"D\",\"D\"]]",
      "[['red','red','b','b'],['red','red','b','b'],['c','c','X','X'],['c','c','X','X']]",
      "[1,1,2,2,1,1,2,2,3,3,4,4,3,3,4,4]",
      "{\"size\":4,\"stars\":1,\"regions\":[[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,3]]}",
      "{\"name\":\"x\",\"colorRegions\":[\"AABB\",\"AABB\",\"CCDD\",\"CCDD\"],\"size\":4}",
      "{\"regions\":\"AABB\\nAABB\\nCCDD\\nCCDD\",\"star_count\":1}",
      "{\"puzzles\":[{\"region_grid\":[[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,3]],\"stars\":1}]}",
      "{\"index\":0,\"notation\":\"task\",\"text\":\"1,1,2,2,1,1,2,2,3,3,4,4,3,3,4,4\"}",
      "{\"grid\":[[{\"region\":0},{\"region\":0},{\"region\":1},{\"region\":1}],[{\"region\":0},"
        + "{\"region\":0},{\"region\":1},{\"region\":1}],[{\"region\":2},{\"region\":2},"
        + "{\"region\":3},{\"value\":3,\"region\":3}],[{\"region\":2},{\"region\":2},"
        + "{\"region\":3},{\"region\":3}]]}",
    ])
  func boards(text: String) throws {
    let entries = Array(readPuzzles(text))
    #expect(entries.count == 1)
    let board = try Samples.puzzle("AABBAABBCCDDCCDD")
    #expect(try entries.first?.result.get().puzzle == board)
  }

  @Test("the stars of an object are its board's, wherever they stand, and win over those given")
  func stars() throws {
    let rows = (0..<9).map {
      "[" + Array(repeating: "\($0)", count: 9).joined(separator: ",") + "]"
    }
    let board = "[" + rows.joined(separator: ",") + "]"
    for (text, stars) in [
      ("{\"stars\":2,\"regions\":\(board)}", 2), ("{\"regions\":\(board),\"stars\":2}", 2),
      ("{\"regions\":\(board)}", 1), (board, 1), ("# 2 stars\n\(board)", 2),
    ] {
      #expect(
        try readPuzzles(text, stars: 1).first { _ in true }?.result.get().puzzle.grid.stars == stars
      )
    }
  }

  @Test("a bad puzzle of a pack is named at its place, and the others are read")
  func badPuzzles() {
    let text =
      "{\"id\":\"a\",\"puzzles\":[\"\(one)\",\"5x1.AB\",[[1,1],[1,x]],{\"a\":1},\"\(two)\"]}"
    let said = puzzles(text)
    #expect(said.count == 5)
    #expect(said.first == "1: \(one)")
    #expect(said.last == "1: \(two)")
    let column = 1 + text.utf8.count
    for (line, part) in zip(said.dropFirst(), ["letter A–Z (number 3", "“x”", "without a puzzle"]) {
      #expect(line.contains(part) && line.contains("line 1, column "), "\(line) \(column)")
    }
  }

  @Test("stars that are no whole number spoil the board beside them, and nothing else")
  func badStars() {
    let board = "[[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,3]]"
    for stars in ["2.5", "1e9", "99999999999999999999", "-1", "true"] {
      let said = puzzles(
        "[{\"stars\":\(stars),\"regions\":\(board)},\n"
          + "{\"sbn\":\"\(one)\",\"stars\":\(stars)},\n\"\(two)\"]")
      #expect(said.count == 3, "\(said)")
      #expect(said.first?.hasPrefix("1: line 1, column 1") == true, "\(said)")
      #expect(said.first?.contains("whole number") == true, "\(said)")
      // SBN says its stars itself: there, the member is of something else.
      #expect(said.dropFirst() == ["2: \(one)", "3: \(two)"])
    }
  }

  @Test("stars may be in quotation marks; lists and other texts of that name are something else")
  func textualStars() {
    let rows = (0..<8).map { row in "[\((0..<8).map { _ in "\(row)" }.joined(separator: ","))]" }
    let board = "[\(rows.joined(separator: ","))]"
    let texts = ["\"2\"", "2", "null", "[[0,1]]", "{}", "\"0,2;1,4\"", "-1,\"starsPerRow\":2"]
    let said = texts.flatMap { stars in puzzles("{\"stars\":\(stars),\"regions\":\(board)}") }
    #expect(
      said.map { String($0.prefix(6).suffix(3)) } == [
        "8x2", "8x2", "8x1", "8x1", "8x1", "8x1", "8x2",
      ])
  }

  @Test(
    "what is no JSON is one mistake, and what comes behind it is read",
    arguments: [
      "{\"sbn\":\"5x1", "{\"id\":1,,}x", "{", "[", "[[[[[[[[[[[[[[[[[[[[[[", "{\"puzzles\":[",
      "{\n  \"a\": nonsense!,\n  \"b\": [\n    1\n  ]\n}", "[\n  [1, 1,\n  [2]\n}\n]", "{1:2}",
      "{\"sbn\" \"x\"}", "[1,1,2",
    ])
  func broken(text: String) {
    let said = puzzles("\(text)\n\n\(one)")
    #expect(said.count == 2, "\(said)")
    #expect(said.first?.contains(", expected ") == true, "\(said)")
    let line = text.split(separator: "\n").count + 2
    #expect(said.last == "\(line): \(one)", "\(said)")
  }

  @Test("JSON of other things is refused by what is missing")
  func others() {
    #expect(
      puzzles("{\"intro\":1,\"1star-5x5\":2}") == [
        "1: line 1, column 1: found an object without a puzzle, expected a member “puzzles”, “sbn” "
          + "or “regions”"
      ])
    #expect(puzzles("[true]").first?.contains("expected a puzzle: a text in quotation") == true)
    #expect(puzzles("[]").isEmpty)
  }

  @Test("a line of many puzzles, and many unclosed brackets, take linear time")
  func linearTime() {
    // Unoptimised, everything takes fifty times as long.
    #if DEBUG
      let size = 1 << 16
    #else
      let size = 1 << 20
    #endif
    let many = "[" + Array(repeating: "\"\(one)\"", count: size / 32).joined(separator: ",") + "]"
    let time = ContinuousClock().measure {
      #expect(readPuzzles(many).reduce(0) { count, _ in count + 1 } == size / 32)
      for word in [
        "[", "{", "[\n", "[1,\n", "[[1],\n", "{\"puzzles\":[\n", "{\"a\":", "\"", "<", "[]\n",
      ] {
        let text = String(repeating: word, count: size / word.utf8.count)
        for entry in readPuzzles(text) {
          if case .success = entry.result { Issue.record("\(word) was read") }
        }
      }
      let legup = "<?xml?>\n" + String(repeating: "<cell\n", count: size / 8)
      #expect(readPuzzles(legup).reduce(0) { count, _ in count + 1 } == 1)
      let unclosed = String(repeating: "<puzzle \"a=", count: 60_000 / 11) + "\n"
      let values = "<?xml?>\n" + String(repeating: unclosed, count: size / 60_000)
      #expect(readPuzzles(values).reduce(0) { count, _ in count + 1 } == 1)
    }
    #expect(time < .seconds(60))
  }

  // MARK: - Tables

  @Test("the column of puzzles is found, whatever stands between the fields")
  func tables() {
    let head = "id,sbn,size\n1,\(one),5\n2,\"\(two)\",5"
    for text in [head, head.replacing(",", with: ";"), head.replacing(",", with: "\t")] {
      #expect(puzzles(text) == ["2: \(one)", "3: \(two)"], "\(text)")
    }
    let tasks = "\"SBN\",\"by\"\n\"1,1,2,2,1,1,2,2,3,3,4,4,3,3,4,4\",\"a, b\"\n\n\(one)"
    #expect(puzzles(tasks) == ["2: 4x1.AABBAABBCCDDCCDD", "4: \(one)"])
    let bad = puzzles("id,sbn\n1\n2,5x1.AB\n3,\(one)")
    #expect(
      bad[0] == "2: line 2, column 2: found a row of 1 field, expected the field “sbn”, which "
        + "is number 2")
    #expect(bad[1].hasPrefix("3: line 3, column 9: found the end of the line"), "\(bad)")
    #expect(bad[2] == "4: \(one)")
  }

  @Test("a `#` in a field of a table is text, and begins a comment behind the last one")
  func tableWithSigns() {
    let rows = [
      "1,My puzzle #1,\(one)", "2,\"My puzzle #2, with 3 stars\",\(two)",
      "3,#3,\(one)  # the first again", "4,\"# 4 stars\",\"\(two)\"  # ends, soon",
    ]
    #expect(
      puzzles((["id,title,sbn  # my puzzles"] + rows).joined(separator: "\n"))
        == ["2: \(one)", "3: \(two)", "4: \(one)", "5: \(two)"])
    let letters = "AAAABBBBCCCCDDDD"
    let stars = readPuzzles("sbn,by\n\(letters),\"# 9 stars\"  # 1 star", stars: 2)
      .map { try? $0.result.get().puzzle.grid.stars }
    #expect(stars == [1])
    let titled = readPuzzles("title,sbn\nNumber #2 stars,\(letters)", stars: 1)
      .map { try? $0.result.get().puzzle.grid.stars }
    #expect(titled == [1])
  }

  // MARK: - pzprv3

  @Test("pzprv3 is read as a file, with an answer or without, and in one line")
  func pzprv3() throws {
    let board = ["0 0 1 1 ", "0 0 1 1 ", "2 2 3 3 ", "2 2 3 3 "]
    let head = ["pzprv3", "starbattle", "4", "4", "1", "4"]
    let answer = [". + . . ", "# . . + ", "+ . . . ", ". . + . "]
    let sbn = "4x1.AABBAABBCCDDCCDD"
    for lines in [head + board, head + board + answer, ["pzprv3.1"] + head.dropFirst() + board] {
      #expect(puzzles(lines.joined(separator: "\n")) == ["1: \(sbn)"])
      #expect(puzzles(lines.joined(separator: "/") + "/") == ["1: \(sbn)"])
      let two = puzzles(lines.joined(separator: "\r\n") + "\r\n\r\n\(one)")
      #expect(two.count == 2 && two[0] == "1: \(sbn)" && two[1].hasSuffix(one), "\(two)")
    }
    #expect(
      Notation.pzprv3.text(of: try SBN(sbn))?.hasPrefix((head + board).joined(separator: "\n"))
        == true)
    let other = puzzles("pzprv3\nsudoku\n9")
    #expect(
      other == ["1: line 2, column 1: found “sudoku”, expected “starbattle”: a puzzle of this kind"]
    )
    #expect(
      puzzles((head + board.prefix(2)).joined(separator: "\n"))
        == [
          "1: line 8, column 8: found the end of the line, expected row 3 of 4 rows of region numbers"
        ])
  }

  // MARK: - LEGUP

  @Test("LEGUP's regions are read, in lines or in one, and other puzzles of it are refused")
  func legup() throws {
    var generator = ReplaySeed(0x1E6).generator
    for _ in 0..<100 {
      let puzzle = RandomBoards.puzzle(sides: 4...14, using: &generator)
      let file = Samples.legup(puzzle)
      let comment = file.replacing("<puzzle", with: "<!-- <cell x=\"99\"/>\n # -->\n<puzzle")
      for text in [file, file.replacing("\n", with: " "), comment] {
        let entries = Array(readPuzzles("\(text)\n\(one)"))
        #expect(entries.map { $0.notation } == [.legup, .sbn])
        #expect(try entries.first?.result.get().puzzle == puzzle)
      }
    }
    let file = Samples.legup(try Samples.puzzle(Samples.letters))
    #expect(
      puzzles(file.replacing("StarBattle", with: "LightUp")) == [
        "1: line 3, column 3: found a LEGUP puzzle of the kind “LightUp”, expected one of the kind "
          + "“StarBattle”"
      ])
    #expect(
      puzzles(file.replacing("x=\"4\" y=\"4\"", with: "x=\"5\" y=\"4\"")).first?
        .contains("found a cell at x 5 and y 4, expected x and y of 0…4") == true)
    #expect(
      puzzles(file.replacing("x=\"4\" y=\"4\"", with: "x=\"3\" y=\"4\"")).first?
        .contains("the cell at x 3 and y 4 once more") == true)
    #expect(
      puzzles("<?xml version=\"1.0\"?>\n<svg/>") == [
        "1: line 1, column 1: found XML without a LEGUP board, expected <board size=\"…\"> in a LEGUP "
          + "file"
      ])
  }
}
