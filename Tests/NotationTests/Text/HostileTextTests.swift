import Notation
import StarBattle
import TestSupport
import Testing

/// Whatever is fed in, each entry is a puzzle that is well formed or an error with a place.
@Suite("Hostile texts")
struct HostileTextTests {
  @Test("random bytes are refused at a place", arguments: [nil] + Notation.all.map(\.id))
  func randomBytes(id: String?) {
    var generator = ReplaySeed(0xBAD1).generator
    for _ in 0..<1_500 {
      let bytes = (0..<generator.below(80)).map { _ in UInt8(generator.below(256)) }
      check(bytes, as: id.flatMap(Notation.named))
    }
  }

  @Test("rows without cells are refused before there are more than a board has cells")
  func emptyRows() {
    for row in ["[]", "[1],[]"] {
      let text = "[[1]," + String(repeating: row + ",", count: 5000) + "[]]"
      let entries = Array(readPuzzles(Array(text.utf8)))
      #expect(entries.count == 1)
      guard case .failure(let error)? = entries.first?.result else {
        Issue.record("\(row) is read")
        continue
      }
      #expect(error.expected == "at most 625 rows" && error.column < 5000, "\(error)")
    }
  }

  @Test("random words of the notations' own characters are read or refused at a place")
  func randomWords() {
    var generator = ReplaySeed(0xBAD2).generator
    let words = [
      "5x1.", "4x1.", "25x6.", "A", "B", "ab", ".", "s", "d1", "-", "v", "/", "4/4/1/", "http://",
      "?starbattle/", "551W", "PP6e", "~", ",", "1", "0,", "99999999999999999999", " ", "\t", "\n",
      "\r\n", "#", " #", "\u{0}", "é", "\u{FEFF}", "AABB\n", Samples.letters, "x",
    ]
    for _ in 0..<3_000 {
      let text = (0..<generator.below(14)).map { _ in words[generator.below(words.count)] }
      check(Array(text.joined().utf8), as: nil)
    }
  }

  @Test("every beginning and every end of a text is read or refused at a place")
  func truncations() throws {
    for sample in try samples() {
      let bytes = Array(sample.utf8)
      for length in 0...bytes.count {
        check(Array(bytes.prefix(length)), as: nil)
        check(Array(bytes.suffix(length)), as: nil)
      }
    }
  }

  @Test("a text with bytes changed, dropped, doubled or put in is read or refused at a place")
  func mutations() throws {
    var generator = ReplaySeed(0xBAD3).generator
    let samples = try samples()
    for round in 0..<6_000 {
      var bytes = Array(samples[round % samples.count].utf8)
      for _ in 0...generator.below(3) where !bytes.isEmpty {
        let place = generator.below(bytes.count)
        switch generator.below(5) {
        case 0: bytes[place] = UInt8(generator.below(256))
        case 1: bytes[place] ^= 1 << UInt8(generator.below(8))
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(bytes[generator.below(bytes.count)], at: place)
        default: bytes.insert(UInt8(generator.below(128)), at: place)
        }
      }
      check(bytes, as: nil)
    }
  }

  @Test("bytes that are not UTF-8 are named, in every notation")
  func invalidUTF8() {
    for (bytes, found) in [
      (Array("5x1.AA".utf8) + [0xFF], "the byte 0xFF, which is not UTF-8"),
      (Array("5x1.AA".utf8) + [0xC3], "the byte 0xC3, which is not UTF-8"),
      (Array("5x1.AA".utf8) + [0xED, 0xA0, 0x80], "the byte 0xED, which is not UTF-8"),
      ([0xFF, 0xFE, 0x35, 0x00], "a UTF-16 text"),
      ([0x00], "the character U+0000"),
    ] {
      guard case .failure(let error)? = Array(readPuzzles(bytes)).first?.result else {
        Issue.record("\(bytes) was read")
        continue
      }
      #expect(error.found == found)
    }
  }

  @Test("a line of 100 megabytes is refused by its length", arguments: ["1", "1,", "1 ", "A"])
  func hugeLine(word: String) {
    // Unoptimised, looking for the end of the line takes fifty times as long.
    #if DEBUG
      let size = 2 << 20
    #else
      let size = 100 << 20
    #endif
    let word = Array(word.utf8)
    // The last byte is no blank, which would not count.
    let bytes = (1...size).map { word[(size - $0) % word.count] }.reversed() as [UInt8]
    let entries = Array(readPuzzles(bytes))
    guard case .failure(let error)? = entries.first?.result else {
      Issue.record("a huge line was read")
      return
    }
    #expect(entries.count == 1)
    #expect(error.found == "a line of \(size) bytes")
  }

  @Test(
    "a long line, or as long a run of lines, is one mistake or none, found in linear time",
    arguments: ["A", "1,", "5x1.", " ", "#", "AB\n", "6/6/1/", "\u{0}", "é", "551e", "# \n"])
  func longLines(word: String) {
    var bytes: [UInt8] = []
    for _ in 0..<(2 << 20) / word.utf8.count { bytes += word.utf8 }
    var count = 0
    let time = ContinuousClock().measure {
      for entry in readPuzzles(bytes) {
        count += 1
        if case .success = entry.result { Issue.record("\(word) was read as a puzzle") }
      }
    }
    #expect(count == ([" ", "#", "# \n"].contains(word) ? 0 : 1))
    #expect(time < .seconds(20))
  }

  /// A text in each notation, and the odd strings.
  private func samples() throws -> [String] {
    var generator = SeededGenerator(seed: 99)
    var texts = [
      "\(Samples.text).s-590416384d100l7c260v1", "551e7kxqe40A~h:0101:1",
      "\(Samples.text)\n# comment\n\n6/6/1/4ilbhgdnmhou  # more\n",
    ]
    for notation in Notation.all {
      for side in [4, 10] {
        let puzzle = RandomBoards.puzzle(sides: side...side, using: &generator)
        if let text = notation.text(of: SBN(puzzle: puzzle)) { texts.append(text) }
      }
    }
    return texts
  }

  private func check(
    _ bytes: [UInt8], as notation: Notation?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let newlines = bytes.count { $0 == UInt8(ascii: "\n") }
    let lineCount = 1 + (newlines > 0 ? newlines : bytes.count { $0 == UInt8(ascii: "\r") })
    for entry in readPuzzles(bytes, as: notation) {
      switch entry.result {
      case .success(let sbn):
        let again = try? SBN(sbn.description)
        let isWhole = again == sbn && sbn.puzzle.regionSizes.allSatisfy { $0 > 0 }
        #expect(isWhole, "\(bytes)", sourceLocation: sourceLocation)
      case .failure(let error):
        let isPlaced =
          entry.line <= error.line && error.line <= lineCount
          && (1...bytes.count + 1).contains(error.column) && error.description.utf8.count < 400
        #expect(isPlaced, "\(error) — \(bytes)", sourceLocation: sourceLocation)
      }
    }
  }
}
