import Dates
import HouseSupport
import Identity
import Manifest
import Publishing
import Stores
import Testing
import Verifying

@Suite("Publishing")
struct PublisherTests {
  private let store = MemoryStore()

  /// Content of the day after, with a changed pack and a new one.
  private func later() -> ReleaseContent {
    var content = Samples.content(days: 6)
    content.packs[0].puzzles.append(Samples.sbn(150))
    content.packs[0].version = 2
    content.packs.append(Samples.pack("expert", first: 300))
    return content
  }

  private func manifest() async throws -> Manifest {
    try Manifest(json: #require(try await store.get(.manifest)))
  }

  @Test("the first release is number 1, follows none, and names all that it wrote")
  func first() async throws {
    let outcome = try await Samples.publish(Samples.content(), to: store)
    let manifest = try await manifest()
    #expect(outcome.release == 1)
    #expect(outcome.isNew)
    #expect(manifest.previous == nil)
    #expect(manifest.createdAt == Samples.clock)
    #expect((manifest.generatorVersion, manifest.graderVersion) == (1, 2))
    #expect(manifest.recipeHash == Samples.content().provenance.recipeHash)
    let named = manifest.objects.map(\.key)
    let pointers = ["manifest.json", "releases/1.json", "versions.json", "packs/intro.json"]
      .map { Samples.key("puzzles/" + $0) }
    let tree = try await Samples.tree(store)
    #expect(Set(tree.keys) == Set(named + pointers + [.pack("1star-8x8")]))
    for object in manifest.objects {
      let bytes = try #require(tree[object.key])
      #expect(bytes.count == object.bytes)
      #expect(Digest.sha256(of: bytes) == object.sha256)
      #expect(Digest.md5(of: bytes) == object.md5)
    }
  }

  @Test("objects come first, then the release, then the manifest, then what follows it")
  func order() async throws {
    try await Samples.publish(Samples.content(), to: store)
    let plan = try await Publisher(store: store).plan(later(), at: Samples.clock, after: 1)
    let kinds = plan.actions.map { step -> String in
      if step.key == .manifest { return "manifest" }
      if step.key == .versions { return "versions" }
      if step.key.releaseNumber != nil { return "release" }
      return step.key.hasDigest || step.key.period != nil ? "object" : "alias"
    }
    #expect(
      kinds == [
        "object", "object", "object", "object", "object", "release", "manifest", "alias", "alias",
        "versions",
      ])
  }

  @Test("of a first release all that is asked for by an id alone is there before the manifest")
  func firstOrder() async throws {
    let plan = try await Publisher(store: store).plan(
      Samples.content(), at: Samples.clock, after: nil, profiles: Samples.profiles)
    let keys = plan.actions.map(\.key)
    let last = keys.suffix(2)
    #expect(Array(last) == [.versions, .manifest])
    let release = try #require(keys.firstIndex(of: .release(1)))
    let aliases = plan.manifest.aliases.map(\.alias)
    #expect(Set(keys[(release + 1)...].dropLast(2)) == Set(aliases + [.now]))
  }

  @Test(
    "a planted manifest is not followed: neither a copy, nor one that takes dates back",
    arguments: [false, true])
  func planted(isLinked: Bool) async throws {
    try await Samples.publish(Samples.content(), to: store)
    let current = try await manifest()
    var forged = current
    if isLinked {
      let digest = Digest.sha256(of: try #require(try await store.get(.manifest)))
      forged.previous = .init(release: 1, sha256: digest)
      (forged.calendar, forged.packs, forged.objects) = ([:], [], [])
    }
    for number in [2, 99, 1 << 40] {
      forged.release = number
      let key = ObjectKey.release(number)
      try await Samples.overwrite(key, forged.json, in: store)
      let state = try await Publisher(store: store).current()
      #expect(state.latest?.manifest == current)
      #expect(state.leftAside == [key])
      try store.delete(key)
    }
    forged.release = 1 << 53
    #expect(throws: ManifestError.self) { try Manifest(json: forged.json) }
    #expect(Samples.key("puzzles/releases/9007199254740992.json").releaseNumber == nil)
    // One in the place of the next release has the number, which is never used again.
    forged.release = 2
    try await Samples.overwrite(.release(2), forged.json, in: store)
    try await Samples.publish(later(), to: store, after: 1)
    #expect(try await manifest().release == 3)
    try store.delete(.release(2))
    #expect(try await TreeVerifier(store: store).read().findings.isEmpty)
  }

  @Test("publishing the same again writes nothing, whatever the clock and the provenance")
  func idempotence() async throws {
    try await Samples.publish(Samples.content(), to: store)
    let before = try await Samples.tree(store)
    var again = Samples.content()
    again.provenance = .init(generatorVersion: 9, graderVersion: 9, recipeHash: "other")
    for time in ["2026-11-21T03:00:00Z", "2027-11-21T03:00:00Z", "2025-11-21T03:00:00Z"] {
      let plan = try await Publisher(store: store).plan(again, at: Samples.time(time), after: 1)
      #expect(plan.isEmpty)
      #expect(!plan.isNew)
      #expect(plan.release == 1)
      #expect(plan.manifestBytes == before[.manifest])
      #expect(try await Publisher(store: store).publish(plan).written.isEmpty)
    }
    #expect(try await Samples.tree(store) == before)
  }

  @Test("a later release writes what is new, keeps what was, and says what has changed")
  func second() async throws {
    try await Samples.publish(Samples.content(), to: store)
    let before = try await Samples.tree(store)
    let publisher = Publisher(store: store)
    let plan = try await publisher.plan(later(), at: Samples.time("2026-11-22T03:00:00Z"), after: 1)
    #expect(
      plan.changes == [
        .packChanged(id: "intro", from: 1, to: 2), .packAdded(id: "expert", count: 3),
        .entriesAdded(
          .daily, count: 2, first: Samples.period("daily:2026-11-24"),
          last: Samples.period("daily:2026-11-25")),
      ])
    try await publisher.publish(plan)
    let manifest = try await manifest()
    #expect(manifest.release == 2)
    #expect(manifest.previous?.release == 1)
    #expect(manifest.previous?.sha256 == Digest.sha256(of: try #require(before[.release(1)])))
    let after = try await Samples.tree(store)
    for (key, bytes) in before where key.isPackObject || key.period != nil {
      #expect(after[key] == bytes)
    }
    #expect(after[.release(1)] == before[.release(1)])
    #expect(after[.pack("1star-8x8")] == before[.pack("1star-8x8")])
    #expect(after[.pack("intro")] != before[.pack("intro")])
    let old = try #require(Manifest(json: before[.manifest] ?? []).packs.first?.object)
    #expect(manifest.earlierObjects == [old])
    // A bucket hears that the day which is over may be kept for good.
    let head = try store.head(.entry(Samples.period("daily:2026-11-21")))
    #expect(head?.cacheControl == "public, max-age=31536000, immutable")
  }

  @Test("a bucket hears that days to come may not be kept for good, where a clock had said so")
  func headersBack() async throws {
    try await Samples.publish(Samples.content(), to: store)
    let publisher = Publisher(store: store)
    let date = ObjectKey.entry(Samples.period("daily:2026-11-22"))
    for (time, policy) in [
      ("2026-12-24T03:00:00Z", "public, max-age=31536000, immutable"),
      ("2026-11-21T04:00:00Z", "public, max-age=86400"),
    ] {
      let last = try await manifest().release
      var content = later()
      content.isRenewed = true
      let plan = try await publisher.plan(content, at: Samples.time(time), after: last)
      try await publisher.publish(plan)
      #expect(try store.head(date)?.cacheControl == policy, "\(time)")
    }
  }

  @Test("the same contents and clocks give the same tree, byte for byte")
  func determinism() async throws {
    let (one, other) = (MemoryStore(), MemoryStore())
    for store in [one, other] {
      try await Samples.publish(Samples.content(), to: store)
      try await Samples.publish(later(), to: store, at: Samples.time("2026-11-22T03:00:00Z"))
    }
    #expect(try await Samples.tree(one) == Samples.tree(other))
  }

  @Test(
    "whatever is missing or damaged of the current release is brought back, and no release made")
  func healing() async throws {
    try await Samples.publish(Samples.content(), to: store)
    try await Samples.publish(later(), to: store, after: 1)
    let whole = try await Samples.tree(store)
    let current = try await manifest()
    let healable = whole.keys.filter { $0 != .release(1) && !current.earlierObjects.contains($0) }
    #expect(healable.count == whole.count - 2)
    var content = later()
    for line in current.used {
      let digests = PuzzleDigest.list(try #require(whole[line.object]))
      content.used += (digests ?? []).map { UsedPuzzle($0, listed: line.through) }
    }
    for key in healable.sorted() {
      for damage in [nil, [], Array("damaged".utf8), whole[key].map { Array($0.dropLast()) }] {
        if let damage {
          try await Samples.overwrite(key, damage, in: store)
        } else {
          try store.delete(key)
        }
        let outcome = try await Samples.publish(content, to: store, after: 2)
        #expect(outcome.written == [key])
        #expect(!outcome.isNew)
        #expect(try await Samples.tree(store) == whole)
      }
    }
  }

  @Test("a published puzzle of the calendar never changes and never vanishes")
  func calendarIsKept() async throws {
    try await Samples.publish(Samples.content(), to: store)
    let before = try await Samples.tree(store)
    var changed = later()
    changed.calendar[3].sbn = Samples.sbn(77)
    await #expect(throws: PublishError.publishedEntryWouldChange("daily:2026-11-23")) {
      try await Samples.publish(changed, to: store)
    }
    var shorter = later()
    shorter.calendar.remove(at: 0)
    await #expect(throws: PublishError.publishedEntryWouldVanish("daily:2026-11-20")) {
      try await Samples.publish(shorter, to: store)
    }
    #expect(try await Samples.tree(store) == before)
  }

  @Test("a calendar file that no manifest names may be replaced until its day has come somewhere")
  func unnamedEntries() async throws {
    try await Samples.publish(Samples.content(), to: store)
    let key = ObjectKey.entry(Samples.period("daily:2026-11-24"))
    let other = Array(Samples.sbn(55).utf8)
    try await Samples.overwrite(key, other, in: store)
    await #expect(throws: PublishError.publishedEntryWouldChange("daily:2026-11-24")) {
      try await Samples.publish(later(), to: store, at: Samples.time("2026-11-23T10:00:00Z"))
    }
    #expect(try await store.get(key) == other)
    try await Samples.publish(later(), to: store, at: Samples.time("2026-11-23T09:59:59Z"))
    #expect(try await store.get(key) == Array(Samples.sbn(1004).utf8))
    #expect(try await TreeVerifier(store: store).read().findings.isEmpty)
  }

  @Test("a calendar file that is no puzzle is damage, and replaced on its day too")
  func unnamedDamage() async throws {
    try await Samples.publish(Samples.content(), to: store)
    let key = ObjectKey.entry(Samples.period("daily:2026-11-24"))
    try await Samples.overwrite(key, Array("8x1.AAB".utf8), in: store)
    try await Samples.publish(later(), to: store, at: Samples.time("2026-11-24T00:00:00Z"))
    #expect(try await store.get(key) == Array(Samples.sbn(1004).utf8))
  }

  @Test("a version has to rise by one when its pack changes, and only then")
  func versions() async throws {
    try await Samples.publish(Samples.content(), to: store)
    func expect(
      _ offered: Int, _ expected: Int, at location: SourceLocation = #_sourceLocation,
      _ change: (inout ReleaseContent.Pack) -> Void
    ) async {
      var content = later()
      content.packs[0] = Samples.content().packs[0]
      change(&content.packs[0])
      content.packs[0].version = offered
      let error = PublishError.packVersion(
        id: "intro", published: 1, offered: offered, expected: expected)
      await #expect(throws: error, sourceLocation: location) {
        try await Samples.publish(content, to: store)
      }
    }
    await expect(2, 1) { _ in }
    await expect(1, 2) { $0.name = "Other" }
    await expect(1, 2) { $0.free = false }
    await expect(1, 2) { $0.puzzles.swapAt(0, 1) }
    await expect(3, 2) { $0.puzzles.append(Samples.sbn(9)) }
  }

  @Test("a pack vanishes only on purpose, and its alias with it")
  func withdrawal() async throws {
    try await Samples.publish(Samples.content(), to: store)
    var content = Samples.content()
    content.packs.remove(at: 1)
    await #expect(throws: PublishError.packWouldVanish("1star-8x8")) {
      try await Samples.publish(content, to: store)
    }
    content.withdrawnPacks = ["1star-8x8"]
    try await Samples.publish(content, to: store)
    #expect(try await store.get(.pack("1star-8x8")) == nil)
    #expect(try await store.get(.versions) == Array(#"{"intro":1}"#.utf8))
    #expect(try await TreeVerifier(store: store).read().findings.isEmpty)
  }

  @Test("another order of packs is a release of its own")
  func reordering() async throws {
    try await Samples.publish(Samples.content(), to: store)
    var content = Samples.content()
    content.packs.reverse()
    let plan = try await Publisher(store: store).plan(content, at: Samples.clock, after: nil)
    #expect(plan.changes == [.packsReordered])
    try await Publisher(store: store).publish(plan)
    #expect(try await store.get(.versions) == Array(#"{"1star-8x8":1,"intro":1}"#.utf8))
  }

  @Test("a tree that is ahead of the catalogue is not rolled back")
  func rollback() async throws {
    try await Samples.publish(Samples.content(), to: store)
    try await Samples.publish(later(), to: store)
    let before = try await Samples.tree(store)
    for last in [0, 1] {
      await #expect(throws: PublishError.wouldRollBack(current: 2, offered: last + 1)) {
        try await Samples.publish(later(), to: store, after: last)
      }
    }
    #expect(try await Samples.tree(store) == before)
  }

  @Test("a tree that is behind the catalogue goes on above the catalogue's last number")
  func numbering() async throws {
    try await Samples.publish(Samples.content(), to: store, after: 6)
    try await Samples.publish(later(), to: store, after: 9)
    #expect(try await manifest().release == 10)
    #expect(try await manifest().previous?.release == 7)
    #expect(try await TreeVerifier(store: store).read().findings.isEmpty)
  }

  @Test("of two publishers at once one wins, and the other is told")
  func twoPublishers() async throws {
    try await Samples.publish(Samples.content(), to: store)
    let publisher = Publisher(store: store)
    let one = try await publisher.plan(later(), at: Samples.clock, after: 1)
    let other = try await publisher.plan(
      later(), at: Samples.time("2026-11-21T03:00:01Z"), after: 1)
    try await publisher.publish(one)
    await #expect {
      try await publisher.publish(other)
    } throws: { error in
      guard case .store(.preconditionFailed)? = error as? PublishError else { return false }
      return true
    }
    #expect(try await manifest().createdAt == Samples.clock)
    #expect(try await TreeVerifier(store: store).read().findings.isEmpty)
  }

  @Test("no manifest is pointed to while anything it names is missing")
  func checksBeforeCommitting() async throws {
    let publisher = Publisher(store: store)
    let plan = try await publisher.plan(Samples.content(), at: Samples.clock, after: nil)
    let victim = ObjectKey.entry(Samples.period("daily:2026-11-21"))
    await #expect(throws: PublishError.store(.preconditionFailed(victim, store: "memory"))) {
      try await publisher.publish(plan) { step in
        if step.key == .manifest { try? store.delete(victim) }
      }
    }
    #expect(try await store.get(.manifest) == nil)
  }

  @Test("damaged manifests are healed from each other, and all damaged is an error")
  func damagedManifests() async throws {
    try await Samples.publish(Samples.content(), to: store)
    try await Samples.publish(later(), to: store)
    let whole = try await Samples.tree(store)
    let old = try #require(whole[.release(1)])
    for key in [ObjectKey.manifest, .release(2)] {
      try await Samples.overwrite(key, Array("{".utf8), in: store)
      try await Samples.publish(later(), to: store, after: 2)
      #expect(try await Samples.tree(store) == whole)
    }
    // A pointer that was put back is moved forward again.
    try await Samples.overwrite(.manifest, old, in: store)
    try await Samples.publish(later(), to: store, after: 2)
    #expect(try await Samples.tree(store) == whole)
    for key in [ObjectKey.manifest, .release(1), .release(2)] {
      try await Samples.overwrite(key, Array("{".utf8), in: store)
    }
    await #expect {
      try await Samples.publish(later(), to: store, after: 2)
    } throws: { error in
      guard case .noReadableManifest? = error as? PublishError else { return false }
      return true
    }
  }

  @Test("a manifest of a later program is left alone")
  func laterProgram() async throws {
    try await Samples.publish(Samples.content(), to: store)
    var text = String(decoding: try #require(try await store.get(.manifest)), as: UTF8.self)
    text.replace(#""schema":1"#, with: #""schema":2"#)
    try await Samples.overwrite(.manifest, Array(text.utf8), in: store)
    await #expect {
      try await Samples.publish(later(), to: store)
    } throws: { error in
      "\(error)".contains("use a newer almanac")
    }
  }
}
