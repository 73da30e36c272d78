import Notation
import StarBattle
import TestSupport
import Testing

@Suite("f-puzzles")
struct FPuzzlesTests {
  @Test("a text that lz-string compressed is read")
  func foreignVector() throws {
    let text = try #require(
      LZString.text(ofBase64: "BIUwNmD2A0AEDukBOYAmBCIA".utf8, limit: 100))
    #expect(String(decoding: text, as: UTF16.self) == "Hello, world!")
  }

  @Test("what is compressed comes back, pieces that overlap themselves and long texts as well")
  func compression() throws {
    var generator = ReplaySeed(0xF1).generator
    for length in [1, 2, 3, 10, 100, 5_000] {
      for letters in [1, 2, 40] {
        let bytes = (0..<length).map { _ in UInt8(0x30 + generator.below(letters)) }
        let text = String(decoding: bytes, as: UTF8.self)
        let digits = Samples.compressed(text).utf8
        let read = try #require(LZString.text(ofBase64: digits, limit: length), "\(text)")
        #expect(read.map { UInt8($0) } == bytes)
        #expect(LZString.text(ofBase64: digits, limit: length - 1) == nil)
      }
    }
  }

  @Test("a bomb is refused as soon as it is too long")
  func bomb() {
    // A megabyte and more in a few thousand digits.
    let digits = Samples.compressed(String(repeating: "a", count: 3 << 20))
    #expect(digits.utf8.count < 5000)
    #expect(LZString.text(ofBase64: digits.utf8, limit: 1 << 20) == nil)
    let said = Samples.complaint("https://f-puzzles.com/?load=N4Ig" + digits, as: .fpuzzles)
    #expect(said?.contains("damaged or cut off") == true)
  }

  @Test("200 random boards come back from links in every form")
  func links() throws {
    var generator = ReplaySeed(0xF2).generator
    for round in 0..<200 {
      let puzzle = RandomBoards.puzzle(sides: 4...12, using: &generator)
      let digits = Samples.compressed(Samples.fPuzzle(puzzle))
      let percent = digits.replacing("+", with: "%2B").replacing("/", with: "%2F")
      let texts = [
        "https://f-puzzles.com/?load=" + digits,
        "https://www.f-puzzles.com/?load=" + percent + "%3D",
        "https://sudokupad.app/fpuzzles" + digits, "https://sudokupad.app/fpuz" + digits + "==",
        "https://app.crackingthecryptic.com/sudoku/?load=fpuzzles" + percent + "&x=1",
      ]
      let entry = try #require(
        Array(readPuzzles(texts[round % texts.count], stars: puzzle.grid.stars)).first)
      #expect(entry.notation == .fpuzzles)
      #expect(try entry.result.get().puzzle == puzzle)
    }
  }

  @Test("a board without regions, and one that is cut off, are refused at the link's text")
  func refusals() {
    let plain = "{\"size\":9,\"grid\":[[{},{}],[{},{}]]}"
    let link = "https://f-puzzles.com/?load=" + Samples.compressed(plain)
    #expect(
      Samples.complaint(link, as: .fpuzzles)
        == "line 1, column 29: found a cell without a region in it, expected its “region”, as a "
        + "number")
    #expect(
      Samples.complaint(String(link.dropLast(9)), as: .fpuzzles)?.contains("damaged or cut") == true
    )
  }
}
