import HouseSupport
import Identity
import Manifest
import Publishing
import Stores
import Testing
import Verifying

/// Every operation of a publish fails in turn, in every way.
@Suite("Interrupted publishing")
struct InterruptionTests {
  /// What is published before, what is being published, and what comes after.
  private struct Story: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var before: ReleaseContent?
    var during: ReleaseContent
    var after: ReleaseContent
  }

  private static let duringClock = Samples.time("2026-11-22T03:00:00Z")
  private static let afterClock = Samples.time("2026-11-23T03:00:00Z")

  private static let stories: [Story] = {
    let first = Samples.content()
    var second = Samples.content(days: 5)
    second.packs[0].puzzles.append(Samples.sbn(150))
    second.packs[0].version = 2
    second.packs.append(Samples.pack("expert", first: 300))
    second.packs.remove(at: 1)
    second.withdrawnPacks = ["1star-8x8"]
    var third = second
    third.calendar = Samples.content(days: 6).calendar
    return [
      Story(testDescription: "the first release", during: first, after: first),
      Story(
        testDescription: "the second release, then the same again", before: first,
        during: second, after: second),
      Story(
        testDescription: "the second release, then the next day's", before: first,
        during: second, after: third),
    ]
  }()

  /// What a publish that nobody disturbs makes of it.
  private func undisturbed(_ story: Story) async throws -> [ObjectKey: [UInt8]] {
    let store = MemoryStore()
    if let before = story.before { try await Samples.publish(before, to: store) }
    try await Samples.publish(story.during, to: store, at: Self.duringClock)
    return try await Samples.tree(store)
  }

  @Test(
    "leaves the old release or the new one, and the next publish finishes",
    arguments: FaultStore.Fault.allCases)
  func sweepInMemory(fault: FaultStore.Fault) async throws {
    for story in Self.stories { try await sweep(.memory, fault, story) }
  }

  // Writing to disk takes its time; what a store does to a publish is the same for all.
  @Test("does so in a folder too")
  func sweepInFolder() async throws {
    for story in Self.stories.suffix(1) { try await sweep(.directory, .killedAfter, story) }
  }

  private func sweep(_ kind: StoreKind, _ fault: FaultStore.Fault, _ story: Story) async throws {
    let expected = try await undisturbed(story)
    var number = 0
    while true {
      let (base, keep) = kind.make()
      defer { withExtendedLifetime(keep) {} }
      if let before = story.before { try await Samples.publish(before, to: base) }
      let old = try await Publisher(store: base).current().committed?.manifest.release ?? 0
      let store = FaultStore(base, operation: number, fault)
      let isDone =
        (try? await Samples.publish(story.during, to: store, at: Self.duringClock, after: old))
        != nil
      guard store.hasFired else { break }
      let place: Comment = "\(story.testDescription), operation \(number)"

      try await check(base, store, old: old, isDone: isDone, fault, place)
      // The catalogue remembers the release as published once the tree holds its manifest.
      let known = try await Publisher(store: base).current().latest?.manifest.release ?? 0
      #expect(known == old || known == old + 1, place)
      let clock = story.after == story.during ? Self.duringClock : Self.afterClock
      try await Samples.publish(story.after, to: base, at: clock, after: known)
      let reading = try await TreeVerifier(store: base).read(atLeast: old + 1)
      #expect(reading.findings.isEmpty, place)
      if story.after == story.during { #expect(try await Samples.tree(base) == expected, place) }
      let again = try await Samples.publish(story.after, to: base, at: clock, after: nil)
      #expect(again.written.isEmpty, place)
      number += 1
    }
    #expect(number > 20)
  }

  /// A reader meets the old release or the new one, whole.
  private func check(
    _ base: any ObjectStore, _ store: FaultStore, old: Int, isDone: Bool,
    _ fault: FaultStore.Fault, _ place: Comment
  ) async throws {
    let reading = try await TreeVerifier(store: base).read()
    switch fault {
    case .killedBefore, .killedAfter, .failsOnce:
      let release = reading.manifest?.release ?? 0
      #expect(release == old || release == old + 1, place)
      #expect(!isDone || release == old + 1, place)
      let isWhole = reading.isWhole || release == 0
      #expect(isWhole, "\(place): \(reading.findings)")
    case .killedHalfway, .truncates:
      // A store that breaks its word can leave half a pointer; what matters is that the publisher
      // notices, and heals it next time.
      #expect(!isDone || !store.hasDamaged, place)
    }
  }

  @Test("a release that was interrupted and then damaged is not pointed to")
  func damagedUnfinished() async throws {
    let store = MemoryStore()
    let story = Self.stories[2]
    try await Samples.publish(try #require(story.before), to: store)
    let publisher = Publisher(store: store)
    let plan = try await publisher.plan(story.during, at: Self.duringClock, after: 1)
    let pointer = try #require(plan.actions.firstIndex { $0.key == .manifest })
    for step in plan.actions[..<pointer] {
      try store.put(try #require(step.object), step.condition)
    }
    let state = try await publisher.current()
    #expect(state.committed?.manifest.release == 1)
    #expect(state.unfinished?.manifest.release == 2)
    #expect(state.holds(manifest: plan.manifestBytes))
    // A pack that the next content does not have any more cannot be rendered again.
    let lost = try #require(plan.manifest.packs.first?.object)
    try store.delete(lost)
    var other = story.after
    other.packs[0].puzzles[0] = Samples.sbn(999)
    await #expect(throws: PublishError.unfinishedReleaseDamaged(release: 2, missing: [lost])) {
      try await Samples.publish(other, to: store, after: 2)
    }
    // With the same pack it can.
    try await Samples.publish(story.after, to: store, at: Self.afterClock, after: 2)
    let reading = try await TreeVerifier(store: store).read()
    #expect(reading.findings.isEmpty)
    #expect(reading.manifest?.release == 3)
  }

  @Test("what an abandoned release left is removed with the next one")
  func abandoned() async throws {
    let store = MemoryStore()
    let story = Self.stories[2]
    try await Samples.publish(try #require(story.before), to: store)
    let publisher = Publisher(store: store)
    let plan = try await publisher.plan(story.during, at: Self.duringClock, after: 1)
    for step in plan.actions.prefix(while: { $0.key.releaseNumber == nil }) {
      try store.put(try #require(step.object), step.condition)
    }
    let left = try #require(plan.manifest.packs.first?.object)
    #expect(try await store.get(left) != nil)
    // The editors think again before the next run.
    var other = story.after
    other.packs[0].puzzles[0] = Samples.sbn(999)
    try await Samples.publish(other, to: store, at: Self.afterClock, after: 1)
    #expect(try await store.get(left) == nil)
    #expect(try await TreeVerifier(store: store).read().findings.isEmpty)
  }

  @Test("a wrong order of writing is noticed by the same checks")
  func wrongOrder() async throws {
    let story = Self.stories[2]
    var violations = 0
    let actions = try await actionsOfSecondRelease(story)
    for count in 1..<actions.count {
      let store = MemoryStore()
      try await Samples.publish(try #require(story.before), to: store)
      for step in actions.reversed().prefix(count) {
        if let object = step.object {
          try store.put(object, .always)
        } else {
          try store.delete(step.key)
        }
      }
      if try await !TreeVerifier(store: store).read().isWhole { violations += 1 }
    }
    #expect(violations > 0)
  }

  private func actionsOfSecondRelease(_ story: Story) async throws -> [ReleaseAction] {
    let store = MemoryStore()
    try await Samples.publish(try #require(story.before), to: store)
    return try await Publisher(store: store).plan(story.during, at: Self.duringClock, after: 1)
      .actions
  }
}
