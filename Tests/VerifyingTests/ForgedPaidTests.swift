import HouseSupport
import Identity
import Manifest
import Notation
import Publishing
import StarBattle
import Stores
import Testing
import Verifying
import Zstandard

/// Trees from whose public part something can be read that has to be bought.
@Suite("Verifying that what has to be bought is not public")
struct ForgedPaidTests {
  private let store = MemoryStore()
  private let content: ReleaseContent = {
    var content = Samples.content()
    var expert = Samples.pack("expert", first: 400, count: 5)
    expert.free = false
    expert.entitlements = ["expert"]
    content.packs.append(expert)
    return content
  }()

  init() async throws {
    try await Samples.publish(content, to: store, profiles: Samples.profiles)
  }

  private func findings(expectsPrivate: Bool = false) async throws -> [String] {
    try await TreeVerifier(store: store, expectsPrivate: expectsPrivate).read().findings.map {
      "\($0.object): \($0.kind): \($0.message)"
    }
  }

  private func put(_ name: String, _ bytes: [UInt8]) throws {
    try store.put(
      StoredObject(
        key: Samples.key(name), bytes: bytes, mediaType: "application/json",
        cacheControl: "public, max-age=60, must-revalidate"), .always)
  }

  private func privateObject(_ start: String, _ end: String) async throws -> ObjectKey {
    let keys = try store.list(ObjectKey.privateTree).objects.map(\.key)
    return try #require(keys.first { $0.text.hasPrefix(start) && $0.text.hasSuffix(end) })
  }

  /// A puzzle that has to be bought, turned by a symmetry, its regions lettered backwards.
  private func disguised(_ symmetry: Symmetry) throws -> String {
    let puzzle = try SBN(content.packs[2].puzzles[1]).puzzle.applying(symmetry)
    let side = puzzle.grid.side
    let letters = (0..<side * side).map { cell in
      String(UnicodeScalar(UInt8(ascii: "A") + UInt8(side - 1 - puzzle.region(of: cell))))
    }
    return "\(side)x\(puzzle.grid.stars).\(letters.joined())"
  }

  @Test("a paid puzzle copied into puzzles/ is found, under any symmetry and lettering")
  func copied() async throws {
    #expect(try await findings() == [])
    for symmetry in Symmetry.allCases {
      let text = try disguised(symmetry)
      try put("puzzles/notes.txt", Array("see \(text) there".utf8))
      let found = try await findings()
      #expect(
        found.contains { $0.hasPrefix("puzzles/notes.txt: paid: expert:1 can be read here") },
        "\(symmetry): \(found)")
    }
    let frame = try Zstandard.compressed(Array(try disguised(.identity).utf8), level: 3)
    try put("puzzles/notes.txt", frame)
    #expect(try await findings().contains { $0.hasPrefix("puzzles/notes.txt: paid: expert:1") })
  }

  @Test("a paid puzzle that is published as another thing, too, is found")
  func namedTwice() async throws {
    var other = content
    other.packs[0].puzzles.append(try disguised(.identity) + ".d3")
    other.packs[0].version = 2
    try await Samples.publish(other, to: store, profiles: Samples.profiles)
    let found = try await findings()
    #expect(
      found.contains { $0.contains(".intro.json: paid: expert:1 can be read here") }, "\(found)")
    #expect(found.contains { $0.contains("bundle/") && $0.contains(": paid: ") })
  }

  @Test("copies of its pack, app pack, hints and solutions are found by name and by digest")
  func copies() async throws {
    let objects = [
      ("private/packs/", ".expert.json", "puzzles/packs/expert.json"),
      ("private/app/", ".expert.json", "puzzles/app/x.json"),
      ("private/app/", ".expert-hints.json", "puzzles/app/expert-hints.json"),
      ("private/app/", ".expert-hints.json", "puzzles/hints.json"),
      ("private/hints/", ".json.zst", "puzzles/hints/h.json.zst"),
    ]
    for (start, end, name) in objects {
      let key = try await privateObject(start, end)
      try put(name, try #require(try await store.get(key)))
      let found = try await findings()
      #expect(found.contains { $0.hasPrefix("\(name): paid: ") }, "\(name): \(found)")
      try store.delete(Samples.key(name))
    }
    let hints = try await privateObject("private/hints/", ".json.zst")
    try put("puzzles/hints/\(hints.name)", [1])
    #expect(try await findings().contains { $0.hasPrefix("puzzles/hints/\(hints.name): paid") })
  }

  @Test("what is plainly of a paid pack is found without the private part as well")
  func withoutPrivatePart() async throws {
    let pack = try await privateObject("private/packs/", ".expert.json")
    let bytes = try #require(try await store.get(pack))
    for key in try store.list(ObjectKey.privateTree).objects.map(\.key) {
      try store.delete(key)
    }
    #expect(try await findings() == [])
    #expect(try await !findings(expectsPrivate: true).isEmpty)
    try put("puzzles/packs/\(pack.name)", bytes)
    #expect(try await findings().contains { $0.contains(".expert.json: paid: pack expert") })
  }

  @Test("a paid pack that a manifest names in the public part is found")
  func namedInPublic() async throws {
    let plan = try await Publisher(store: MemoryStore()).plan(
      content, at: Samples.clock, after: nil)
    var manifest = plan.manifest
    let key = ObjectKey.pack("expert", sha256: String(manifest.packs[2].object.name.prefix(64)))
    for step in plan.actions { if let object = step.object { try store.put(object, .always) } }
    var line = try #require(manifest.objects.first { $0.key == manifest.packs[2].object })
    try put(key.text, try #require(try await store.get(line.key)))
    line.key = key
    line.cacheControl = CacheControl.immutable
    manifest.packs[2].object = key
    manifest.objects = (manifest.objects.filter { $0.key.part == .open } + [line]).sorted {
      $0.key < $1.key
    }
    manifest.privatePart = nil
    try await Samples.overwrite(.manifest, manifest.json, in: store)
    try await Samples.overwrite(.release(1), manifest.json, in: store)
    #expect(
      try await findings().contains { $0.hasPrefix("\(key): paid: pack expert has to be bought") })
  }

  @Test("a private manifest that is another, or says something else, is found")
  func mixed() async throws {
    let key = try await privateObject("private/releases/", ".json")
    let bytes = try #require(try await store.get(key))
    let text = String(decoding: bytes, as: UTF8.self)
    for change in [("\"free\":false", "\"free\":true "), ("[\"expert\"]", "[\"expart\"]")] {
      let forged = Array(text.replacing(change.0, with: change.1).utf8)
      try await Samples.overwrite(key, forged, in: store)
      let found = try await findings()
      #expect(found.contains { $0.hasPrefix("\(key): changed: its SHA-256") }, "\(found)")
    }
    try await Samples.overwrite(key, bytes, in: store)
    // The same under a digest that the public manifest names.
    let forged = Array(text.replacing("[\"expert\"]", with: "[\"expart\"]").utf8)
    var manifest = try Manifest(json: try #require(try await store.get(.manifest)))
    let link = Manifest.PrivateLink(
      release: 1, bytes: forged.count, sha256: Digest.sha256(of: forged))
    manifest.privatePart = link
    try put(link.object.text, forged)
    try await Samples.overwrite(.manifest, manifest.json, in: store)
    try await Samples.overwrite(.release(1), manifest.json, in: store)
    #expect(
      try await findings().contains { $0.hasPrefix("\(link.object): contradiction: it says") })
  }

  @Test("changed slots of a paid pack that its two manifests tell otherwise are found")
  func toldOtherwise() async throws {
    let key = try await privateObject("private/releases/", ".json")
    var manifest = try Manifest(json: try #require(try await store.get(.manifest)))
    manifest.packs[2].changes = [ChangedSlots(version: 2, slots: [1], reason: "too easy")]
    try await Samples.overwrite(.manifest, manifest.json, in: store)
    try await Samples.overwrite(.release(1), manifest.json, in: store)
    let found = try await findings()
    #expect(found.contains { $0.hasPrefix("\(key): contradiction: it says") }, "\(found)")
  }
}
