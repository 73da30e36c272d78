import HouseSupport
import JSONText
import Manifest
import Testing

private let whole = #"""
  {"schema":1,"release":3,"createdAt":"2026-11-21T03:00:00Z","day":"2026-11-22","packs":[],\#
  "dates":{"daily":[{"id":"daily:2026-11-22","state":"published","sbn":"a"},\#
  {"id":"daily:2026-11-23","state":"published","sha256":"0","sbn":"b"},\#
  {"id":"daily:2026-11-24","state":"absent"}],"weekly":[],"later":7},"later":[1]}
  """#

@Suite("What now.json says")
struct NowContentsTests {
  private func read(_ text: String) throws(ManifestError) -> NowContents {
    try NowContents(reading: Array(text.utf8))
  }

  @Test("its release, its day and its dates are read, whatever else a later press writes")
  func reading() throws {
    let now = try read(whole)
    #expect(now.release == 3)
    #expect(now.day == Samples.day("2026-11-22"))
    #expect(now.told == ["daily:2026-11-22", "daily:2026-11-23"])
    #expect(String(decoding: now.bytes(without: []), as: UTF8.self) == whole)
  }

  @Test("of a date that is hidden all is said but its puzzle")
  func hidden() throws {
    let now = try read(whole)
    let bytes = now.bytes(without: ["daily:2026-11-23", "daily:2026-11-24"])
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == whole.replacing(#""sha256":"0","sbn":"b""#, with: #""sha256":"0""#))
  }

  @Test(
    "a page, and what lacks something, is not taken for it",
    arguments: [
      "", "<html>busy</html>", "[]", "{}", "null", whole + "}",
      whole.replacing("\"schema\":1", with: "\"schema\":2"),
      whole.replacing("\"schema\":1,", with: ""),
      whole.replacing("\"release\":3", with: "\"release\":0"),
      whole.replacing("\"release\":3", with: "\"release\":\"3\""),
      whole.replacing("2026-11-22\",\"packs", with: "2026-11-31\",\"packs"),
      whole.replacing("\"dates\":{", with: "\"days\":{"),
    ])
  func refused(text: String) {
    #expect(throws: ManifestError.self) { try read(text) }
  }

  @Test("it may lag behind a manifest, and not be ahead of it")
  func ahead() throws {
    let now = try read(whole)
    #expect(throws: Never.self) { try now.check(upTo: 3) }
    #expect(throws: Never.self) { try now.check(upTo: 4) }
    #expect(throws: ManifestError.self) { try now.check(upTo: 2) }
  }
}
