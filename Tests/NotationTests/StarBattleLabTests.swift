import Notation
import StarBattle
import TestSupport
import Testing

@Suite("Star Battle Lab")
struct StarBattleLabTests {
  @Test("a known string is read")
  func knownString() throws {
    let puzzle = try Samples.puzzle("AABCDABBCDABBCDEBBCDEBCCD")
    #expect(try Notation.starbattlelab.read("551W7kxqe40").puzzle == puzzle)
  }

  @Test(
    "marks and history are passed over",
    arguments: ["551e7kxqe40", "551e7kxqe40G00A_-", "551e7kxqe40A~h:0101:1", "551W7kxqe40~h::0"])
  func annotations(text: String) throws {
    let bare = try Notation.starbattlelab.read("551W7kxqe40")
    #expect(try Notation.starbattlelab.read(text) == bare)
    let entry = try #require(Array(readPuzzles(text)).first)
    #expect(entry.notation == .starbattlelab)
  }

  @Test("it cannot be written")
  func readOnly() throws {
    #expect(!Notation.starbattlelab.isWritable)
    #expect(Notation.starbattlelab.text(of: try SBN(Samples.text)) == nil)
  }

  @Test("1,000 random boards come back from a string that was packed plainly")
  func roundTrip() throws {
    var generator = ReplaySeed(0x1AB).generator
    for _ in 0..<1_000 {
      let puzzle = RandomBoards.puzzle(using: &generator)
      let text = Samples.starBattleLab(puzzle)
      let read = try Notation.starbattlelab.read(text)
      #expect(read.puzzle == puzzle, "\(text)")
    }
  }

  @Test(
    "what is not a board is refused, with the place and the number found",
    arguments: [
      ("331W7kxqe40", "column 1: found “3”, expected a size code: 44…99 or AA…PP"),
      ("561W7kxqe40", "column 2: found “6”, expected “5” again: a size code is 44…99 or AA…PP"),
      ("QQ1W", "column 1: found “Q”, expected a size code"),
      ("55", "column 3: found the end of the line, expected the stars in each row: one digit"),
      ("55W1", "column 3: found “W”, expected the stars in each row: one digit"),
      ("552W7kxqe40", "column 3: found 2 stars, expected 1 star in each row"),
      ("551X7kxqe40", "column 4: found “X”, expected “W” or “e” after the number of stars"),
      ("551W7kxqe4", "column 11: found the end of the line, expected 0–9, A–Z, a–z, - or _ (char"),
      ("551W7kxqe4+", "column 11: found “+”, expected 0–9, A–Z, a–z, - or _ (character 7 of 7"),
      ("551W7kxqe400", "column 12: found “0”, expected “~” or the end of the string"),
      ("551e7kxqe400 x", "column 13: found a blank, expected a mark, “~” or the end"),
      ("551WGkxqe40", "column 5: found “G”, expected a character whose left 2 bits are 0"),
      ("551W0000000", "column 5: found 1 region, expected exactly 5 regions on a 5×5 board"),
      ("551WF______", "column 5: found 25 regions, expected exactly 5 regions on a 5×5 board"),
    ])
  func refusals(text: String, complaint: String) {
    let said = Samples.complaint(text, as: .starbattlelab) ?? "nothing"
    #expect(said.hasPrefix("line 1, \(complaint)"), "said: \(said)")
  }
}
