import Dates
import HouseSupport
import Identity
import Manifest
import Notation
import Publishing
import StarBattle
import Stores
import TestSupport
import Testing
import Verifying

/// Trees whose digests are all right and whose contents are not: made by a publisher that is wrong.
@Suite("Verifying a tree that was published wrongly")
struct ForgedTreeTests {
  private let store = MemoryStore()

  private func findings() async throws -> [String] {
    try await TreeVerifier(store: store).read().findings.map {
      "\($0.object): \($0.kind): \($0.message)"
    }
  }

  /// Publishes a content whose manifest is tampered with before it is written.
  private func forge(
    _ content: ReleaseContent = Samples.content(), _ change: (inout Manifest) -> Void
  ) async throws {
    let plan = try await Publisher(store: store).plan(content, at: Samples.clock, after: nil)
    for step in plan.actions { if let object = step.object { try store.put(object, .always) } }
    var manifest = plan.manifest
    change(&manifest)
    try await Samples.overwrite(.manifest, manifest.json, in: store)
    try await Samples.overwrite(.release(manifest.release), manifest.json, in: store)
  }

  private func expectFinding(
    _ parts: String..., at location: SourceLocation = #_sourceLocation,
    _ change: (inout Manifest) -> Void
  ) async throws {
    for key in try await Samples.tree(store).keys { try store.delete(key) }
    try await forge(Samples.content(), change)
    let found = try await findings()
    #expect(
      found.contains { line in parts.allSatisfy(line.contains) }, "\(found)",
      sourceLocation: location)
  }

  @Test("a pack whose version no reader takes is a finding, with a list for the app beside it")
  func endlessVersion() async throws {
    let content = Samples.content()
    try await Samples.publish(content, to: store, profiles: Samples.profiles)
    let bytes = try #require(try await store.get(.manifest))
    let manifest = try Manifest(json: bytes)
    let pack = try #require(manifest.packs.first)
    let old = String(decoding: try #require(try await store.get(pack.object)), as: UTF8.self)
    let new = old.replacing(#""version":1"#, with: #""version":9223372036854775807"#)
    try await Samples.overwrite(pack.object, Array(new.utf8), in: store)
    #expect(try await findings().contains { $0.contains("\(pack.object)") })
  }

  @Test("contradictions between the manifest and what it names are found")
  func contradictions() async throws {
    try await expectFinding("intro.json: contradiction", "id, name, version") {
      $0.packs[0].name = "X"
    }
    try await expectFinding("intro.json: contradiction", "id, name, version") {
      $0.packs[0].version = 2
    }
    try await expectFinding("intro.json: contradiction", "id, name, version") {
      $0.packs[0].free = false
    }
    try await expectFinding("intro.json: contradiction", "grids") { $0.packs[0].grids[0].count = 9 }
    try await expectFinding("intro.json: contradiction", "difficulty") {
      $0.packs[0].difficulty = 1...10
    }
    try await expectFinding("intro.json: contradiction", "difficulty") {
      $0.packs[0].difficulty = nil
    }
    try await expectFinding("manifest.json: contradiction", "daily:2026-11-21 is an object") {
      $0.calendar[.daily]?.entries.remove(at: 1)
    }
    try await expectFinding(
      "manifest.json: missing", "between daily:2026-11-20 and daily:2026-11-22"
    ) {
      $0.calendar[.daily]?.entries.remove(at: 1)
    }
    try await expectFinding("manifest.json: contradiction", "no object") { manifest in
      manifest.objects.removeAll { $0.key.period?.id == "monthly:2026-11" }
    }
    try await expectFinding("manifest.json: contradiction", "not in order") {
      $0.objects.swapAt(0, 1)
    }
    try await expectFinding("2026-11-20.sbn: contradiction", "Cache-Control") { manifest in
      manifest.objects[0].cacheControl = "public, max-age=86400"
    }
    try await expectFinding("2026-11-20.sbn: contradiction", "media type") { manifest in
      manifest.objects[0].mediaType = "text/html"
    }
    try await expectFinding("contradiction", "another MD5") { manifest in
      manifest.objects[0].md5 = String(repeating: "0", count: 32)
    }
    try await expectFinding("manifest.json: contradiction", "earlierObjects") { manifest in
      manifest.earlierObjects = [Samples.key("puzzles/notes.txt")]
    }
  }

  @Test("lists of what was published that leave something out, or are none, are found")
  func usedLists() async throws {
    try await expectFinding("manifest.json: contradiction", "`recipeHash` is no SHA-256") {
      $0.recipeHash = "r1"
    }
    func replaceList(_ manifest: inout Manifest, _ change: ([UInt8]) -> [UInt8]) {
      let old = manifest.used[0].object
      let bytes = change((try? store.get(old, limit: 1 << 20)) ?? [])
      let object = StoredObject(
        key: .used(sha256: Digest.sha256(of: bytes)), bytes: bytes,
        mediaType: "application/octet-stream", cacheControl: "public, max-age=31536000, immutable")
      _ = try? store.put(object, .always)
      manifest.used[0].object = object.key
      manifest.objects.removeAll { $0.key == old }
      manifest.objects.append(Manifest.Object(object))
      manifest.objects.sort { $0.key < $1.key }
    }
    try await expectFinding("manifest.json: contradiction", "is in no list of what was published") {
      replaceList(&$0) { Array($0.dropFirst(16)) }
    }
    try await expectFinding(".bin: unreadable", "no list of digests") {
      replaceList(&$0) { Array($0.dropLast()) }
    }
    try await expectFinding(".bin: unreadable", "no list of digests") {
      replaceList(&$0) { Array($0[16..<32] + $0[0..<16] + $0[32...]) }
    }
    try await expectFinding("manifest.json: contradiction", "order of releases") {
      $0.used[0].through = 2
    }
    try await expectFinding(".bin: contradiction", "belongs to nothing") { $0.used = [] }
  }

  @Test("a manifest that is not in its canonical text is found")
  func text() async throws {
    try await Samples.publish(Samples.content(), to: store)
    var bytes = try #require(try await store.get(.manifest))
    bytes.insert(0x20, at: 1)
    try await Samples.overwrite(.manifest, bytes, in: store)
    try await Samples.overwrite(.release(1), bytes, in: store)
    #expect(try await findings().count == 1)
    #expect(try await findings()[0].contains("compact, with sorted keys"))
  }

  @Test("a puzzle that is published twice is found, turned and relettered")
  func twins() async throws {
    var generator = ReplaySeed(5).generator
    for symmetry in Symmetry.allCases {
      for key in try await Samples.tree(store).keys { try store.delete(key) }
      var content = Samples.content()
      let original = try SBN(content.packs[0].puzzles[1])
      let turned = original.puzzle.applying(symmetry)
      var letters = Array("ABCDEFGH".utf8)
      generator.shuffle(&letters)
      let text = String(
        decoding: turned.regions.map { letters[Int($0)] }, as: UTF8.self)
      content.calendar[2].sbn = "8x1.\(text).s7"
      try await Samples.publish(content, to: store)
      #expect(
        try await findings() == [
          "puzzles/daily/2026-11-22.sbn: twin: daily:2026-11-22 is the same puzzle as intro:1, "
            + "turned or relettered"
        ])
    }
  }

  @Test("a puzzle that an earlier release published elsewhere is found too")
  func twinsInThePast() async throws {
    var content = Samples.content()
    try await Samples.publish(content, to: store)
    let gone = content.packs[0].puzzles[1]
    content.packs[0].puzzles[1] = Samples.sbn(500)
    content.packs[0].version = 2
    content.calendar.append(.init(Samples.period("daily:2026-11-24"), sbn: gone))
    try await Samples.publish(content, to: store)
    let found = try await findings()
    #expect(found.count == 1)
    #expect(found[0].contains("intro:1 is the same puzzle as daily:2026-11-24"))
  }

  @Test("a puzzle that moves within its pack is none")
  func moves() async throws {
    var content = Samples.content()
    try await Samples.publish(content, to: store)
    content.packs[0].puzzles.swapAt(0, 1)
    content.packs[0].version = 2
    try await Samples.publish(content, to: store)
    #expect(try await findings().isEmpty)
  }

  @Test("a chain of releases in which something vanishes or a version does not rise is found")
  func history() async throws {
    try await Samples.publish(Samples.content(), to: store)
    let first = try #require(try await store.get(.release(1)))
    for key in try await Samples.tree(store).keys { try store.delete(key) }
    // The second release is made as if there were no first one.
    var content = Samples.content()
    content.calendar[0].sbn = Samples.sbn(7)
    content.packs[0].puzzles[0] = Samples.sbn(8)
    try await forge(content) { manifest in
      manifest.release = 2
      manifest.previous = .init(release: 1, sha256: Digest.sha256(of: first))
    }
    try await Samples.overwrite(.release(1), first, in: store)
    let found = try await findings()
    #expect(
      found.contains { $0.contains("2.json: contradiction: pack intro goes from version 1 to 1") })
    #expect(found.contains { $0.contains("2.json: contradiction: daily:2026-11-20 has changed") })
    #expect(found.contains { $0.contains(".intro.json: missing") })
  }

  @Test("strings that are no puzzles are found in packs and in the calendar")
  func unreadable() async throws {
    try await forge { manifest in
      let pack =
        "{\"id\":\"intro\",\"name\":\"Pack intro\",\"version\":1,\"free\":true,"
        + "\"puzzles\":[\"8x1.AB\"]}"
      replace(&manifest, .pack("intro"), pack)
      replace(&manifest, .entry(Samples.period("daily:2026-11-20")), "8x1.AB\n")
    }
    let found = try await findings()
    #expect(found.contains { $0.contains("unreadable: intro:0: line 1") })
    #expect(found.contains { $0.contains("daily/2026-11-20.sbn: unreadable: line 1") })
  }

  /// Puts other bytes under an object and makes the manifest name them.
  private func replace(_ manifest: inout Manifest, _ key: ObjectKey, _ text: String) {
    let bytes = Array(text.utf8)
    let digest = Digest.sha256(of: bytes)
    var target = key
    if key == .pack("intro") {
      target = .pack("intro", sha256: digest)
      manifest.objects.removeAll { $0.key == manifest.packs[0].object }
      manifest.packs[0].object = target
    } else {
      manifest.objects.removeAll { $0.key == key }
      manifest.calendar[.daily]?.entries[0].sha256 = digest
    }
    let policy = "public, max-age=31536000, immutable"
    let type = key == .pack("intro") ? "application/json" : "text/plain; charset=utf-8"
    let object = StoredObject(key: target, bytes: bytes, mediaType: type, cacheControl: policy)
    manifest.objects.append(Manifest.Object(object))
    manifest.objects.sort { $0.key < $1.key }
    _ = try? store.put(object, .always)
  }
}
