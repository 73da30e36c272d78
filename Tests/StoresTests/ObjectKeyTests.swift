import HouseSupport
import Identity
import Manifest
import Stores
import Testing

@Suite("Object keys")
struct ObjectKeyTests {
  @Test(
    "the keys of the tree are keys",
    arguments: [
      "puzzles/manifest.json", "puzzles/daily/2026-11-21.sbn", "a", "A_b-c.9/0",
      "puzzles/packs/\(String(repeating: "0", count: 64)).intro.json",
    ])
  func good(text: String) throws {
    #expect(try ObjectKey(text).text == text)
  }

  @Test(
    "nothing that could lead elsewhere is a key",
    arguments: [
      "", "/", "/etc/passwd", "..", "a/../b", "a/..", "./a", "a//b", "a/", ".hidden", "a/.b",
      "a\\b", "a\u{0}b", "a\nb", "a b", "é", "~", "~/a", "C:/a", "-rf", "_a", "a/%2e%2e/b", "…",
      "\u{FF0E}\u{FF0E}/a", String(repeating: "a", count: 201),
      String(repeating: "abcdefg/", count: 65) + "a",
    ])
  func bad(text: String) {
    #expect(throws: StoreError.badKey(text)) { try ObjectKey(text) }
  }

  @Test("the kinds of keys in the tree tell what they are of")
  func kinds() throws {
    #expect(ObjectKey.release(12).releaseNumber == 12)
    for text in ["0", "-1", "01", "1x", "", "99999999999999999999"] {
      let key = try? ObjectKey("puzzles/releases/\(text).json")
      #expect(key?.releaseNumber == nil)
    }
    let period = Samples.period("weekly:2026-53")
    #expect(ObjectKey.entry(period).period == period)
    #expect(Samples.key("puzzles/weekly/2027-53.sbn").period == nil)
    #expect(Samples.key("puzzles/weekly/2026-11-21.sbn").period == nil)
    let digest = String(repeating: "ab", count: 32)
    #expect(ObjectKey.pack("intro", sha256: digest).isPackObject)
    #expect(!ObjectKey.pack("intro").isPackObject)
    #expect(!Samples.key("puzzles/packs/\(digest).daily.json").isPackObject)
  }
}
