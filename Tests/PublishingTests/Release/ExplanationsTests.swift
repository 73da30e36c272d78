import HouseSupport
import Identity
import Manifest
import Publishing
import Stores
import Testing

/// Hints and steps are named by what they explain: whatever becomes of recipes, what was published
/// under such a name stays.
@Suite("What explains puzzles")
struct ExplanationsTests {
  private let store = MemoryStore()

  /// Profiles that explain in a language, and can bring back what was told in others.
  private func profiles(_ language: String, others: [String] = []) -> ReleaseProfiles {
    func maker(_ language: String) -> ReleaseProfiles.MakeHints {
      { texts in Array("{\"language\":\"\(language)\",\"count\":\(texts.count)}".utf8) }
    }
    var profiles = ReleaseProfiles(hints: maker(language))
    profiles.steps = { texts in
      Array("{\"steps\":\"\(language)\",\"of\":\(texts.count)}".utf8)
    }
    for other in others { profiles.hintsInOtherLanguages.append(maker(other)) }
    return profiles
  }

  private func publish(
    _ profiles: ReleaseProfiles, after last: Int, days: Int = 5
  ) async throws -> PublishOutcome {
    try await Samples.publish(
      Samples.content(days: days), to: store, after: last, profiles: profiles)
  }

  /// What lies under the names of explanations, and whether the manifest says the same.
  private func explanations() async throws -> [ObjectKey: [UInt8]] {
    let tree = try await Samples.tree(store).filter { $0.key.text.hasPrefix("puzzles/hints/") }
    let manifest = try Manifest(json: #require(try await store.get(.manifest)))
    for object in manifest.objects where object.key.text.hasPrefix("puzzles/hints/") {
      #expect(tree[object.key].map { Digest.sha256(of: $0) } == object.sha256, "\(object.key)")
    }
    return tree
  }

  @Test("switched off and on again, they are in the language that they had")
  func offAndOn() async throws {
    _ = try await publish(profiles("en"), after: 0)
    let before = try await explanations()
    #expect(before.count > 6)
    _ = try await publish(.none, after: 1)
    #expect(try await publish(profiles("fr"), after: 2).release == 3)
    #expect(try await explanations() == before)
    // New dates are explained in the new one.
    _ = try await publish(profiles("fr"), after: 3, days: 6)
    let after = try await explanations()
    #expect(after.count > before.count && before.allSatisfy { after[$0.key] == $0.value })
    #expect(after.values.contains { String(decoding: $0, as: UTF8.self).contains("fr") })
  }

  @Test(
    "lost while they were switched off, they are brought back, or made anew, when they come again",
    arguments: [true, false])
  func lostMeanwhile(canBeMade: Bool) async throws {
    _ = try await publish(profiles("en"), after: 0)
    let before = try await explanations()
    _ = try await publish(.none, after: 1)
    let lost = before.keys.filter { !$0.text.hasSuffix(".steps.json") }
    for key in lost { try store.delete(key) }
    let again = profiles("fr", others: canBeMade ? ["de", "en"] : ["de"])
      .steps(like: profiles("en"))
    #expect(try await publish(again, after: 2).release == 3)
    let after = try await explanations()
    #expect(after.keys.sorted() == before.keys.sorted())
    for key in before.keys {
      #expect((after[key] == before[key]) == (canBeMade || !lost.contains(key)), "\(key)")
    }
    #expect(try await !publish(again, after: 3).isNew)
  }

  @Test("what is there stays, also where no manifest tells of it any more")
  func manifestLost() async throws {
    _ = try await publish(profiles("en"), after: 0)
    let before = try await explanations()
    _ = try await publish(.none, after: 1)
    try store.delete(.release(1))
    _ = try await publish(profiles("fr"), after: 2)
    #expect(try await explanations() == before)
  }

  @Test("lost ones are brought back in the language that they had, without another release")
  func healed() async throws {
    _ = try await publish(profiles("en"), after: 0)
    let before = try await explanations()
    for key in before.keys where !key.text.hasSuffix(".steps.json") {
      try store.delete(key)
    }
    let outcome = try await publish(
      profiles("de", others: ["en", "fr"]).steps(like: profiles("en")), after: 1)
    #expect(outcome.release == 1 && !outcome.isNew)
    #expect(try await explanations() == before)
  }

  @Test(
    "one form that is lost comes from the other, in whatever language that is",
    arguments: [".json", ".json.zst"])
  func otherForm(ending: String) async throws {
    _ = try await publish(profiles("en"), after: 0)
    let before = try await explanations()
    let lost = before.keys.filter { key in
      key.text.hasSuffix(ending) && !key.text.hasSuffix(".steps.json")
    }
    #expect(lost.count > 3)
    for key in lost { try store.delete(key) }
    let profiles = profiles("de").steps(like: profiles("en"))
    _ = try await publish(profiles, after: 1)
    #expect(try await explanations() == before)
    #expect(try await !publish(profiles, after: 2).isNew)
  }

  @Test("those that nobody can make again are made anew, by another release that says so")
  func madeAnew() async throws {
    _ = try await publish(profiles("en"), after: 0)
    let before = try await explanations()
    let plain = before.keys.filter { key in
      key.text.hasSuffix(".json") && !key.text.hasSuffix(".steps.json")
    }
    let first = try #require(plain.min())
    let lost = before.keys.filter { $0.text.hasPrefix(first.text) }.sorted()
    #expect(lost.count == 2)
    for key in lost { try store.delete(key) }
    let publisher = Publisher(store: store)
    let plan = try await publisher.plan(
      Samples.content(days: 5), at: Samples.clock, after: 1,
      profiles: profiles("de").steps(like: profiles("en")))
    #expect(plan.isNew && plan.lost.sorted() == lost)
    try await publisher.publish(plan)
    let after = try await explanations()
    #expect(after.keys.sorted() == before.keys.sorted())
    for key in before.keys { #expect((after[key] != before[key]) == lost.contains(key), "\(key)") }
    // And then there is nothing to do.
    let again = try await publisher.plan(
      Samples.content(days: 5), at: Samples.clock, after: 2,
      profiles: profiles("de").steps(like: profiles("en")))
    #expect(again.isEmpty && again.lost.isEmpty)
  }
}

extension ReleaseProfiles {
  fileprivate func steps(like other: ReleaseProfiles) -> ReleaseProfiles {
    var profiles = self
    profiles.steps = other.steps
    return profiles
  }
}
