import Catalog
import Dates
import Pipeline
import Pressing

/// What a monitor is told of a night, as Prometheus text for node_exporter's textfile collector.
struct NightMetrics {
  let report: NightReport
  /// The clock of the last run that did what it was asked to.
  let lastSuccess: Timestamp?
  /// How far ahead everything is; `nil` where there is no catalogue to ask.
  let standing: Standing?

  var text: String {
    var page = Exposition()
    page.add(
      "almanac_last_success_timestamp_seconds", .gauge,
      "The clock of the last run that did what it was asked to.", lastSuccess?.epochSeconds)
    page.add(
      "almanac_last_run_timestamp_seconds", .gauge, "The clock of the last run.",
      report.now.epochSeconds)
    page.add(
      "almanac_last_run_exit_status", .gauge, "How the last run ended: 0 is well.",
      Int(report.status.rawValue))
    addRun(to: &page)
    if let standing { add(standing, to: &page) }
    return page.text
  }

  private func addRun(to page: inout Exposition) {
    page.add(
      "almanac_last_run_duration_seconds", .gauge, "How long the last run took.",
      [([], NightMetrics.decimal(report.duration.tenthsOfSeconds, places: 1))])
    page.add(
      "almanac_last_run_made_puzzles", .gauge, "The puzzles that the last run made.", report.made)
    let tenths = max(1, report.duration.tenthsOfSeconds)
    page.add(
      "almanac_last_run_puzzles_per_second", .gauge,
      "The puzzles that the last run made in a second.",
      [([], NightMetrics.decimal(report.made * 10_000 / tenths, places: 3))])
    let tally = report.tally
    page.add(
      "almanac_last_run_evaluations", .gauge,
      "The layouts that the last run evaluated: its work, the same on every machine.",
      tally.evaluations)
    page.add(
      "almanac_last_run_budget_evaluations", .gauge,
      "The evaluations after which the last run was to take dates from the reserve.",
      report.night.budget)
    page.add(
      "almanac_last_run_stand_ins", .gauge,
      "The dates that got another puzzle of the reserve because the work budget had ended.",
      report.standIns)
    page.add(
      "almanac_last_run_missed_puzzles", .gauge,
      "The puzzles that the last run made and that miss what their recipe asks for.",
      (report.packs + report.calendars).map { ([("item", $0.name)], "\($0.missed.count)") })
    page.add(
      "almanac_last_run_refused_candidates", .gauge,
      "The candidates that the last run refused, by reason.",
      Refusal.allCases.map { ([("reason", $0.rawValue)], "\(tally[$0])") })
  }

  private func add(_ standing: Standing, to page: inout Exposition) {
    page.add(
      "almanac_release_number", .gauge, "The number of the last release.",
      standing.release?.number)
    page.add(
      "almanac_horizon_seconds", .gauge,
      "How long published puzzles last without a gap, in whole days of 86400 s from today's first "
        + "second on.",
      standing.lines.map { ([("cadence", $0.cadence.rawValue)], "\($0.days * 86_400)") })
    page.add(
      "almanac_horizon_wanted_seconds", .gauge, "How long the recipe wants them to last.",
      standing.lines.map { ([("cadence", $0.cadence.rawValue)], "\($0.wantedDays * 86_400)") })
    let today = report.now.day.daysSinceEpoch
    page.add(
      "almanac_horizon_end_timestamp_seconds", .gauge,
      "The moment from which on there is no published puzzle: it tells also when runs have "
        + "stopped.",
      standing.lines.map { ([("cadence", $0.cadence.rawValue)], "\((today + $0.days) * 86_400)") })
    page.add(
      "almanac_reserve_seconds", .gauge,
      "How long behind the horizon the reserve lasts without a new puzzle.",
      standing.lines.map { ([("cadence", $0.cadence.rawValue)], "\($0.reserveDays * 86_400)") })
    page.add(
      "almanac_reserve_puzzles", .gauge,
      "The puzzles that were never used, by grid (side x stars) and difficulty.",
      standing.reserve.map { count in
        let difficulty = count.difficulty.map { "\($0)" } ?? "unknown"
        return (
          [("grid", "\(count.side)x\(count.stars)"), ("difficulty", difficulty)], "\(count.count)"
        )
      })
    page.add(
      "almanac_refused_candidates_total", .counter,
      "The candidates that were ever refused, by reason.",
      standing.refusedCandidates.sorted { $0.key < $1.key }.map {
        ([("reason", $0.key)], "\($0.value)")
      })
  }

  /// A number of tenths, hundredths … as a decimal.
  private static func decimal(_ value: Int, places: Int) -> String {
    let unit = (0..<places).reduce(1) { product, _ in product * 10 }
    let rest = String(value % unit)
    return "\(value / unit)." + String(repeating: "0", count: places - rest.count) + rest
  }
}
