import Catalog
import Dates
import Foundation
import HouseSupport
import Notation
import Pipeline
import StarBattle
import TestSupport

/// Years of nights under a moved clock, with everything that goes wrong in them.
///
/// Each step lets some days pass and runs a night: by a cron of a zone with daylight-saving time,
/// after missed nights, with a clock that has jumped, interrupted or killed, or with changed
/// recipes. After each run that says that it is done, what docs/promises.md says is looked up in
/// the tree itself.
struct SimulatedYears {
  /// What may go wrong.
  struct Troubles {
    /// Whether recipes change, so that other puzzles are made than without trouble.
    var changesRecipes = true
    /// Whether the real program is run and killed now and then.
    var kills = false
  }

  /// The zones whose clocks the nights go by: three of them change it, in both hemispheres, one by
  /// half an hour.
  static let zones = ["America/New_York", "Europe/Lisbon", "Australia/Lord_Howe", "Asia/Kolkata"]

  let house: NightlyHouse
  var generator: SeededGenerator
  let troubles: Troubles
  private(set) var day: Day
  /// What happened, a line a night: the way to what has failed.
  private(set) var log: [String] = []
  private(set) var problems: [String] = []
  private(set) var released = 0

  private var secondCount = 6
  private var horizons: [Cadence: Int] = [.daily: 3, .weekly: 2, .monthly: 2]
  private let starts: [Cadence: Period]
  private var watch = TreeWatch()

  init(seed: UInt64, start: String, troubles: Troubles) throws {
    house = try NightlyHouse()
    generator = SeededGenerator(seed: seed)
    self.troubles = troubles
    day = try Day(start)
    let first = day
    starts = Dictionary(
      uniqueKeysWithValues: Cadence.allCases.map { ($0, Period($0, containing: first)) })
    for cadence in Cadence.allCases { try writeCalendar(cadence, seed: 9) }
    try house.writeSecond(count: secondCount, isFree: false)
  }

  private mutating func roll(_ percent: Int) -> Bool { generator.below(100) < percent }

  private func writeCalendar(_ cadence: Cadence, seed: Int, reserve: Int = 3) throws {
    try house.writeCalendar(
      cadence.rawValue, start: starts[cadence]?.key ?? "", horizon: horizons[cadence] ?? 1,
      reserve: reserve, seed: seed)
  }

  /// The moment at which a cron of a zone runs, at half past two of its own time.
  private mutating func moment(of day: Day) throws -> Timestamp {
    let name = SimulatedYears.zones[generator.below(SimulatedYears.zones.count)]
    guard let zone = TimeZone(identifier: name) else { return try Timestamp("\(day)T03:00:00Z") }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = DateComponents(year: day.year, month: day.month, day: day.day, hour: 2, minute: 30)
    guard let date = calendar.date(from: parts) else { return try Timestamp("\(day)T03:00:00Z") }
    return Timestamp(epochSeconds: Int(date.timeIntervalSince1970))
  }

  // MARK: - Nights

  /// Lives through some nights, and a quiet one before and after them.
  mutating func live(nights: Int) async throws {
    try await run(at: try Timestamp("\(day)T12:00:00Z"), "the beginning")
    for _ in 0..<nights where problems.isEmpty { try await night() }
    try await run(at: try Timestamp("\(day)T12:00:00Z"), "the end")
    try watch.readEverything(house)
    problems += watch.problems
  }

  private mutating func night() async throws {
    day = day.advanced(by: 1)
    if roll(8) { day = day.advanced(by: 1 + generator.below(9)) }
    if troubles.changesRecipes && roll(3) { try changeRecipes() }
    var now = try moment(of: day)
    if roll(3) {
      let days = generator.below(100) - 40
      now = Timestamp(epochSeconds: now.epochSeconds + days * 86_400)
      return try await run(at: now, "clock off by \(days) days")
    }
    if roll(1) {
      let far = Timestamp(epochSeconds: now.epochSeconds + 1_500 * 86_400)
      return try await refused(at: far)
    }
    if roll(6) { try await interrupt(at: now) }
    if troubles.kills && roll(4) { try kill(at: now) }
    try await run(at: now, "")
  }

  private mutating func run(at now: Timestamp, _ words: String) async throws {
    log.append("\(now) \(words)")
    var report = await house.night(now)
    if SimulatedYears.isClockRefused(report) {
      // It was ahead before, or is behind now: somebody looks after it.
      log.append("\(now) clock accepted")
      report = await house.night(now, acceptsClock: true)
    }
    if let failure = report.failure { return note("\(now): \(failure)") }
    if report.isNewRelease { released += 1 }
    try watch.look(house, at: now, horizons: horizons, starts: starts)
    problems += watch.problems
  }

  private mutating func refused(at now: Timestamp) async throws {
    log.append("\(now) clock years ahead")
    let report = await house.night(now)
    if report.status != .badData { note("a clock years ahead was believed: \(report.status)") }
  }

  private mutating func interrupt(at now: Timestamp) async throws {
    let patience = generator.below(30)
    log.append("\(now) interrupted after \(patience) candidates")
    let counter = Countdown(patience)
    let report = await house.night(now, interruption: { counter.isOver ? 15 : nil })
    if report.failure != nil && report.status != .terminated
      && !SimulatedYears.isClockRefused(report)
    {
      note("\(now): interrupted, and \(report.failure ?? "")")
    }
  }

  private static func isClockRefused(_ report: NightReport) -> Bool {
    report.failure?.hasPrefix("the clock says") == true
  }

  /// Runs the program itself, and ends it without a word.
  private mutating func kill(at now: Timestamp) throws {
    let delay = 0.002 * Double(1 + generator.below(100))
    log.append("\(now) killed after \(delay) s")
    _ = try Program.run(
      [
        "nightly", "--now", "\(now)", "--recipes", "Recipes", "--output", "out", "--state", "state",
        "--jobs", "1", "--quiet",
      ], in: house.folder, signal: (9, delay))
  }

  private mutating func changeRecipes() throws {
    let cadence = Cadence.allCases[generator.below(3)]
    switch generator.below(4) {
    case 0:
      secondCount += 1
      try house.writeSecond(count: secondCount, isFree: false)
      log.append("\(day) pack second has \(secondCount) puzzles")
    case 1:
      horizons[cadence] = 1 + generator.below(4)
      try writeCalendar(cadence, seed: 9)
      log.append("\(day) \(cadence.rawValue): horizon \(horizons[cadence] ?? 0)")
    case 2:
      let seed = generator.below(1000)
      try writeCalendar(cadence, seed: seed)
      log.append("\(day) \(cadence.rawValue): seed \(seed)")
    default:
      let reserve = generator.below(6)
      try writeCalendar(cadence, seed: 9, reserve: reserve)
      log.append("\(day) \(cadence.rawValue): reserve \(reserve)")
    }
  }

  private mutating func note(_ problem: String) { problems.append(problem) }
}
