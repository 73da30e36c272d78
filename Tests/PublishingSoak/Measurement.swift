import Dates
import Foundation
import Identity
import Notation
import Publishing
import StarBattle
import Stores
import TestSupport

/// Publishes a thousand packs and ten years of calendar, and says what it costs.
struct Measurement {
  let folder: String
  let packs: Int
  let years: Int

  /// The puzzles have no solutions, which is no matter to a publisher.
  private func content(changing: Bool) throws -> ReleaseContent {
    var generator = SeededGenerator(seed: 1)
    let grid = try Grid(side: 8, stars: 1)
    func sbn(_ number: Int) -> String {
      let puzzle = RandomBoards.puzzle(of: grid, using: &generator)
      let metadata = SBN.Metadata(
        seed: Seed(number), difficulty: 1 + number % 10, level: 3, cycles: 20)
      return SBN(puzzle: puzzle, metadata: metadata).description
    }
    var all = (0..<packs).map { pack in
      ReleaseContent.Pack(
        id: PackID("pack-\(pack)") ?? "pack", name: "Pack \(pack)", version: 1, free: true,
        puzzles: (0..<60).map { sbn(pack * 60 + $0) })
    }
    let start = try Day("2026-11-21")
    let days = start.distance(to: try Day("\(2026 + years)-11-21"))
    var entries: [ReleaseContent.Entry] = []
    for cadence in Cadence.allCases {
      var period = Period(cadence, containing: start)
      while period.first.distance(to: start.advanced(by: days)) > 0 {
        entries.append(.init(period, sbn: sbn(1_000_000 + entries.count)))
        period = period.advanced(by: 1)
      }
    }
    if changing {
      all[packs / 2].puzzles[7] = sbn(2_000_000)
      all[packs / 2].version = 2
    }
    return ReleaseContent(
      packs: all, calendar: entries,
      provenance: .init(generatorVersion: 1, graderVersion: 1, recipeHash: "measured"))
  }

  /// Publishes and prints one line: what it took and what it wrote.
  func run(_ stage: String) async throws {
    let content = try content(changing: stage == "changed")
    let before = Measurement.peak
    let (start, processor) = (ContinuousClock.now, clock())
    let store = CountingStore(DirectoryStore(root: folder))
    let publisher = Publisher(store: store)
    let plan = try await publisher.plan(
      content, at: try Timestamp("2026-11-21T03:00:00Z"), after: nil)
    try await publisher.publish(plan)
    let seconds = Measurement.tenths(Int((ContinuousClock.now - start) / .milliseconds(100)))
    let work = Measurement.tenths(Int(clock() - processor) / 100_000)
    let counts = store.counts
    print(
      "\(stage): release \(plan.release), \(content.packs.count) packs, \(content.calendar.count) dates: "
        + "\(counts.puts) writes (\(counts.bytes) bytes), \(counts.removals) removals, "
        + "\(counts.reads) reads, \(counts.listings) listings; \(seconds) s, of the processor "
        + "\(work) s; peak memory \(Measurement.peak) MB (\(before) MB of it the content itself)")
  }

  private static func tenths(_ count: Int) -> String { "\(count / 10).\(count % 10)" }

  /// The most memory that this process has had, in MB; 0 where the system does not tell.
  private static var peak: Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
  }
}
