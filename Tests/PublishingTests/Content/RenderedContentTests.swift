import Dates
import Foundation
import HouseSupport
import Identity
import Manifest
import Publishing
import Stores
import TestSupport
import Testing

@Suite("Rendering")
struct RenderedContentTests {
  @Test("a pack file has the keys that apps read, in their order, and nothing else")
  func packFile() {
    let pack = ReleaseContent.Pack(
      id: "2star-10x10", name: "2-Star 10×10 \"new\"", version: 3, free: false,
      puzzles: ["5x1.A", "5x1.B"])
    #expect(
      String(decoding: PackFile.bytes(of: pack), as: UTF8.self)
        == #"{"id":"2star-10x10","name":"2-Star 10×10 \"new\"","version":3,"free":false,"#
        + #""puzzles":["5x1.A","5x1.B"]}"#)
  }

  @Test("versions.json has the packs in their order and nothing else")
  func versions() async throws {
    let store = MemoryStore()
    try await Samples.publish(Samples.content(), to: store)
    let bytes = try #require(try await store.get(.versions))
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"intro":1,"1star-8x8":1}"#)
  }

  @Test("the tree is the one that output/README.md draws, file by file")
  func tree() async throws {
    let folder = TemporaryFolder()
    try await Samples.publish(Samples.content(days: 1), to: DirectoryStore(root: folder.path))
    let packs = folder.files.filter { $0.contains("packs/") && $0.contains(".intro.json") }
    let named = try #require(packs.first)
    let digest = try #require(named.split(separator: "/").last?.split(separator: ".").first)
    let bytes = try #require(folder.text(named))
    #expect(digest == Digest.sha256(of: Array(bytes.utf8)))
    #expect(folder.text("puzzles/packs/intro.json") == bytes)
    let used = folder.files.filter { $0.contains("/used/") }
    #expect(used.count == 1)
    let others = folder.files.filter { !$0.contains("packs/") && !used.contains($0) }
    #expect(
      others == [
        "puzzles/daily/2026-11-20.sbn", "puzzles/manifest.json", "puzzles/monthly/2026-11.sbn",
        "puzzles/releases/1.json", "puzzles/versions.json", "puzzles/weekly/2026-47.sbn",
        "puzzles/weekly/2026-48.sbn",
      ])
    #expect(folder.text("puzzles/manifest.json") == folder.text("puzzles/releases/1.json"))
    #expect(folder.text("puzzles/daily/2026-11-20.sbn") == Samples.sbn(1000))
  }

  @Test("entries whose period is over may be kept for good, all others for a day")
  func cacheControl() throws {
    let rendered = try RenderedContent(Samples.content(), at: Samples.clock)
    func policy(_ id: String) -> String? {
      rendered.objects[.entry(Samples.period(id))]?.cacheControl
    }
    #expect(policy("daily:2026-11-20") == "public, max-age=31536000, immutable")
    #expect(policy("daily:2026-11-21") == "public, max-age=86400")
    #expect(policy("daily:2026-11-22") == "public, max-age=86400")
    #expect(policy("weekly:2026-47") == "public, max-age=86400")
    #expect(policy("monthly:2026-11") == "public, max-age=86400")
    let packs = rendered.packs.map { rendered.objects[$0.object]?.cacheControl }
    #expect(packs == [String?](repeating: "public, max-age=31536000, immutable", count: 2))
  }

  @Test("pointers are asked for every minute")
  func pointers() async throws {
    let store = MemoryStore()
    try await Samples.publish(Samples.content(), to: store)
    for name in ["manifest.json", "versions.json", "packs/intro.json"] {
      let info = try #require(try store.head(Samples.key("puzzles/" + name)))
      #expect(info.cacheControl == "public, max-age=60, must-revalidate")
      #expect(info.mediaType == "application/json")
    }
  }

  @Test("the order in which the calendar comes does not matter")
  func calendarOrder() async throws {
    var shuffled = Samples.content()
    shuffled.calendar.reverse()
    let (one, other) = (MemoryStore(), MemoryStore())
    try await Samples.publish(Samples.content(), to: one)
    try await Samples.publish(shuffled, to: other)
    #expect(try await Samples.tree(one) == Samples.tree(other))
  }

  @Test(
    "hostile and impossible ids are refused",
    arguments: [
      "", "../intro", "a/b", "a\\b", "Intro", "a.b", "-a", "a-", "a--b", "daily", "é", "a\u{0}b",
      String(repeating: "a", count: 65),
    ])
  func badIDs(id: String) {
    #expect(PackID(id) == nil)
    #expect(SlotID("\(id):0") == nil)
  }

  private func expectRefusal(
    of change: (inout ReleaseContent) -> Void, naming text: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    var content = Samples.content()
    change(&content)
    #expect(sourceLocation: location) {
      try RenderedContent(content, at: Samples.clock)
    } throws: { error in
      switch error as? PublishError {
      case .badContent, .badText: "\(error)".contains(text)
      default: false
      }
    }
  }

  @Test("what cannot be published is refused, and named")
  func badContent() {
    expectRefusal(of: { $0.packs[1].id = "intro" }, naming: "pack intro is there twice")
    expectRefusal(of: { $0.packs[0].name = "two\nlines" }, naming: "intro")
    expectRefusal(of: { $0.packs[0].name = "" }, naming: "intro")
    expectRefusal(of: { $0.packs[0].version = 0 }, naming: "version 0")
    expectRefusal(of: { $0.packs[0].puzzles = [] }, naming: "empty")
    expectRefusal(of: { $0.packs[1].puzzles[2] += "\n" }, naming: "1star-8x8:2")
    expectRefusal(
      of: { $0.packs[1].puzzles[2] = "8x1.AB" },
      naming: "1star-8x8:2: its text in the catalogue is no SBN (line 1, column")
    expectRefusal(of: { $0.calendar[0].sbn = "" }, naming: "daily:2026-11-20")
    expectRefusal(of: { $0.calendar.append($0.calendar[0]) }, naming: "daily:2026-11-20 is there")
    let late = Period.day(Samples.day("9999-12-31")).advanced(by: 1)
    expectRefusal(of: { $0.calendar[0].period = late }, naming: "beyond the years")
  }
}
