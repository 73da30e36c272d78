import Dates
import Foundation
import HouseSupport
import Identity
import Manifest
import Publishing
import Stores
import TestSupport
import Testing
import Verifying

@Suite("Verifying a tree")
struct TreeVerifierTests {
  private let store = MemoryStore()

  /// A tree of three releases with all profiles, in which a pack has changed twice.
  init() async throws {
    try await Samples.publish(Samples.content(), to: store, profiles: Samples.profiles)
    for (release, days) in [(2, 5), (3, 6)] {
      var content = Samples.content(days: days)
      content.packs[0].puzzles.append(Samples.sbn(150 + release))
      content.packs[0].version = release
      try await Samples.publish(
        content, to: store, at: Samples.time("2026-11-2\(release)T03:00:00Z"),
        profiles: Samples.profiles)
    }
  }

  private func findings(atLeast release: Int = 0) async throws -> [Finding] {
    try await TreeVerifier(store: store).read(atLeast: release).findings
  }

  private func bytes(_ key: ObjectKey) async throws -> [UInt8] {
    try #require(try await store.get(key))
  }

  private func overwrite(_ key: ObjectKey, _ bytes: [UInt8]) async throws {
    try await Samples.overwrite(key, bytes, in: store)
  }

  /// Every object of the tree but for those whose damage is looked at elsewhere.
  private func keys() async throws -> [ObjectKey] {
    try await Samples.tree(store).keys.sorted()
  }

  @Test("finds nothing wrong with a whole tree, and gives every puzzle once")
  func whole() async throws {
    let reading = try await TreeVerifier(store: store).read(atLeast: 3)
    #expect(reading.findings == [])
    #expect(reading.isWhole == true)
    #expect(reading.manifest?.release == 3)
    let count = 5 + 3 + 6 + 2 + 1
    #expect(reading.puzzles.count == count)
    #expect(Set(reading.puzzles.map(\.id)).count == reading.puzzles.count)
    #expect(reading.puzzles.first?.id == .slot(pack: "intro", index: 0))
    #expect(reading.puzzles.last?.id == PuzzleID("monthly:2026-11"))
    #expect(
      reading.puzzles.first { $0.id == PuzzleID("daily:2026-11-22") }?.sbn == Samples.sbn(1002))
  }

  /// What is wrong with how far the days reach, which are those from the 20th to the 25th.
  private func faultsOfDays(at time: String, _ count: Int) async throws -> [String] {
    let reading = try await TreeVerifier(store: store)
      .read(at: Samples.time(time), horizon: [.daily: count])
    return reading.findings.filter { $0.object == ObjectKey.manifest.text }.map(\.message)
  }

  @Test("the dates have to reach as far ahead of the reader's clock as is asked for")
  func endOfCalendar() async throws {
    let ends = "the daily calendar ends with daily:2026-11-25, not daily:2026-11-"
    #expect(try await faultsOfDays(at: "2026-11-21T03:00:00Z", 5) == [])
    #expect(try await faultsOfDays(at: "2026-11-21T03:00:00Z", 6) == [ends + "26"])
    #expect(try await faultsOfDays(at: "2026-11-21T23:59:59Z", 7) == [ends + "27"])
    #expect(try await faultsOfDays(at: "2026-11-22T00:00:00Z", 5) == [ends + "26"])
    // While somewhere it is still the last date, nobody is without a puzzle.
    #expect(try await faultsOfDays(at: "2026-11-26T03:00:00Z", 1) == [ends + "26"])
    #expect(
      try await faultsOfDays(at: "2026-11-27T03:00:00Z", 1)
        == ["no puzzle for daily:2026-11-26", ends + "27"])
  }

  @Test("the dates have to begin by today, unless those up to the first were taken back")
  func beginningOfCalendar() async throws {
    #expect(try await faultsOfDays(at: "2026-11-20T03:00:00Z", 1) == [])
    #expect(
      try await faultsOfDays(at: "2026-11-19T03:00:00Z", 1)
        == ["the daily calendar begins with daily:2026-11-20"])
    var content = Samples.content(days: 6)
    content.packs[0].puzzles.append(Samples.sbn(153))
    content.packs[0].version = 3
    content.calendar.removeAll { $0.period.id == "daily:2026-11-20" }
    content.withdrawals = [.init(id: "daily:2026-11-20", reason: "ugly")]
    try await Samples.publish(
      content, to: store, at: Samples.time("2026-11-24T03:00:00Z"), profiles: Samples.profiles)
    #expect(try await faultsOfDays(at: "2026-11-20T03:00:00Z", 1) == [])
    #expect(
      try await faultsOfDays(at: "2026-11-19T03:00:00Z", 1)
        == ["the daily calendar begins with daily:2026-11-21"])
  }

  @Test("finds every object that is missing, by name")
  func missing() async throws {
    for key in try await keys() {
      let object = try await bytes(key)
      try store.delete(key)
      let findings = try await findings()
      #expect(findings.contains { $0.object == key.text && $0.kind == .missing })
      #expect(try await !TreeVerifier(store: store).read().isWhole)
      try await overwrite(key, object)
    }
  }

  @Test("finds every object that is changed or cut off, by name")
  func changed() async throws {
    for key in try await keys() {
      let object = try await bytes(key)
      var flipped = object
      flipped[object.count / 2] ^= 1
      for damaged in [flipped, Array(object.dropLast()), [], object + [0x0A]] {
        try await overwrite(key, damaged)
        let findings = try await findings().filter { $0.object == key.text }
        #expect(
          findings.contains { [.changed, .unreadable, .contradiction].contains($0.kind) },
          "\(key): \(findings)")
        #expect(try await !TreeVerifier(store: store).read().isWhole)
      }
      try await overwrite(key, object)
    }
  }

  @Test("finds objects that have changed places, both of them")
  func swapped() async throws {
    let pairs =
      [
        (ObjectKey.entry(Samples.period("daily:2026-11-21")), "daily:2026-11-22"),
        (.entry(Samples.period("weekly:2026-47")), "daily:2026-11-20"),
      ].map { ($0, ObjectKey.entry(Samples.period($1))) } + [
        (.pack("intro"), .pack("1star-8x8")), (.release(1), .release(2)),
        (.release(2), .release(3)), (.app("intro"), .app("1star-8x8")),
        (.app("intro"), .appHints("intro")), (.bundle, .compressedBundle),
        (.now, .versions),
      ]
    for (one, other) in pairs {
      let (first, second) = (try await bytes(one), try await bytes(other))
      try await overwrite(one, second)
      try await overwrite(other, first)
      let found = try await findings().map(\.object)
      #expect(found.contains(one.text) && found.contains(other.text), "\(one) and \(other)")
      #expect(try await !TreeVerifier(store: store).read().isWhole)
      try await overwrite(one, first)
      try await overwrite(other, second)
    }
  }

  @Test(
    "finds what was added, by name",
    arguments: [
      "puzzles/notes.txt", "puzzles/packs/other.json", "puzzles/daily/2026-11-19.sbn",
      "puzzles/daily/2026-13-19.sbn", "puzzles/hourly/1.sbn", "puzzles/releases/0.json",
      "puzzles/packs/\(String(repeating: "0", count: 64)).intro.json",
    ])
  func added(name: String) async throws {
    let key = Samples.key(name)
    try await overwrite(key, Array(Samples.sbn(4).utf8))
    let reading = try await TreeVerifier(store: store).read()
    #expect(reading.findings.map(\.object) == [name])
    #expect(reading.findings.first?.kind == .unnamed)
    #expect(!reading.isWhole)
  }

  @Test("finds links and odd names in a folder")
  func strays() async throws {
    let folder = TemporaryFolder()
    let store = DirectoryStore(root: folder.path)
    try await Samples.publish(Samples.content(), to: store)
    try folder.write("x", to: "puzzles/packs/a b")
    try folder.write("x", to: "puzzles/.almanac-4194304-7.tmp")
    try folder.write("x", to: "README.md")
    let reading = try await TreeVerifier(store: store).read()
    #expect(
      reading.findings.map { "\($0.object) \($0.kind)" }
        == ["puzzles/.almanac-4194304-7.tmp unfinished", "puzzles/packs/a b unnamed"])
  }

  @Test("a whole tree that is older than one that was seen is found by its number")
  func older() async throws {
    let findings = try await findings(atLeast: 4)
    #expect(findings.map(\.kind) == [.older])
    #expect(findings.first?.object == "puzzles/manifest.json")
  }

  @Test("a pointer that was put back is found by what it left behind")
  func pointerPutBack() async throws {
    for release in [1, 2] {
      try await overwrite(.manifest, try await bytes(.release(release)))
      let reading = try await TreeVerifier(store: store).read()
      #expect(
        reading.findings.contains { $0.object == "puzzles/manifest.json" && $0.kind == .older })
      #expect(!reading.isWhole)
    }
  }

  @Test("pointers that are of a release before the last are found")
  func lateAliases() async throws {
    let old = try await Manifest(json: bytes(.release(1)))
    let object = try #require(old.packs.first?.object)
    try await overwrite(.pack("intro"), try await bytes(object))
    try await overwrite(.versions, Array(#"{"intro":1,"1star-8x8":1}"#.utf8))
    #expect(
      try await findings().map { "\($0.object) \($0.kind)" }
        == ["puzzles/packs/intro.json changed", "puzzles/versions.json changed"])
  }

  @Test("pointers of the release before are what an interruption leaves")
  func laggingAliases() async throws {
    let old = try await Manifest(json: bytes(.release(2)))
    let object = try #require(old.packs.first?.object)
    try await overwrite(.pack("intro"), try await bytes(object))
    try await overwrite(.versions, Array(#"{"intro":2,"1star-8x8":1}"#.utf8))
    let reading = try await TreeVerifier(store: store).read()
    #expect(reading.findings.map(\.kind) == [.unfinished, .unfinished])
    #expect(reading.isWhole == true)
  }

  @Test("what apps ask for by an id alone is missing in a tree of one release, too")
  func pointersOfFirstRelease() async throws {
    let store = MemoryStore()
    try await Samples.publish(Samples.content(), to: store, profiles: Samples.profiles)
    let whole = try await Samples.tree(store)
    let keys = [ObjectKey.versions, .pack("intro"), .app("intro"), .appHints("intro"), .bundle]
    for lost in keys.map({ [$0] }) + [keys] {
      for key in lost { try store.delete(key) }
      let reading = try await TreeVerifier(store: store).read()
      #expect(Set(reading.findings.map(\.object)) == Set(lost.map(\.text)))
      #expect(reading.findings.allSatisfy { $0.kind == .missing })
      try await Samples.publish(Samples.content(), to: store, profiles: Samples.profiles)
      #expect(try await Samples.tree(store) == whole)
    }
  }

  @Test("a new pack's id is missing once versions.json tells of it")
  func pointerOfNewPack() async throws {
    var content = Samples.content(days: 7)
    content.packs[0].puzzles += [Samples.sbn(152), Samples.sbn(153)]
    content.packs[0].version = 4
    content.packs.append(Samples.pack("expert", first: 300))
    try await Samples.publish(
      content, to: store, at: Samples.time("2026-11-24T03:00:00Z"), profiles: Samples.profiles)
    try store.delete(.pack("expert"))
    #expect(try await findings().map(\.kind) == [.missing])
    try await overwrite(.versions, Array(#"{"intro":3,"1star-8x8":1}"#.utf8))
    #expect(try await findings().map(\.kind) == [.unfinished, .unfinished])
  }

  @Test("a folder in an object's place, and a folder that nothing is in, are told")
  func folders() async throws {
    let folder = TemporaryFolder()
    let store = DirectoryStore(root: folder.path)
    try await Samples.publish(Samples.content(), to: store)
    try store.delete(.pack("intro"))
    try folder.write("x", to: "puzzles/packs/intro.json/inside/x.txt")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/puzzles/empty", withIntermediateDirectories: true)
    let reading = try await TreeVerifier(store: store).read()
    #expect(
      reading.findings.map { "\($0.object) \($0.kind)" } == [
        "puzzles/empty/ unfinished", "puzzles/packs/intro.json obstacle",
        "puzzles/packs/intro.json/inside/x.txt unnamed",
      ])
    try FileManager.default.removeItem(atPath: folder.path + "/puzzles/packs/intro.json")
    #expect(try store.sweep("puzzles/") == ["puzzles/empty/"])
    try await Samples.publish(Samples.content(), to: store)
    #expect(try await TreeVerifier(store: store).read().findings.isEmpty)
  }

  @Test("an empty tree, and one that is no tree, have no manifest")
  func noManifest() async throws {
    let reading = try await TreeVerifier(store: MemoryStore()).read()
    #expect(reading.findings.map(\.kind) == [.missing])
    #expect(reading.manifest == nil)
  }

  @Test("headers that a store keeps have to be those of the manifest")
  func headers() async throws {
    let key = ObjectKey.entry(Samples.period("daily:2026-11-21"))
    let object = StoredObject(
      key: key, bytes: try await bytes(key), mediaType: "text/html", cacheControl: "no-store")
    try store.put(object, .always)
    let findings = try await findings()
    #expect(findings.map(\.object) == [key.text, key.text])
    #expect(findings.allSatisfy { $0.kind == .changed })
  }

  @Test("what the checks of puzzles say is found, with the puzzle's id")
  func puzzleChecks() async throws {
    var reading = try await TreeVerifier(store: store).read()
    for puzzle in reading.puzzles where puzzle.sbn == Samples.sbn(1002) {
      reading.add(["it has 2 solutions", "its grade is 4"], for: puzzle)
    }
    #expect(
      reading.findings.map(\.description) == [
        "puzzles/daily/2026-11-22.sbn: puzzle: daily:2026-11-22: it has 2 solutions",
        "puzzles/daily/2026-11-22.sbn: puzzle: daily:2026-11-22: its grade is 4",
      ])
    #expect(!reading.isWhole)
  }
}
