import Dates
import HouseSupport
import Manifest
import Publishing
import StarBattle
import Stores
import TestSupport
import Testing
import Verifying

@Suite("Reading while others publish")
struct ReaderTests {
  /// Content that changes every day: a date more, now and then a pack.
  private func content(_ day: Int) -> ReleaseContent {
    var content = Samples.content(days: 4 + day)
    content.packs[0].puzzles = (0..<3 + day / 3).map { Samples.sbn(5000 + $0) }
    content.packs[0].version = 1 + day / 3
    content.packs[1].name = "Pack \(day / 7)"
    content.packs[1].version = 1 + day / 7
    let start = Period(.weekly, containing: Samples.day("2026-11-20"))
    let month = Period(.monthly, containing: Samples.day("2026-11-20"))
    content.calendar.removeAll { $0.period.cadence != .daily }
    content.calendar += (0..<2 + day / 7).map {
      .init(start.advanced(by: $0), sbn: Samples.sbn(20_000 + $0))
    }
    content.calendar += (0..<2 + day / 28).map {
      .init(month.advanced(by: $0), sbn: Samples.sbn(30_000 + $0))
    }
    return content
  }

  private func time(_ day: Int) -> Timestamp {
    Timestamp(epochSeconds: Samples.clock.epochSeconds + 86400 * day)
  }

  @Test(
    "in 200 publishes, some of them interrupted, nothing that a manifest names is missing or other")
  func manyPublishes() async throws {
    let seed = ReplaySeed(200).value
    let base = MemoryStore()
    let reader = CachedReader(of: base, seed: seed)
    let observed = ObservedStore(base) { reader.read() }
    var generator = SeededGenerator(seed: seed &+ 1)
    for day in 0..<200 {
      if generator.next() % 4 == 0 {
        let faults = FaultStore.Fault.allCases.filter { $0 == .killedBefore || $0 == .killedAfter }
        let number = Int(generator.next() % 40)
        let store = FaultStore(
          observed, operation: number, faults[Int(generator.next() % UInt64(faults.count))])
        _ = try? await Samples.publish(content(day), to: store, at: time(day))
      }
      try await Samples.publish(content(day), to: observed, at: time(day))
      // Now a minute, now a day later.
      reader.wait(Int(generator.next() % 2) * 40_000 + 60)
      reader.read()
    }
    #expect(reader.problems.isEmpty, "seed \(seed): \(reader.problems.prefix(5))")
    #expect(reader.releases.count > 150)
    #expect(reader.reads > 100_000)
    let reading = try await TreeVerifier(store: base).read(atLeast: 200)
    #expect(reading.findings.isEmpty)
  }

  @Test("the same reader finds what is wrong when manifests are written first")
  func wrongOrder() async throws {
    let base = MemoryStore()
    let reader = CachedReader(of: base, seed: 7)
    let observed = ObservedStore(base) { reader.read() }
    for day in 0..<20 {
      let plan = try await Publisher(store: base).plan(content(day), at: time(day), after: nil)
      let pointer = plan.actions.filter { $0.key == .manifest }
      for step in pointer + plan.actions.filter({ $0.key != .manifest }) {
        if let object = step.object {
          _ = try await observed.put(object, step.condition)
        } else {
          try await observed.delete(step.key)
        }
      }
      reader.wait(700)
    }
    #expect(reader.problems.contains { $0.hasSuffix("missing") })
  }
}
