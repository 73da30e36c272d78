import Dates
import Identity
import Testing

@Suite("Ids")
struct IDTests {
  @Test(
    "an id of a pack is words of lower-case letters and digits",
    arguments: ["a", "0", "intro", "9x9-2-hard", String(repeating: "a", count: 64)])
  func packs(text: String) {
    #expect(PackID(text)?.text == text)
    #expect(PackID.fault(in: text) == nil)
  }

  @Test(
    "anything else is none",
    arguments: [
      "", "-", "a-", "-a", "a--b", "Intro", "a.b", "a/b", "..", "a b", "a:1", "é", "ａ", "a\n",
      "a\u{0}", String(repeating: "a", count: 65),
    ])
  func noPacks(text: String) {
    #expect(PackID(text) == nil)
    #expect(PackID.fault(in: text) == .grammar)
  }

  @Test("a cadence's word is the calendar's", arguments: Cadence.allCases)
  func cadences(cadence: Cadence) throws {
    let fault = try #require(PackID.fault(in: cadence.rawValue))
    #expect(fault == .cadence(cadence))
    #expect(fault.description.contains("`\(cadence.rawValue):…`"))
    #expect(PackID("\(cadence.rawValue)-pack") != nil)
  }

  @Test("packs stand in the order of their characters")
  func order() {
    let packs: [PackID] = ["b", "a-2", "a", "a2", "a-10"]
    #expect(packs.sorted().map(\.text) == ["a", "a-10", "a-2", "a2", "b"])
  }

  @Test(
    "an id of a puzzle comes back as it was written",
    arguments: ["intro:0", "intro:3", "a-1:9223372036854775807"])
  func slots(text: String) throws {
    let id = try #require(PuzzleID(text))
    #expect(id.description == text)
    #expect(id.slot == SlotID(text))
    #expect(id.period == nil)
  }

  @Test(
    "so does that of a date", arguments: ["daily:2026-11-21", "weekly:2026-48", "monthly:2026-11"])
  func dates(text: String) throws {
    let id = try #require(PuzzleID(text))
    #expect(id.description == text)
    #expect(id.slot == nil)
    #expect(id.period?.id == text)
    #expect(SlotID(text) == nil)
  }

  @Test(
    "a number that is written otherwise is none",
    arguments: [
      "", ":", "intro", "intro:", ":3", "intro:03", "intro:+3", "intro:-1", "intro: 3", "intro:3 ",
      "intro:3:4", "intro:9223372036854775808", "intro:٣", "Intro:3", "daily:2026-02-29",
      "daily:3", "weekly:2026-54", "monthly:2026-13", "monthly:2026-1", "yearly:2026-1-1",
    ])
  func none(text: String) {
    #expect(PuzzleID(text) == nil)
  }
}
