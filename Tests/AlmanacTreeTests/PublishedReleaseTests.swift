import AlmanacTree
import Dates
import Foundation
import HouseSupport
import Identity
import JSONText
import Manifest
import Publishing
import Signing
import Stores
import TestSupport
import Testing

@Suite("A published tree as a server reads it")
struct PublishedReleaseTests {
  private let folder = TemporaryFolder()
  private var store: DirectoryStore { DirectoryStore(root: folder.path) }
  private var manifest: String { "\(folder.path)/puzzles/manifest.json" }

  private func publish() async throws -> PublishedRelease {
    try await Samples.publish(Samples.content(), to: store)
    return try #require(try PublishedRelease(root: folder.path))
  }

  private func bytes(_ key: ObjectKey) throws -> [UInt8] {
    try #require(try store.get(key, limit: 1 << 20))
  }

  /// Writes another manifest, which says something else at a place.
  private func forge(_ path: [JSONStep], _ value: JSONValue?) throws {
    let bytes = try #require(FileManager.default.contents(atPath: manifest))
    try folder.write(
      JSONValue.text(Array(bytes), replacing: path, with: value), to: "puzzles/manifest.json")
  }

  private func file(_ object: PublishedRelease.Object, _ release: PublishedRelease) throws -> String
  {
    let named = try folder.contents(of: "puzzles")
    let bytes = try release.bytes(of: object)
    let name = named.first {
      $0.value == bytes && ($0.key.hasSuffix(".sbn") || $0.key.contains(object.sha256))
    }
    return "\(folder.path)/puzzles/" + (try #require(name?.key))
  }

  @Test("packs, dates and versions are those of the manifest")
  func whole() async throws {
    let release = try await publish()
    let pack = try #require(release.pack("intro"))
    #expect(pack.isFree)
    #expect(try release.bytes(of: pack.object) == bytes(.pack("intro")))
    let day = try #require(release.puzzle("daily", "2026-11-21"))
    #expect(try release.bytes(of: day) == Array(Samples.sbn(1001).utf8))
    #expect(String(decoding: release.versions, as: UTF8.self) == "{\"intro\":1,\"1star-8x8\":1}")
    #expect(release.pack("none") == nil)
    #expect(release.puzzle("daily", "2031-01-01") == nil)
    #expect(release.puzzle("../daily", "2026-11-21") == nil)
    #expect(try PublishedRelease(root: folder.path + "/puzzles") == nil)
  }

  @Test("dates whose puzzles were taken back are known, for another one or for good")
  func takenBack() async throws {
    _ = try await publish()
    var manifest = try Manifest(json: bytes(.manifest))
    let digest = String(repeating: "0", count: 64)
    manifest.withdrawals = [.init(id: "daily:2026-11-20", reason: "a name", release: 1)]
    manifest.replacements = [
      .init(
        period: try Period(id: "daily:2026-11-21"), reason: "a face", release: 1, replaced: digest,
        by: digest)
    ]
    try folder.write(
      String(decoding: manifest.json, as: UTF8.self), to: "puzzles/manifest.json")
    let release = try #require(try PublishedRelease(root: folder.path))
    let ids = ["daily:2026-11-20", "daily:2026-11-21", "daily:2026-11-22", "intro:0"]
    #expect(ids.filter(release.wasTakenBack) == ["daily:2026-11-20", "daily:2026-11-21"])
  }

  @Test("an opening has the texts of all that an app needs, and of what it knows the dates alone")
  func opening() async throws {
    try await Samples.publish(Samples.content(), to: store, profiles: Samples.profiles)
    let release = try #require(try PublishedRelease(root: folder.path))
    let now = try #require(try release.nowFile())
    let bytes = try #require(try release.opening(knowing: nil))
    let opening = try JSONValue(reading: bytes)
    #expect(opening.members.map(\.key) == ["now", "manifest"])
    #expect(opening["now"] == .string(String(decoding: now, as: UTF8.self)))
    #expect(
      opening["manifest"] == .string(String(decoding: try self.bytes(.manifest), as: UTF8.self)))
    // What an app tells that it knows can be made of the manifest's own text.
    let manifest = try JSONValue(reading: self.bytes(.manifest))
    let news = JSONValue.object(
      ["packs", "replacements", "withdrawals"].map { JSONMember($0, manifest[$0] ?? .null) })
    func digest(_ bytes: [UInt8]) -> String { String(Digest.sha256(of: bytes).prefix(32)) }
    let known = try #require(try release.opening(knowing: digest(news.text)))
    #expect(try JSONValue(reading: known).members.map(\.key) == ["now"])
    #expect(try release.opening(knowing: "0") == bytes)
    // Signatures and keys come along where they are, as they are.
    let number = try Manifest(json: self.bytes(.manifest)).release
    try folder.write("a signature", to: "puzzles/releases/\(number).sig")
    try folder.write("keys", to: "puzzles/keys.json")
    let signed = try JSONValue(reading: #require(try release.opening(knowing: nil)))
    #expect(signed["signature"] == .string("a signature"))
    #expect(signed["keys"] == .string("keys"))
    // An app that knows the release and not the keys is told of them.
    let unaware = try #require(try release.opening(knowing: digest(news.text)))
    #expect(try JSONValue(reading: unaware) == signed)
    let aware = try #require(
      try release.opening(knowing: digest(news.text + Array("keys".utf8))))
    #expect(try JSONValue(reading: aware).members.map(\.key) == ["now"])
    let bundle = try #require(release.bundle)
    #expect(try release.bytes(of: bundle) == self.bytes(.bundle))
  }

  @Test("where signatures are checked, no release before one that was read is read again")
  func rolledBack() async throws {
    let trust = try TreeTrust.ofSamples()
    var content = Samples.content()
    try await Samples.publish(content, to: store)
    try folder.signRelease()
    let old = try bytes(.manifest)
    let first = try #require(try PublishedRelease(root: folder.path, trust: trust))
    content.packs[0] = Samples.pack("intro", version: 2, first: 700)
    try await Samples.publish(content, to: store)
    try folder.signRelease()
    let second = try #require(try first.refreshed())
    #expect(second.number == 2)
    // It is whole, and signed by whom it was.
    try folder.write(old, to: "puzzles/manifest.json")
    #expect(try PublishedRelease(root: folder.path, trust: .ofSamples())?.number == 1)
    let damage = #expect(throws: TreeDamage.self) { try second.refreshed() }
    #expect(damage?.leavesBefore == true)
    #expect(throws: TreeDamage.self) { try PublishedRelease(root: folder.path, trust: trust) }
  }

  @Test(
    "a point for which anybody can make signatures is no root, however it is written",
    arguments: [
      // All points whose order divides 8, by one coordinate: 0, 1 and −1, then 0 and 1 as numbers
      // that were not reduced by 2²⁵⁵ − 19, then the two of order 8.
      "00" + String(repeating: "00", count: 31), "01" + String(repeating: "00", count: 31),
      "ec" + String(repeating: "ff", count: 30) + "7f",
      "ed" + String(repeating: "ff", count: 30) + "7f",
      "ee" + String(repeating: "ff", count: 30) + "7f",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ])
  func weakRoots(point: String) throws {
    let good = try SecretKey.sample(1).publicKey.text
    #expect(TreeTrust(rootKeys: [good], now: { 0 }) != nil)
    var bytes = try #require(Digest.bytes(hexadecimal: point, count: 32))
    for _ in 0..<2 {
      let text = Digest.hexadecimal(bytes)
      #expect(TreeTrust(rootKeys: [text], now: { 0 }) == nil)
      #expect(TreeTrust(rootKeys: [good, text], now: { 0 }) == nil)
      bytes[31] ^= 0x80
    }
  }

  @Test("slots that got another puzzle are known")
  func changed() async throws {
    _ = try await publish()
    var manifest = try Manifest(json: bytes(.manifest))
    let change = ChangedSlots(version: 2, slots: [1, 2], reason: "a face")
    manifest.packs[0].changes = [change]
    manifest.packs[0].version = 2
    try folder.write(
      String(decoding: manifest.json, as: UTF8.self), to: "puzzles/manifest.json")
    let release = try #require(try PublishedRelease(root: folder.path))
    let ids = ["intro:0", "intro:1", "intro:2", "1star-8x8:1", "intro", "daily:2026-11-21"]
    #expect(ids.filter(release.wasChanged) == ["intro:1", "intro:2"])
  }

  @Test("what stands in the place of now.json is not given out, and of a later release the last is")
  func damagedNow() async throws {
    try await Samples.publish(Samples.content(), to: store, profiles: Samples.profiles)
    let release = try #require(try PublishedRelease(root: folder.path))
    let good = try #require(try release.nowFile())
    let later = JSONValue.text(
      good, replacing: ["release"], with: .integer(release.number + 1))
    let large = Array(good.dropLast()) + Array(repeating: 0x20, count: 1 << 20) + [0x7D]
    for bad in [Array("<html>busy</html>".utf8), large, []] {
      try folder.write(bad, to: "puzzles/now.json")
      #expect(throws: TreeDamage.self) { try release.nowFile() }
      #expect(throws: TreeDamage.self) { try release.opening(knowing: nil) }
    }
    // Whatever may be shown of it meanwhile.
    try folder.write(good, to: "puzzles/now.json")
    #expect(try release.nowFile { _ in false } != good)
    try folder.write(later, to: "puzzles/now.json")
    #expect(try release.nowFile() == good)
    let unaware = try #require(try PublishedRelease(root: folder.path))
    #expect(throws: TreeDamage.self) { try unaware.nowFile() }
    try folder.write(good, to: "puzzles/now.json")
    #expect(try release.nowFile() == good)
    #expect(try unaware.nowFile() == good)
  }

  @Test("of dates that may not be shown now.json says all but the puzzle, until they may")
  func hiddenDates() async throws {
    try await Samples.publish(Samples.content(), to: store, profiles: Samples.profiles)
    let release = try #require(try PublishedRelease(root: folder.path))
    let whole = try #require(try release.nowFile())
    let hidden = try #require(try release.nowFile { $0 != "daily:2026-11-22" })
    let (before, after) = try (JSONValue(reading: whole), JSONValue(reading: hidden))
    #expect(after["packs"] == before["packs"] && after["day"] == before["day"])
    let lines = [before, after].map { value -> [JSONValue] in
      guard case .array(let lines)? = value["dates"]?["daily"] else { return [] }
      return lines
    }
    #expect(lines[0].count == lines[1].count)
    for (line, shown) in zip(lines[0], lines[1]) {
      let isHidden = line["id"] == .string("daily:2026-11-22")
      #expect(isHidden == (line != shown))
      if isHidden {
        #expect(line["sbn"] != nil && shown["sbn"] == nil && line["sha256"] == shown["sha256"])
      }
    }
    let opening = try #require(try release.opening(knowing: nil) { $0 != "daily:2026-11-22" })
    #expect(
      try JSONValue(reading: opening)["now"] == .string(String(decoding: hidden, as: UTF8.self)))
    #expect(try release.nowFile() == whole)
  }

  @Test("what has to be bought is not to be had unless it is said where it lies")
  func paid() async throws {
    var content = Samples.content()
    content.packs[0].free = false
    content.packs[0].entitlements = ["pro_bundle"]
    try await Samples.publish(content, to: store)
    let release = try #require(try PublishedRelease(root: folder.path))
    let pack = try #require(release.pack("intro"))
    #expect(!pack.isFree && pack.entitlements == ["pro_bundle"])
    #expect(!release.isHere(pack.object))
    #expect(throws: TreeDamage.self) { try release.bytes(of: pack.object) }
    let both = try #require(
      try PublishedRelease(root: folder.path, privateRoot: folder.path)?.refreshed())
    #expect(both.isHere(pack.object))
    #expect(
      try both.bytes(of: pack.object) == bytes(.pack("intro", in: .paid)))
  }

  @Test(
    "a manifest that names a file outside the tree opens none",
    arguments: [
      "../../../../../../../etc/passwd", "/etc/passwd", "/proc/self/environ", "puzzles/../secret",
      "puzzles/./secret", "puzzles//secret", "..", "", "~/secret", "puzzles/packs/%2e%2e/secret",
      "puzzles\\..\\secret", "puzzles/packs/\u{0}secret", "puzzles/.hidden", "file:///etc/passwd",
    ])
  func outside(path: String) async throws {
    let release = try await publish()
    try folder.write("SECRET", to: "secret")
    let objects = try JSONValue(reading: bytes(.manifest))["objects"]
    guard case .array(let lines)? = objects, case .object? = lines.first else {
      Issue.record("there are no objects")
      return
    }
    // Named by the pack alone, and with the digest of what it is after.
    try forge(["packs", 0, "object"], .string(path))
    for _ in 0..<2 {
      #expect { try PublishedRelease(root: folder.path) } throws: { error in
        (error as? TreeDamage)?.path == "puzzles/manifest.json"
      }
      #expect(throws: TreeDamage.self) { try release.refreshed() }
      try forge(["objects", 0, "key"], .string(path))
    }
    try forge(["earlierObjects"], .array([.string(path)]))
    #expect(throws: TreeDamage.self) { try PublishedRelease(root: folder.path) }
  }

  @Test("dates that are none, packs that are none and objects without a digest are refused")
  func hostileNames() async throws {
    let changes: [([JSONStep], JSONValue?)] = [
      (["calendar", "daily", "entries"], .object([JSONMember("../../../etc/passwd", "x")])),
      (["packs", 0, "id"], .string("../../etc/passwd")),
      (["packs", 0, "id"], .string("a/../b")), (["objects"], .array([])),
      (["packs", 0, "object"], .string("puzzles/manifest.json")),
      (["packs", 0, "object"], .string("private/pack.json")),
    ]
    for (path, value) in changes {
      _ = try await publish()
      let good = try bytes(.manifest)
      try forge(path, value)
      #expect(throws: TreeDamage.self, "\(path)") { try PublishedRelease(root: folder.path) }
      try folder.write(good, to: "puzzles/manifest.json")
    }
    for text in ["", "{}", "[]", "{\"schema\":1", "\u{0}", String(repeating: "[", count: 1 << 20)] {
      try folder.write(text, to: "puzzles/manifest.json")
      #expect(throws: TreeDamage.self) { try PublishedRelease(root: folder.path) }
    }
  }

  @Test("a link anywhere below the tree is not followed, even to the same bytes")
  func links() async throws {
    let release = try await publish()
    let pack = try #require(release.pack("intro")).object
    let day = try #require(release.puzzle("daily", "2026-11-21"))
    let files = FileManager.default
    for path in try [file(pack, release), file(day, release), manifest] {
      try files.moveItem(atPath: path, toPath: "\(folder.path)/moved")
      try files.createSymbolicLink(atPath: path, withDestinationPath: "\(folder.path)/moved")
      if path == manifest {
        #expect(throws: TreeDamage.self) { try PublishedRelease(root: folder.path) }
        #expect(throws: TreeDamage.self) { try release.refreshed() }
      } else {
        let object = path.hasSuffix(".sbn") ? day : pack
        #expect(throws: TreeDamage.self) { try release.bytes(of: object) }
      }
      try files.removeItem(atPath: path)
      try files.moveItem(atPath: "\(folder.path)/moved", toPath: path)
      #expect(try PublishedRelease(root: folder.path)?.digest == release.digest)
    }
    // A whole folder, and one in the place of an object.
    try files.moveItem(atPath: "\(folder.path)/puzzles/daily", toPath: "\(folder.path)/moved")
    try files.createSymbolicLink(
      atPath: "\(folder.path)/puzzles/daily", withDestinationPath: "\(folder.path)/moved")
    #expect(throws: TreeDamage.self) { try release.bytes(of: day) }
    let path = try file(pack, release)
    try files.removeItem(atPath: path)
    try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: TreeDamage.self) { try release.bytes(of: pack) }
  }

  @Test("what has another digest is not given out, and is as soon as it is healed")
  func damaged() async throws {
    let release = try await publish()
    for object in [
      try #require(release.pack("intro")).object,
      try #require(release.puzzle("weekly", "2026-47")),
    ] {
      let good = try release.bytes(of: object)
      let name = String(try file(object, release).dropFirst(folder.path.count + 1))
      for bad in [Array("{\"damaged\":true}".utf8), [], good + [10], Array(good.dropLast())] {
        try folder.write(bad, to: name)
        #expect(throws: TreeDamage.self) { try release.bytes(of: object) }
        try folder.write(good, to: name)
        #expect(try release.bytes(of: object) == good)
      }
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
      #expect(throws: TreeDamage.self) { try release.bytes(of: object) }
      try folder.write(good, to: name)
      #expect(try release.bytes(of: object) == good)
    }
  }

  @Test("between a manifest and the rest of a publish, versions are those of the manifest")
  func midPublish() async throws {
    let old = try await publish()
    var content = Samples.content()
    content.packs[1].puzzles.append(Samples.sbn(999))
    content.packs[1].version = 2
    let plan = try await Publisher(store: store).plan(content, at: Samples.clock, after: 1)
    var seen: [String] = []
    for step in plan.actions {
      if let object = step.object { try store.put(object, step.condition) }
      let release = try #require(try old.refreshed())
      let versions = String(decoding: release.versions, as: UTF8.self)
      if seen.last != versions { seen.append(versions) }
      // Whatever the moment, everything that a release names can be had.
      for id in ["intro", "1star-8x8"] {
        let pack = try #require(release.pack(id))
        let text = String(decoding: try release.bytes(of: pack.object), as: UTF8.self)
        let version = release.digest == old.digest || id == "intro" ? 1 : 2
        #expect(text.contains("\"version\":\(version)"))
      }
    }
    #expect(seen == ["{\"intro\":1,\"1star-8x8\":1}", "{\"intro\":1,\"1star-8x8\":2}"])
    let current = try #require(try old.refreshed())
    #expect(current.digest != old.digest)
    #expect(try current.refreshed()?.digest == current.digest)
    try FileManager.default.removeItem(atPath: manifest)
    #expect(try current.refreshed() == nil)
  }
}
