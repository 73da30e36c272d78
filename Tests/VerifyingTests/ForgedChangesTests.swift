import HouseSupport
import Identity
import Manifest
import Publishing
import Stores
import Testing
import Verifying

/// P16, tried by a publisher that lies about slots.
@Suite("P16: a stranger finds slots with another puzzle that nobody tells of")
struct ForgedChangesTests {
  private let store = MemoryStore()

  /// The content of `Samples` with other puzzles in slots of its first pack.
  private func content(_ version: Int, replacing slots: [Int: Int]) -> ReleaseContent {
    var content = Samples.content()
    content.packs[0].version = version
    for (slot, number) in slots { content.packs[0].puzzles[slot] = Samples.sbn(number) }
    return content
  }

  /// Publishes a content whose manifest is tampered with before it is written.
  private func publish(
    _ content: ReleaseContent, _ change: (inout Manifest) -> Void = { _ in }
  ) async throws {
    let plan = try await Publisher(store: store).plan(content, at: Samples.clock, after: nil)
    for step in plan.actions {
      if let object = step.object {
        try store.put(object, .always)
      } else {
        try store.delete(step.key)
      }
    }
    var manifest = plan.manifest
    change(&manifest)
    try await Samples.overwrite(.manifest, manifest.json, in: store)
    try await Samples.overwrite(.release(manifest.release), manifest.json, in: store)
  }

  private func findings() async throws -> [String] {
    try await TreeVerifier(store: store).read().findings.map(\.description)
  }

  private func strays() async throws -> [String] {
    let manifest = try Manifest(json: try #require(try await store.get(.manifest)))
    return try await AppReplay.progress(in: store, manifest).map(\.message)
  }

  @Test("P16: what is told is kept by every later release, and the tree is whole")
  func told() async throws {
    try await publish(content(1, replacing: [:]))
    var second = content(2, replacing: [1: 500])
    second.packs[0].changes = [ChangedSlots(version: 2, slots: [1], reason: "dull")]
    try await publish(second)
    // This caller remembers nothing, and has no reason to give.
    try await publish(content(3, replacing: [1: 500, 0: 501, 2: 502]))
    let manifest = try Manifest(json: try #require(try await store.get(.manifest)))
    #expect(
      manifest.packs[0].changes == [
        ChangedSlots(version: 2, slots: [1], reason: "dull"),
        ChangedSlots(version: 3, slots: [0, 2], reason: "replaced"),
      ])
    #expect(manifest.packs[1].changes == [])
    #expect(try Manifest(json: manifest.json) == manifest)
    #expect(try await findings() == [])
    #expect(try await strays() == [])
  }

  @Test("a missing `changes` entry")
  func missing() async throws {
    try await publish(content(1, replacing: [:]))
    try await publish(content(2, replacing: [1: 500, 2: 501])) { manifest in
      manifest.packs[0].changes = [ChangedSlots(version: 2, slots: [1], reason: "dull")]
    }
    let found = try await findings()
    #expect(found.count == 1)
    #expect(found[0].contains("contradiction: pack intro: slot 2 got another puzzle in version 2"))
    #expect(
      try await strays() == [
        "progress of intro:2 in version 1 would be shown on another puzzle in version 2"
      ])
    try await publish(content(3, replacing: [1: 500, 2: 501, 3: 503])) { $0.packs[0].changes = [] }
    #expect(try await findings().count == 3)
  }

  @Test("a `changes` entry that a later release drops, or tells otherwise")
  func dropped() async throws {
    try await publish(content(1, replacing: [:]))
    try await publish(content(2, replacing: [1: 500]))
    var third = content(2, replacing: [1: 500])
    third.packs[1].puzzles.append(Samples.sbn(600))
    third.packs[1].version = 2
    try await publish(third) { $0.packs[0].changes = [] }
    let found = try await findings()
    #expect(
      found.contains { $0.contains("what release 2 tells of slots 1 in version 2 is not in it") })
    #expect(found.contains { $0.contains("`changes` does not tell") })
    try await publish(third) { manifest in
      manifest.packs[0].changes = [ChangedSlots(version: 2, slots: [1], reason: "another reason")]
    }
    #expect(try await findings().contains { $0.contains("is not in it") })
  }

  @Test("a `changes` entry for what has not changed costs players progress, and is found")
  func tooMuch() async throws {
    try await publish(content(1, replacing: [:]))
    try await publish(content(2, replacing: [1: 500])) { manifest in
      manifest.packs[0].changes = [
        ChangedSlots(version: 2, slots: [0, 1], reason: "x"),
        ChangedSlots(version: 2, slots: [1], reason: "y"),
        ChangedSlots(version: 9, slots: [1], reason: "z"),
      ]
    }
    let found = try await findings()
    #expect(
      found.contains { $0.contains("tells of slot 0 in version 2, where nothing has changed") })
    #expect(found.contains { $0.contains("tells of slot 1 in version 2 twice") })
    #expect(found.contains { $0.contains("is version 2, and `changes` tells of 9") })
  }

  @Test("a slot that is gone is told of, so that whatever comes there later is not taken for it")
  func gone() async throws {
    try await publish(content(1, replacing: [:]))
    var second = content(2, replacing: [:])
    second.packs[0].puzzles.removeLast()
    try await publish(second)
    #expect(try await findings() == [])
    var third = content(3, replacing: [3: 700])
    third.packs[0].puzzles[3] = Samples.sbn(700)
    try await publish(third)
    let manifest = try Manifest(json: try #require(try await store.get(.manifest)))
    #expect(manifest.packs[0].changes.map(\.slots) == [[3]])
    #expect(manifest.packs[0].changes.map(\.version) == [2])
    #expect(try await findings() == [])
    #expect(try await strays() == [])
  }

  @Test("a map of slots that leads to another puzzle, is of other slots, or is dropped")
  func maps() async throws {
    try await publish(content(1, replacing: [:]))
    var second = content(2, replacing: [:])
    second.packs[0].puzzles.swapAt(0, 1)
    second.migrations = [
      SlotMigration(pack: "intro", fromVersion: 1, map: [1, 0, 2, 3], reason: "ramp")
    ]
    try await publish(second)
    #expect(try await findings() == [])
    #expect(try await strays() == [])
    try await publish(second) { $0.migrations[0].map = [1, 0, 3, 2] }
    #expect(
      try await findings().contains { $0.contains("map of version 1 leads slots 2, 3 to another") })
    #expect(try await strays().count == 2)
    try await publish(second) { $0.migrations[0].map = [1, 0] }
    #expect(
      try await findings().contains { $0.contains("map of version 1 is not of its 4 slots") })
    try await publish(second)
    var third = content(2, replacing: [:])
    third.packs[0].puzzles.swapAt(0, 1)
    third.packs[1].puzzles.append(Samples.sbn(600))
    third.packs[1].version = 2
    try await publish(third) { $0.migrations = [] }
    #expect(
      try await findings().contains {
        $0.contains("the map of version 1 in release 2 is not in it")
      })
  }

  @Test(
    "entries that make no sense are no manifest",
    arguments: [
      #"{"reason":"x","slots":[],"version":2}"#, #"{"reason":"x","slots":[2,2],"version":2}"#,
      #"{"reason":"x","slots":[2,1],"version":2}"#, #"{"reason":"x","slots":[-1],"version":2}"#,
      #"{"reason":"x","slots":[1],"version":1}"#, #"{"slots":[1],"version":2}"#,
    ])
  func nonsense(entry: String) async throws {
    try await publish(content(1, replacing: [:]))
    let text = String(decoding: try #require(try await store.get(.manifest)), as: UTF8.self)
    let forged = text.replacing(#"{"count":"#, with: #"{"changes":[\#(entry)],"count":"#)
    #expect(forged != text)
    #expect(throws: ManifestError.self) { try Manifest(json: Array(forged.utf8)) }
  }
}
