import Foundation
import HouseSupport
import Identity
import JSONText
import Manifest
import Publishing
import Stores
import TestSupport
import Testing
import Verifying

/// What has to be bought is never in the public part, in no form.
@Suite("Publishing packs that have to be bought")
struct PaidPacksTests {
  static let laterClock = Samples.time("2026-11-22T03:00:00Z")

  /// The packs of the sample, and one that has to be bought.
  static func content(days: Int = 4, isFree: Bool = false) -> ReleaseContent {
    var content = Samples.content(days: days)
    var expert = Samples.pack("expert", first: 400, count: 5)
    expert.free = isFree
    expert.entitlements = isFree ? [] : ["expert", "pro_bundle"]
    content.packs.insert(expert, at: 1)
    return content
  }

  /// The layouts of the puzzles that have to be bought.
  private static let layouts = content().packs[1].puzzles.map { text in
    Data(text.split(separator: ".")[1].utf8)
  }

  private func publish(
    _ content: ReleaseContent, to store: any ObjectStore, at time: String = "2026-11-21T03:00:00Z",
    keepingFrom oldest: Int? = nil
  ) async throws -> PublishOutcome {
    let publisher = Publisher(store: store)
    return try await publisher.publish(
      publisher.plan(
        content, at: Samples.time(time), after: nil, profiles: Samples.profiles,
        keepingFrom: oldest))
  }

  private func findings(_ store: any ObjectStore) async throws -> [Finding] {
    try await TreeVerifier(store: store, expectsPrivate: true).read().findings
  }

  /// The keys of the public part whose objects hold a puzzle that has to be bought.
  private static func leaks(in store: any ObjectStore) async throws -> [String] {
    var leaks: [String] = []
    for info in try await store.list(ObjectKey.tree).objects {
      let bytes = Data(try await store.get(info.key) ?? [])
      let isLeak = layouts.contains { bytes.range(of: $0) != nil }
      if isLeak || info.key.text.contains("expert") { leaks.append(info.key.text) }
    }
    return leaks
  }

  @Test("all of one is in private/, and the public manifest says only what it may")
  func whereItIs() async throws {
    let store = MemoryStore()
    _ = try await publish(Self.content(), to: store)
    #expect(try await Self.leaks(in: store) == [])
    let keys = try store.list(ObjectKey.privateTree).objects.map { info in
      info.key.text.replacing(/[0-9a-f]{64}/, with: "#")
    }
    #expect(
      keys.sorted() == [
        "private/app/#.expert-hints.json", "private/app/#.expert.json",
        "private/app/expert-hints.json", "private/app/expert.json", "private/hints/#.json",
        "private/hints/#.json.zst", "private/manifest.json", "private/packs/#.expert.json",
        "private/packs/expert.json", "private/releases/#.1.json",
      ])
    let json = try JSONValue(reading: try #require(try await store.get(.manifest)))
    guard case .array(let packs) = json["packs"] else {
      Issue.record("there are no packs")
      return
    }
    #expect(
      packs[1].members.map(\.key) == [
        "bytes", "count", "difficulty", "entitlements", "free", "grids", "id", "name", "sha256",
        "size", "stars", "version",
      ])
    #expect(try await findings(store) == [])
    for info in try store.list(ObjectKey.privateTree).objects {
      #expect(store.cacheControl(of: info.key) == "private, no-cache", "\(info.key)")
    }
    let versions = String(decoding: try #require(try await store.get(.versions)), as: UTF8.self)
    #expect(versions == #"{"intro":1,"expert":1,"1star-8x8":1}"#)
  }

  @Test("publishing again writes nothing, and a night without news of it leaves private/ alone")
  func again() async throws {
    let store = MemoryStore()
    _ = try await publish(Self.content(), to: store)
    #expect(try await publish(Self.content(), to: store).written.isEmpty)
    let next = try await publish(Self.content(days: 5), to: store, at: "2026-11-22T03:00:00Z")
    #expect(next.isNew && next.written.allSatisfy { $0.part == .open })
    #expect(try await findings(store) == [])
    var other = Self.content(days: 5)
    other.packs[1].entitlements = ["unlock_all"]
    let third = try await publish(other, to: store, at: "2026-11-22T04:00:00Z")
    #expect(third.isNew && third.written.contains { $0.isPrivateRelease })
    #expect(try await findings(store) == [])
  }

  @Test(
    "killed anywhere, in one place or two, it leaves the old release or the new one, and no leak",
    arguments: FaultStore.Fault.allCases)
  func killed(fault: FaultStore.Fault) async throws {
    var later = Self.content(days: 5)
    later.packs[1].puzzles[2] = Samples.sbn(700)
    later.packs[1].puzzles.append(Samples.sbn(701))
    later.packs[1].version = 2
    try await sweep(fault, Self.content(), later, .two)
    guard fault == .killedAfter else { return }
    try await sweep(fault, Self.content(), later, .one)
    for before in [nil, Samples.content()] {
      try await sweep(fault, before, Self.content(days: 5), .two)
    }
  }

  // Writing to disk takes its time; what a store does to a publish is the same for all.
  @Test("killed anywhere in two folders, too")
  func killedInFolders() async throws {
    try await sweep(.killedAfter, Self.content(), Self.content(days: 5), .folders)
  }

  @Test("killed anywhere in two buckets, too")
  func killedInBuckets() async throws {
    try await sweep(.killedAfter, Self.content(), Self.content(days: 5), .buckets)
  }

  /// Where the two parts lie.
  private enum Places {
    case one
    case two
    case folders
    case buckets

    func make() throws -> (store: any ObjectStore, keepAlive: TemporaryFolder?) {
      switch self {
      case .one: (MemoryStore(), nil)
      case .two: (fork(MemoryStore(), MemoryStore()), nil)
      case .folders: StoreKind.twoPlaces.make()
      case .buckets: (fork(try FakeBucket().store(), try FakeBucket().store()), nil)
      }
    }

    private func fork(_ main: any ObjectStore, _ side: any ObjectStore) -> any ObjectStore {
      ForkedStore(main, folder: ObjectKey.privateTree, in: side)
    }
  }

  private func sweep(
    _ fault: FaultStore.Fault, _ before: ReleaseContent?, _ during: ReleaseContent, _ places: Places
  ) async throws {
    var number = 0
    while true {
      let (base, keep) = try places.make()
      defer { withExtendedLifetime(keep) {} }
      if let before { _ = try await publish(before, to: base) }
      let old = before == nil ? 0 : 1
      let store = FaultStore(base, operation: number, fault)
      _ = try? await publish(during, to: store, at: "2026-11-22T03:00:00Z")
      guard store.hasFired else { break }
      let place: Comment = "\(fault), \(old == 0 ? "first" : "second") release, operation \(number)"
      #expect(try await Self.leaks(in: base) == [], place)
      let reading = try await TreeVerifier(store: base).read()
      if !store.hasDamaged {
        #expect([old, old + 1].contains(reading.manifest?.release ?? 0), place)
        let isWhole = reading.isWhole || reading.manifest == nil
        #expect(isWhole, "\(place): \(reading.findings)")
      }
      _ = try await publish(during, to: base, at: "2026-11-22T03:00:00Z")
      #expect(try await findings(base) == [], place)
      #expect(
        try await publish(during, to: base, at: "2026-11-22T03:00:00Z").written.isEmpty, place)
      number += 1
    }
    #expect(number > 20)
  }

  @Test("wherever a second publisher cuts in, one wins and the parts go together")
  func twoPublishers() async throws {
    func plan(_ name: String, _ store: any ObjectStore, version: Int) async throws -> ReleasePlan {
      var content = Self.content()
      content.packs[1].name = name
      content.packs[1].version = version
      return try await Publisher(store: store).plan(content, at: Samples.clock, after: nil)
    }
    var (place, count) = (0, 1)
    while place < count {
      let (store, keep) = StoreKind.twoPlaces.make()
      defer { withExtendedLifetime(keep) {} }
      _ = try await Samples.publish(Self.content(), to: store)
      let plans = [
        try await plan("One", store, version: 2), try await plan("Two", store, version: 2),
      ]
      count = plans[0].actions.count
      var isDone = [false, false]
      var step = 0
      do {
        try await Publisher(store: store).publish(plans[0]) { _ in
          if step == place {
            isDone[1] = (try? await Publisher(store: store).publish(plans[1])) != nil
          }
          step += 1
        }
        isDone[0] = true
      } catch {}
      #expect(isDone[0] != isDone[1], "step \(place)")
      let reading = try await TreeVerifier(store: store, expectsPrivate: true).read(atLeast: 2)
      #expect(reading.isWhole, "step \(place): \(reading.findings)")
      #expect(reading.manifest?.packs[1].name == (isDone[0] ? "One" : "Two"), "step \(place)")
      let again = try await plan(isDone[0] ? "Two" : "One", store, version: 3)
      try await Publisher(store: store).publish(again)
      #expect(try await findings(store) == [], "step \(place)")
      place += 1
    }
    #expect(place > 6)
  }

  @Test("from free to paid, what earlier releases hold is told until they are dropped")
  func noLongerFree() async throws {
    let store = MemoryStore()
    _ = try await publish(Self.content(isFree: true), to: store)
    var paid = Self.content()
    paid.packs[1].version = 2
    _ = try await publish(paid, to: store, at: "2026-11-22T03:00:00Z")
    #expect(try await store.get(Samples.key("puzzles/packs/expert.json")) == nil)
    let found = try await findings(store)
    #expect(!found.isEmpty && found.allSatisfy { $0.kind == .paid })
    #expect(found.allSatisfy { $0.message.contains("almanac release gc --keep 2") })
    #expect(found.contains { $0.object.hasPrefix("puzzles/packs/") })
    #expect(found.contains { $0.object.hasPrefix("puzzles/app/") })
    #expect(found.contains { $0.object.hasPrefix("puzzles/bundle/") })
    _ = try await publish(paid, to: store, at: "2026-11-23T03:00:00Z", keepingFrom: 2)
    #expect(try await findings(store) == [])
    #expect(try await Self.leaks(in: store) == [])
  }

  @Test("from paid to free, the pack is public, and the private part keeps what it had")
  func madeFree() async throws {
    let store = MemoryStore()
    _ = try await publish(Self.content(), to: store)
    var free = Self.content(isFree: true)
    free.packs[1].version = 2
    _ = try await publish(free, to: store, at: "2026-11-22T03:00:00Z")
    #expect(try await findings(store) == [])
    #expect(try await store.get(Samples.key("puzzles/packs/expert.json")) != nil)
    #expect(try await store.get(Samples.key("private/packs/expert.json")) == nil)
    let history = try await ReleaseHistory(of: store)
    let old = try history.release(1)
    let pack = try await ReleaseReader(of: store).pack(old.packs[1], of: old)
    #expect(pack.puzzles == Self.content().packs[1].puzzles)
    _ = try await publish(free, to: store, at: "2026-11-23T03:00:00Z", keepingFrom: 2)
    #expect(try await findings(store) == [])
    let left = try store.list(ObjectKey.privateTree).objects.map(\.key)
    #expect(left.allSatisfy { $0 == .privateManifest || $0.isPrivateRelease }, "\(left)")
  }

  @Test("another place than the one that it is in is refused")
  func elsewhere() async throws {
    let (main, side) = (MemoryStore(), MemoryStore())
    let both = ForkedStore(main, folder: ObjectKey.privateTree, in: side)
    _ = try await publish(Self.content(), to: both)
    await #expect(throws: PublishError.privatePartElsewhere(release: 1)) {
      try await publish(Self.content(days: 5), to: main)
    }
    #expect(try main.list(ObjectKey.privateTree).objects.isEmpty)
    // The public part alone can be read, and says what it cannot tell.
    let alone = try await TreeVerifier(store: main).read()
    #expect(alone.findings == [] && alone.unchecked.count == 1)
    #expect(alone.unchecked.first?.contains("expert") == true)
    #expect(try await !findings(main).isEmpty)
  }

  @Test(
    "the place of another tree is refused and left as it is, before the first release and later",
    arguments: [0, 1])
  func placeOfAnotherTree(releases: Int) async throws {
    let (main, other, side) = (MemoryStore(), MemoryStore(), MemoryStore())
    var content = Self.content()
    content.packs[1].puzzles[0] = Samples.sbn(900)
    _ = try await publish(
      content, to: ForkedStore(other, folder: ObjectKey.privateTree, in: side))
    if releases > 0 {
      let own = ForkedStore(main, folder: ObjectKey.privateTree, in: MemoryStore())
      _ = try await publish(Self.content(), to: own)
    }
    let before = try await Samples.tree(side)
    let mixed = ForkedStore(main, folder: ObjectKey.privateTree, in: side)
    await #expect(throws: PublishError.privatePartOfAnother(release: 1)) {
      try await publish(Self.content(days: 5), to: mixed, at: "2026-11-22T03:00:00Z")
    }
    #expect(try await Samples.tree(side) == before)
    #expect(try await Samples.tree(main).keys.compactMap(\.releaseNumber).count == releases)
    // As the message advises where the place is the tree's own.
    try await Samples.overwrite(.privateManifest, [], in: side)
    _ = try await publish(Self.content(days: 5), to: mixed, at: "2026-11-22T03:00:00Z")
    #expect(try await findings(mixed).allSatisfy { $0.earlier != nil })
  }

  @Test("a tree whose public part is lost knows its private one by what the caller remembers")
  func publicPartLost() async throws {
    let side = MemoryStore()
    _ = try await publish(
      Self.content(), to: ForkedStore(MemoryStore(), folder: ObjectKey.privateTree, in: side))
    var later = Self.content(days: 5)
    later.packs[1].puzzles[0] = Samples.sbn(900)
    later.packs[1].version = 2
    let pointer = try #require(try await side.get(.privateManifest))
    let link = Manifest.PrivateLink(
      release: 1, bytes: pointer.count, sha256: Digest.sha256(of: pointer))
    let store = ForkedStore(MemoryStore(), folder: ObjectKey.privateTree, in: side)
    let publisher = Publisher(store: store)
    func plan(knowing link: Manifest.PrivateLink?) async throws -> ReleasePlan {
      try await publisher.plan(
        later, at: Self.laterClock, after: 1, profiles: Samples.profiles, knowing: link)
    }
    await #expect(throws: PublishError.privatePartOfAnother(release: 1)) {
      try await plan(knowing: nil)
    }
    try await publisher.publish(plan(knowing: link))
    #expect(try await findings(store) == [])
  }

  @Test("what is lost together, an object and what clients ask for by its id, is healed in one go")
  func healingAliases() async throws {
    let store = MemoryStore()
    _ = try await publish(Self.content(), to: store)
    let manifest = try Manifest(json: try #require(try await store.get(.manifest)))
    let whole = try await Samples.tree(store)
    let pointer = try #require(try await store.get(.privateManifest))
    let joined = try #require(manifest.joined(with: pointer))
    for (alias, target) in joined.aliases where !target.isPrivateRelease {
      try await Samples.overwrite(target, [], in: store)
      try store.delete(alias)
      _ = try await publish(Self.content(), to: store, at: "2026-11-21T04:00:00Z")
      #expect(try await Samples.tree(store) == whole, "\(alias)")
    }
    #expect(joined.aliases.count > 5)
  }

  @Test("what is lost or damaged in private/ is healed")
  func healing() async throws {
    let store = MemoryStore()
    _ = try await publish(Self.content(), to: store)
    for key in try store.list(ObjectKey.privateTree).objects.map(\.key) {
      try await Samples.overwrite(key, Array("x".utf8), in: store)
      let reading = try await TreeVerifier(store: store).read()
      #expect(!reading.isWhole, "\(key)")
      _ = try await publish(Self.content(), to: store, at: "2026-11-21T04:00:00Z")
      #expect(try await findings(store) == [], "\(key)")
    }
  }

  @Test("where the pointer to private/ is lost as well, the next release has another manifest")
  func healingAnew() async throws {
    let store = MemoryStore()
    _ = try await publish(Self.content(), to: store)
    let keys = try store.list(ObjectKey.privateTree).objects.map(\.key)
    for key in keys where key.isPrivateRelease || key == .privateManifest {
      try await Samples.overwrite(key, Array("x".utf8), in: store)
    }
    let before = try await findings(store)
    #expect(before.allSatisfy { $0.kind != .unnamed }, "\(before)")
    _ = try await publish(Self.content(), to: store, at: "2026-11-21T04:00:00Z")
    // The old one can be done without.
    let found = try await findings(store)
    #expect(!found.isEmpty && found.allSatisfy { $0.earlier == 1 }, "\(found)")
    _ = try await publish(Self.content(), to: store, at: "2026-11-21T05:00:00Z", keepingFrom: 2)
    #expect(try await findings(store) == [])
  }
}

extension MemoryStore {
  fileprivate func cacheControl(of key: ObjectKey) -> String? {
    (try? head(key))?.cacheControl
  }
}
