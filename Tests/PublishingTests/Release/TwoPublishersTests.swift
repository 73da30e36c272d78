import HouseSupport
import Manifest
import Publishing
import Stores
import Synchronization
import Testing
import Verifying

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
