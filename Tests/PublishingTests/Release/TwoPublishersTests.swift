import HouseSupport
import Manifest
import Publishing
import Stores
import Synchronization
import Testing
import Verifying

/// A store to which somebody else does something before one of its operations.
private final class MeddledStore: ObjectStore {
  private let base: any ObjectStore
  private let place: Int
  private let meddle: @Sendable () async -> Void
  private let count = Mutex(0)

  init(_ base: any ObjectStore, at place: Int, _ meddle: @escaping @Sendable () async -> Void) {
    self.base = base
    self.place = place
    self.meddle = meddle
  }

  var name: String { base.name }

  var hasMeddled: Bool { count.withLock { $0 > place } }

  private func wait() async {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    if number == place { await meddle() }
  }

  func get(_ key: ObjectKey, limit: Int) async throws(StoreError) -> [UInt8]? {
    await wait()
    return try await base.get(key, limit: limit)
  }

  func head(_ key: ObjectKey) async throws(StoreError) -> ObjectInfo? {
    await wait()
    return try await base.head(key)
  }

  func put(
    _ object: StoredObject, _ condition: PutCondition
  ) async throws(StoreError) -> ObjectInfo {
    await wait()
    return try await base.put(object, condition)
  }

  func list(_ prefix: String) async throws(StoreError) -> StoreListing {
    await wait()
    return try await base.list(prefix)
  }

  func delete(_ key: ObjectKey) async throws(StoreError) {
    await wait()
    try await base.delete(key)
  }

  func sweep(_ prefix: String) async throws(StoreError) -> [String] {
    try await base.sweep(prefix)
  }
}

@Suite("Two publishers at once")
struct TwoPublishersTests {
  /// What one of the two would publish next; both begin with the same dates.
  private func content(_ name: String, version: Int) -> ReleaseContent {
    var content = Samples.content(days: 6)
    content.packs[0].name = name
    content.packs[0].version = version
    return content
  }

  private func plan(
    _ name: String, _ store: any ObjectStore, version: Int = 2
  ) async throws -> ReleasePlan {
    try await Publisher(store: store).plan(
      content(name, version: version), at: Samples.clock, after: nil)
  }

  /// Whether a publish was done; if not, it has to be for the one good reason.
  private func isDone(
    _ plan: ReleasePlan, _ store: any ObjectStore, _ other: (Int) async -> Void = { _ in }
  ) async -> Bool {
    var count = 0
    do throws(PublishError) {
      try await Publisher(store: store).publish(plan) { _ in
        await other(count)
        count += 1
      }
      return true
    } catch {
      guard case .store(.preconditionFailed) = error else {
        Issue.record("\(error)")
        return false
      }
      #expect("\(error)".contains("let the other publisher finish, then run again"))
      return false
    }
  }

  private func expectOneWinner(
    _ store: any ObjectStore, _ first: Bool, _ second: Bool, _ place: Comment
  ) async throws {
    #expect(first != second, place)
    let reading = try await TreeVerifier(store: store).read(atLeast: 2)
    #expect(reading.isWhole, "\(place): \(reading.findings)")
    let winner = try #require(reading.manifest)
    #expect(winner.release == 2, place)
    #expect(winner.packs[0].name == (first ? "One" : "Two"), place)
    // Whoever lost plans again, on what is there now.
    let again = try await plan(first ? "Two" : "One", store, version: 3)
    #expect(await isDone(again, store), place)
    let findings = try await TreeVerifier(store: store).read(atLeast: 3).findings
    #expect(findings.isEmpty, place)
  }

  @Test(
    "wherever the second one cuts in, one wins and the other is told", arguments: StoreKind.allCases
  )
  func everyStep(kind: StoreKind) async throws {
    var place = 0
    var count = 1
    while place < count {
      let (store, keep) = kind.make()
      defer { withExtendedLifetime(keep) {} }
      try await Samples.publish(Samples.content(), to: store)
      let (one, two) = (try await plan("One", store), try await plan("Two", store))
      count = one.actions.count
      var second = false
      let first = await isDone(one, store) { step in
        if step == place { second = await isDone(two, store) }
      }
      try await expectOneWinner(store, first, second, "\(kind), step \(place)")
      place += 1
    }
    #expect(place > 6)
  }

  @Test("a second one that plans while the first is at work goes by the same rule")
  func planningLate() async throws {
    for place in 0..<8 {
      let store = MemoryStore()
      try await Samples.publish(Samples.content(), to: store)
      let one = try await plan("One", store)
      var second = false
      var isPlanned = true
      let first = await isDone(one, store) { step in
        guard step == place else { return }
        // From the moment when the first release is written, the second has to follow it.
        guard let two = try? await plan("Two", store) else { return isPlanned = false }
        second = await isDone(two, store)
      }
      if isPlanned {
        try await expectOneWinner(store, first, second, "step \(place)")
      } else {
        #expect(first)
      }
    }
  }

  @Test(
    "whoever plans while another publishes, at whatever moment, plans for nothing or on top of it",
    arguments: StoreKind.allCases, [false, true])
  func publishedWhilePlanning(kind: StoreKind, isHandedIn: Bool) async throws {
    var place = 0
    var isOver = false
    while !isOver {
      let (store, keep) = kind.make()
      defer { withExtendedLifetime(keep) {} }
      try await Samples.publish(Samples.content(), to: store)
      let state = isHandedIn ? try await Publisher(store: store).current() : nil
      let one = try await plan("One", store)
      let meddled = MeddledStore(store, at: place) { #expect(await isDone(one, store)) }
      var two: ReleasePlan?
      do throws(PublishError) {
        two = try await Publisher(store: meddled).plan(
          content("Two", version: 2), at: Samples.clock, after: nil, over: state)
      } catch {
        // Only whoever begins to read after the other has ended may know its release.
        switch error {
        case .store(.preconditionFailed), .packVersion: break
        default: Issue.record("\(kind), operation \(place): \(error)")
        }
      }
      isOver = !meddled.hasMeddled
      if let two { #expect(await isDone(two, store) == isOver, "\(kind), operation \(place)") }
      let reading = try await TreeVerifier(store: store).read(atLeast: 2)
      #expect(reading.isWhole, "\(kind), operation \(place): \(reading.findings)")
      #expect(reading.manifest?.packs[0].name == (isOver ? "Two" : "One"), "operation \(place)")
      place += 1
    }
    #expect(place > (isHandedIn ? 4 : 6))
  }

  @Test("a plan for nothing fails where what it was handed is published no longer")
  func nothingToDo() async throws {
    let store = MemoryStore()
    try await Samples.publish(Samples.content(), to: store)
    let publisher = Publisher(store: store)
    let state = try await publisher.current()
    func again() async throws(PublishError) -> ReleasePlan {
      try await publisher.plan(Samples.content(), at: Samples.clock, after: nil, over: state)
    }
    #expect(try await again().actions.isEmpty)
    #expect(await isDone(try plan("One", store), store))
    await #expect {
      try await again()
    } throws: {
      guard case PublishError.store(.preconditionFailed) = $0 else { return false }
      return true
    }
  }

  @Test("a date that another publisher fills at the last moment stops whoever is about to name it")
  func sameDate() async throws {
    let store = MemoryStore()
    try await Samples.publish(Samples.content(days: 5), to: store)
    let one = try await plan("One", store)
    let date = try #require(one.actions.first { $0.key.period != nil }?.object)
    let stranger = StoredObject(
      key: date.key, bytes: date.bytes.reversed(), mediaType: date.mediaType,
      cacheControl: date.cacheControl)
    let isDone = await isDone(one, store) { step in
      if one.actions[step].key == .manifest { _ = try? store.put(stranger, .always) }
    }
    #expect(!isDone)
    #expect(try await Publisher(store: store).current().committed?.manifest.release == 1)
  }

  @Test(
    "two threads that begin together come to one release",
    arguments: [StoreKind.directory, .bucket])
  func threads(kind: StoreKind) async throws {
    for round in 0..<10 {
      let (store, keep) = kind.make()
      defer { withExtendedLifetime(keep) {} }
      try await Samples.publish(Samples.content(), to: store)
      let plans = [try await plan("One", store), try await plan("Two", store)]
      let done = await withTaskGroup(of: (Int, Bool).self) { group in
        for (index, plan) in plans.enumerated() {
          group.addTask { (index, await isDone(plan, store)) }
        }
        var done = [false, false]
        for await (index, result) in group { done[index] = result }
        return done
      }
      try await expectOneWinner(store, done[0], done[1], "\(kind), round \(round)")
    }
  }
}
