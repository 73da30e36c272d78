import Dates
import HouseSupport
import Identity
import Manifest
import Publishing
import Stores
import Testing
import Verifying

/// P3, tried by a publisher that does to dates what may not be done.
///
/// The clock stands at 2026-11-21T03:00:00Z; 2026-11-22 begins in the first time zone at ten
/// o'clock.
@Suite("P3: a stranger finds dates that were changed, or came again, after they had begun")
struct ForgedDatesTests {
  private let store = MemoryStore()
  private let tomorrow = Samples.period("daily:2026-11-22")
  private let morning = "2026-11-21T03:00:00Z"
  private let noon = "2026-11-21T12:00:00Z"

  private func content(without period: Period? = nil, with number: Int? = nil) -> ReleaseContent {
    var content = Samples.content()
    if let period { content.calendar.removeAll { $0.period == period } }
    if let number { content.calendar.append(.init(tomorrow, sbn: Samples.sbn(number))) }
    return content
  }

  /// Publishes a content whose manifest is tampered with before it is written.
  private func publish(
    _ content: ReleaseContent, at time: String, _ change: (inout Manifest) -> Void = { _ in }
  ) async throws {
    let plan = try await Publisher(store: store).plan(
      content, at: Samples.time(time), after: nil)
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

  private var replacing: ReleaseContent {
    var content = content(without: tomorrow)
    content.replacements = [.init(tomorrow, reason: "ugly", by: Samples.sbn(900))]
    return content
  }

  private func findings() async throws -> [String] {
    try await TreeVerifier(store: store).read().findings.map(\.description)
  }

  private func expectFinding(
    _ words: String, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await findings()
    #expect(found.contains { $0.contains(words) }, "\(found)", sourceLocation: location)
  }

  @Test("P3: a replacement in time is no fault, nor between its two releases")
  func replaced() async throws {
    try await publish(content(), at: morning)
    try await publish(replacing, at: "2026-11-21T09:59:59Z")
    #expect(try await findings() == [])
    // Announced in time, it may come late.
    try await publish(content(without: tomorrow, with: 900), at: noon)
    #expect(try await findings() == [])
    #expect(try await store.get(.entry(tomorrow)) == Array(Samples.sbn(900).utf8))
  }

  @Test("P3: the publisher itself refuses what comes too late, or is not what was announced")
  func refused() async throws {
    try await publish(content(), at: morning)
    let begun = PublishError.dateHasBegun(tomorrow.id, beginning: tomorrow.beginning)
    await #expect(throws: begun) { try await publish(replacing, at: "2026-11-21T10:00:00Z") }
    var both = replacing
    both.calendar.append(.init(tomorrow, sbn: Samples.sbn(900)))
    await #expect(throws: PublishError.publishedEntryWouldChange(tomorrow.id)) {
      try await publish(both, at: morning)
    }
    try await publish(replacing, at: morning)
    await #expect(throws: begun) {
      try await publish(content(without: tomorrow, with: 901), at: noon)
    }
    var withdrawing = content(without: Samples.period("daily:2026-11-21"))
    withdrawing.calendar.removeAll { $0.period == tomorrow }
    withdrawing.withdrawals = [.init(id: "daily:2026-11-21", reason: "ugly")]
    try await publish(withdrawing, at: noon)
    await #expect(throws: PublishError.self) {
      try await publish(content(without: tomorrow, with: 900), at: noon)
    }
  }

  @Test("P3: a date that is replaced after it has begun")
  func tooLate() async throws {
    try await publish(content(), at: morning)
    try await publish(replacing, at: morning) { $0.createdAt = Samples.time(noon) }
    try await expectFinding("is said to be replaced, and had begun by 2026-11-21T12:00:00Z")
  }

  @Test("P3: a date that is changed without a word, or in one step")
  func changed() async throws {
    try await publish(content(), at: morning)
    var second = content()
    second.packs[0].puzzles.append(Samples.sbn(700))
    second.packs[0].version = 2
    let other = Array(Samples.sbn(900).utf8)
    try await publish(second, at: morning) { manifest in
      let object = StoredObject(
        key: .entry(tomorrow), bytes: other, mediaType: "text/plain; charset=utf-8",
        cacheControl: "public, max-age=86400")
      _ = try? store.put(object, .always)
      let index = manifest.objects.firstIndex { $0.key == object.key } ?? 0
      let old = manifest.objects[index].sha256
      manifest.objects[index] = Manifest.Object(object)
      for entry in manifest.calendar[.daily]?.entries.indices ?? 0..<0
      where manifest.calendar[.daily]?.entries[entry].period == tomorrow {
        manifest.calendar[.daily]?.entries[entry].sha256 = object.sha256
      }
      manifest.replacements = [
        .init(
          period: tomorrow, reason: "ugly", release: 2, replaced: old, by: object.sha256)
      ]
    }
    try await expectFinding("daily:2026-11-22 has changed since release 1")
    try await expectFinding("and still has a puzzle in the same release")
  }

  @Test("P3: a date that is replaced in time, by another puzzle than announced once it has begun")
  func anotherThanAnnounced() async throws {
    try await publish(content(), at: morning)
    try await publish(replacing, at: morning)
    try await publish(content(without: tomorrow, with: 901), at: morning) {
      $0.createdAt = Samples.time(noon)
    }
    try await expectFinding(
      "daily:2026-11-22 was taken back, has begun by 2026-11-21T12:00:00Z and has another puzzle")
  }

  @Test("P3: lines about replaced dates that are not true, or are dropped")
  func lies() async throws {
    let zeros = String(repeating: "0", count: 64)
    for (words, change): (String, (inout Manifest.Replacement) -> Void) in [
      ("and the old puzzle was another", { $0.replaced = zeros }),
      ("by the same puzzle", { $0.by = $0.replaced }),
      ("in release 1", { $0.release = 1 }),
      ("and had no puzzle", { $0.period = Samples.period("daily:2027-11-22") }),
    ] {
      for key in try await Samples.tree(store).keys { try store.delete(key) }
      try await publish(content(), at: morning)
      try await publish(replacing, at: morning) { change(&$0.replacements[0]) }
      try await expectFinding(words)
    }
    for key in try await Samples.tree(store).keys { try store.delete(key) }
    try await publish(content(), at: morning)
    try await publish(replacing, at: morning)
    try await publish(content(without: tomorrow, with: 900), at: morning) { $0.replacements = [] }
    try await expectFinding("replacements of release 2 are not in it")
  }

  @Test("P16: lines about withdrawals that are not true, or are changed later")
  func liesAboutWithdrawals() async throws {
    let known = Samples.period("daily:2026-11-21")
    var withdrawing = content(without: tomorrow)
    withdrawing.withdrawals = [.init(id: tomorrow.id, reason: "ugly")]
    for (words, change): (String, (inout Manifest.Withdrawal) -> Void) in [
      ("in release 1", { $0.release = 1 }),
      ("and is still there in the same release", { $0.id = known.id }),
      ("and was not there", { $0.id = "daily:2027-11-22" }),
    ] {
      for key in try await Samples.tree(store).keys { try store.delete(key) }
      try await publish(content(), at: morning)
      try await publish(withdrawing, at: morning) { change(&$0.withdrawals[0]) }
      try await expectFinding("is said to be withdrawn, \(words)")
    }
    for change: (inout Manifest) -> Void in [
      { $0.withdrawals[0].reason = "too easy" }, { $0.withdrawals[0].release = 3 },
      { $0.withdrawals = [] },
    ] {
      for key in try await Samples.tree(store).keys { try store.delete(key) }
      try await publish(content(), at: morning)
      try await publish(withdrawing, at: morning)
      var later = withdrawing
      later.packs[0].puzzles.append(Samples.sbn(700))
      later.packs[0].version = 2
      try await publish(later, at: morning, change)
      try await expectFinding("withdrawals of release 2 are not in it")
    }
  }

  @Test("P3: a date that was taken back and has another puzzle once it has begun")
  func returned() async throws {
    try await publish(content(), at: morning)
    var withdrawing = content(without: tomorrow)
    withdrawing.withdrawals = [.init(id: tomorrow.id, reason: "ugly")]
    try await publish(withdrawing, at: morning)
    #expect(try await findings() == [])
    try await publish(content(without: tomorrow, with: 900), at: morning)
    #expect(try await findings() == [])
    for key in try await Samples.tree(store).keys { try store.delete(key) }
    try await publish(content(), at: morning)
    try await publish(withdrawing, at: morning)
    try await publish(content(without: tomorrow, with: 900), at: morning) {
      $0.createdAt = Samples.time("2026-11-21T10:00:00Z")
    }
    try await expectFinding("daily:2026-11-22 was taken back, has begun by 2026-11-21T10:00:00Z")
  }
}
