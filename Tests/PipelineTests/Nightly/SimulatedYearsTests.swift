import Catalog
import Dates
import Foundation
import HouseSupport
import Pipeline
import Stores
import Synchronization
import TestSupport
import Testing
import Verifying

@Suite("Simulated years")
struct SimulatedYearsTests {
  /// Three years of nights in `make soak-years`, some weeks otherwise.
  private static let nights = Effort.isSoak ? 1_000 : 30

  @Test("no date is missing, no puzzle repeats, no published byte changes, versions only rise")
  func everyNight() async throws {
    let seed = ReplaySeed(20_261_120).value
    var years = try SimulatedYears(
      seed: seed, start: "2026-12-20",
      troubles: .init(changesRecipes: true, kills: Effort.isSoak))
    try await years.live(nights: SimulatedYearsTests.nights)
    #expect(
      years.problems == [],
      "ALMANAC_SEED=\(seed), after \(years.log.count) steps, the last: \(years.log.suffix(12))")
    // A clock that jumps ahead fills weeks, and the nights after it have nothing to do.
    #expect(years.released > SimulatedYearsTests.nights / 5)
    #expect(try await years.house.check() == [])
    let tree = DirectoryStore(root: "\(years.house.folder.path)/out")
    let reading = try await TreeVerifier(store: tree).read()
    #expect(reading.findings.isEmpty)
    print(
      "simulated \(years.log.count) steps to \(years.day): \(years.released) releases, "
        + "\(reading.puzzles.count) puzzles")
  }

  @Test("whatever has gone wrong, the calendar is the one that a single run makes")
  func sameCalendar() async throws {
    let seed = ReplaySeed(53).value
    var years = try SimulatedYears(
      seed: seed, start: "2026-12-20", troubles: .init(changesRecipes: false))
    try await years.live(nights: SimulatedYearsTests.nights)
    #expect(years.problems == [], "ALMANAC_SEED=\(seed), \(years.log.suffix(12))")
    let dates = try years.house.tree().filter { $0.key.hasSuffix(".sbn") }
    // A clock that jumped ahead has filled more than the last night asks for.
    let last = try #require(dates.keys.filter { $0.contains("daily") }.max())
    let day = try Day(String(last.split(separator: "/").last?.dropLast(4) ?? ""))
    let once = try SimulatedYears(seed: seed, start: "2026-12-20", troubles: .init())
    var at = try Day("2026-12-20")
    let end = day.advanced(by: -2)
    while true {
      let report = await once.house.night(try Timestamp("\(at)T12:00:00Z"))
      #expect(report.failure == nil)
      if at == end { break }
      // One run fills up to 500 days; a longer gap is taken for a wrong clock.
      at = min(at.advanced(by: 400), end)
    }
    let ours = try once.house.tree()
    let different = dates.filter { ours[$0.key] != $0.value }.keys.sorted()
    #expect(different == [], "ALMANAC_SEED=\(seed)")
    #expect(dates.count > SimulatedYearsTests.nights)
  }

  @Test("ten missed nights are filled by one run, with the puzzles of ten runs")
  func catchUp() async throws {
    let (nightly, late) = (try NightlyHouse(), try NightlyHouse())
    for house in [nightly, late] {
      // A world so small that dates meet puzzles that are used already.
      try house.writeCalendar(reserve: 5)
      try house.writeCalendar("weekly", start: "2026-53", horizon: 2, reserve: 3)
      #expect(try await house.run("2026-12-30").failure == nil)
    }
    for day in 1...10 {
      let now = try Day("2026-12-30").advanced(by: day)
      #expect(try await nightly.run("\(now)").failure == nil)
    }
    let report = try await late.run("2027-01-09")
    #expect(report.failure == nil)
    #expect(report.calendars.first { $0.name == "daily" }?.fromReserve == 5)
    let names = { (house: NightlyHouse) throws in
      try house.tree().filter { $0.key.hasSuffix(".sbn") || $0.key.contains("packs/") }
    }
    #expect(try names(nightly) == names(late))
    // The reserve behind the horizon is the same, too.
    let kept = { (house: NightlyHouse) throws in
      let catalog = try Catalog.open(at: "\(house.state)/catalog.sqlite")
      return try [Cadence.daily, .weekly].flatMap { try catalog.ahead($0) }.map {
        "\($0.period.key) \($0.puzzle.sbn)"
      }
    }
    #expect(try kept(nightly) == kept(late))
    #expect(try kept(nightly).count == 8)
  }
}

/// Counts down from a number of questions.
final class Countdown: Sendable {
  private let left: Mutex<Int>

  init(_ count: Int) { left = Mutex(count) }

  /// Whether it was asked more often than that.
  var isOver: Bool {
    left.withLock { count in
      count -= 1
      return count < 0
    }
  }
}
