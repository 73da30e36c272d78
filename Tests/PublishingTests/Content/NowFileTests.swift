import Dates
import HouseSupport
import Identity
import JSONText
import Manifest
import Publishing
import Stores
import TestSupport
import Testing
import Verifying

/// `now.json`: made of the manifest and the run's day.
@Suite("What an app needs when it is opened")
struct NowFileTests {
  private let store = MemoryStore()
  private static let profiles = ReleaseProfiles(bundle: true, now: true)

  private func publish(
    _ content: ReleaseContent = Samples.content(), at time: String = "2026-11-21T03:00:00Z"
  ) async throws -> PublishOutcome {
    try await Samples.publish(
      content, to: store, at: Samples.time(time), profiles: Self.profiles)
  }

  private func now() async throws -> JSONValue {
    try JSONValue(reading: try #require(try await store.get(.now)))
  }

  private func findings(at clock: String? = nil) async throws -> [String] {
    try await TreeVerifier(store: store).read(at: clock.map { Samples.time($0) }, horizon: [:])
      .findings.map(\.description)
  }

  /// The lines of a cadence.
  private func dates(_ cadence: String) async throws -> [JSONValue] {
    guard case .array(let lines)? = try await now()["dates"]?[cadence] else { return [] }
    return lines
  }

  @Test("it has packs, the bundle, and four days with their weeks and months")
  func content() async throws {
    _ = try await publish()
    let now = try await now()
    #expect(now["release"] == .integer(1))
    #expect(now["day"] == .string("2026-11-21"))
    guard case .array(let packs)? = now["packs"] else { return #expect(Bool(false), "no packs") }
    let ids = packs.compactMap { $0["id"] }
    #expect(ids == [.string("intro"), .string("1star-8x8")])
    for place in packs + [now["bundle"] ?? .null] {
      guard case .string(let key)? = place["key"] else { return #expect(Bool(false), "no key") }
      let bytes = try #require(try await store.get(Samples.key(key)))
      #expect(place["sha256"] == .string(Digest.sha256(of: bytes)))
      #expect(place["bytes"] == .integer(bytes.count))
    }
    let days = try await dates("daily")
    #expect(
      days.compactMap { $0["id"] }
        == ["20", "21", "22", "23"].map { .string("daily:2026-11-\($0)") })
    #expect(days.first?["sbn"] == .string(Samples.sbn(1000)))
    #expect(days.first?["key"] == .string("puzzles/daily/2026-11-20.sbn"))
    #expect(try await dates("weekly").count == 2)
    #expect(try await dates("monthly").count == 1)
    #expect(try await findings(at: "2026-11-22T09:00:00Z").isEmpty)
  }

  @Test("a second run on the same day writes nothing, one on the next day now.json alone (P10)")
  func days() async throws {
    _ = try await publish()
    #expect(try await publish(at: "2026-11-21T23:59:59Z").written.isEmpty)
    let next = try await publish(at: "2026-11-22T00:00:00Z")
    #expect(next.written == [.now])
    #expect(!next.isNew)
    #expect(try await now()["day"] == .string("2026-11-22"))
    #expect(try await findings().isEmpty)
    #expect(try await publish(at: "2026-11-22T12:00:00Z").written.isEmpty)
    // A clock behind the release's own tells of the release's day.
    #expect(try await publish(at: "2026-11-20T12:00:00Z").written == [.now])
    #expect(try await now()["day"] == .string("2026-11-21"))
  }

  @Test("a new release writes it once, behind what it tells of and before versions.json")
  func order() async throws {
    _ = try await publish()
    let publisher = Publisher(store: store)
    var content = Samples.content(days: 6)
    content.packs[0].puzzles.append(Samples.sbn(150))
    content.packs[0].version = 2
    let plan = try await publisher.plan(
      content, at: Samples.time("2026-11-22T03:00:00Z"), after: 1, profiles: Self.profiles)
    let keys = plan.actions.map(\.key)
    #expect(keys.count { $0 == .now } == 1)
    let place = try #require(keys.firstIndex(of: .now))
    #expect(keys[place + 1] == .versions)
    for key in [ObjectKey.manifest, .pack("intro"), .bundle] {
      #expect(try #require(keys.firstIndex(of: key)) < place)
    }
  }

  @Test("a date that was taken back is told as withdrawn, one that is not there as absent")
  func withdrawn() async throws {
    _ = try await publish()
    var content = Samples.content()
    let gone = Samples.period("daily:2026-11-21")
    content.calendar.removeAll { $0.period == gone }
    content.withdrawals = [Withdrawal(id: gone.id, reason: "a face in it")]
    _ = try await publish(content)
    let lines = try await dates("daily")
    #expect(
      lines[1]
        == .object([
          JSONMember("id", .string(gone.id)), JSONMember("state", .string("withdrawn")),
        ]))
    #expect(try await findings().isEmpty)
    _ = try await publish(content, at: "2026-11-23T03:00:00Z")
    #expect(try await dates("daily").last?["state"] == .string("absent"))
    #expect(try await findings().isEmpty)
  }

  @Test("it can be switched off, and goes")
  func off() async throws {
    _ = try await publish()
    try await Samples.publish(Samples.content(), to: store, profiles: .init(bundle: true))
    #expect(try await store.get(.now) == nil)
    #expect(try await findings().isEmpty)
  }

  @Test("it is healed, and what is wrong with it is found")
  func damaged() async throws {
    _ = try await publish()
    let whole = try #require(try await store.get(.now))
    let text = String(decoding: whole, as: UTF8.self)
    for (old, new) in [
      (#""release":1"#, #""release":2"#), ("2026-11-21", "2026-11-22"),
      (#""state":"published""#, #""state":"absent""#), (#""version":1"#, #""version":2"#),
      ("}}", "}} "), ("{", "["),
    ] {
      let forged = text.replacing(old, with: new, maxReplacements: 1)
      #expect(forged != text)
      try await Samples.overwrite(.now, Array(forged.utf8), in: store)
      #expect(try await findings().contains { $0.hasPrefix("puzzles/now.json: ") }, "\(new)")
      #expect(try await publish().written == [.now])
      #expect(try await store.get(.now) == whole)
    }
    #expect(
      try await findings(at: "2026-11-24T00:00:00Z").contains { $0.contains("now.json: older") })
  }
}
