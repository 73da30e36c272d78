import ArgumentParser
import Operating
import Pipeline

struct NightlyCommand: HouseCommand {
  static let configuration = CommandConfiguration(
    commandName: "nightly",
    abstract: "Make what is missing and publish what is new: the job for cron.",
    discussion: """
      Examples:
        almanac nightly
        almanac nightly --dry-run
        almanac nightly --recipes Pipelines --output /srv/puzzles --state /var/lib/almanac
        almanac nightly --log logfmt --metrics /var/lib/node_exporter/almanac.prom

      Reads the recipes, fills the slots of every pack and the calendar up to its horizon, and \
      publishes a release if anything changed. It can be run at any time and as often as you like: \
      a second run changes nothing, and a run that was killed is finished by the next one.

      --budget bounds a night's work, counted in layouts that the generator evaluates, so that it \
      ends alike on every machine. Packs are always finished; when the budget has ended, dates get \
      the puzzles of the reserve that come nearest to what they ask for, and the reserve is filled \
      by later nights. Without any left the night ends with 2: nothing is published, and the next \
      night goes on from what was made.

      Pipelines/systemd and Pipelines/cron have what a server needs to run it every night.

      A clock that is more than a day behind the last release or run, or far ahead of the \
      calendar, ends the night with 65 before anything is made.

      A report of every run is kept in the state folder, under runs/. The state folder can also be \
      named by the environment variable ALMANAC_STATE.

      --json prints one object: schema, command, run, now, dryRun, jobs, exit, failure, release, \
      newRelease, made, intoReserve, standIns, evaluations, budget, tried, refused, packs and \
      calendar, each with id, count, made, fromReserve, standIns, intoReserve, difficulty, \
      first, last, missed {id, wanted, got}, tried, refused; changes, steps, notes, \
      acceptedClock, passedOver {runs, release}, recipes, output, state, tenthsOfSeconds.

      EXIT STATUS
      \(ExitStatus.table(of: [
        .done, .partial, .usage, .badData, .noInput, .unavailable, .bug, .cannotCreate,
        .inputOutput, .retryLater, .badRecipe, .interrupted,
      ]))
      """)

  @Option(
    help: ArgumentHelp(
      "The days to fill ahead, today included. (default: as the daily recipe says)",
      valueName: "days"))
  var horizon: Int?

  @Option(
    help: ArgumentHelp(
      "The layouts to evaluate before dates come from the reserve. (default: no bound)",
      valueName: "evaluations"))
  var budget: Int?

  @Flag(help: "Make everything, keep and publish nothing, and say what would be.")
  var dryRun = false

  @Flag(
    help: ArgumentHelp(
      "Go on although a release or a run has a later time: that clock was wrong, and this one is "
        + "right."))
  var acceptClock = false

  @Option(
    help: ArgumentHelp(
      "Log to standard error instead of showing progress: logfmt or json, each line with the "
        + "run's id.",
      valueName: "format"))
  var log: LogChoice?

  @Option(
    help: ArgumentHelp(
      "Write Prometheus metrics into this file, for node_exporter's textfile collector.",
      valueName: "file"))
  var metrics: String?

  @Option(
    help: ArgumentHelp(
      "Call this address when the night went well, and the same with /fail behind it when not. "
        + "A monitor that does not answer changes nothing.", valueName: "url"))
  var pingURL: String?

  @OptionGroup var place: HouseOptions

  var command: any Command {
    get throws {
      let ping = pingURL.flatMap { Ping($0) }
      if pingURL != nil, ping == nil {
        throw ValidationError(
          // The text itself is not shown: whatever it is meant to be, it may hold a secret.
          "--ping-url is no address — it must be one such as https://hc-ping.com/your-id"
        )
      }
      try checkPath(metrics, "--metrics")
      if let budget, budget < 1 {
        throw ValidationError("--budget is \(budget) — it must be 1 or more")
      }
      if let horizon, !Night.horizons.contains(horizon) {
        let most = Night.horizons.upperBound
        throw ValidationError("--horizon is \(horizon) — it can be 1…\(most) days")
      }
      return RunNight(
        Night(
          horizon: horizon, budget: budget, isDryRun: dryRun, acceptsClock: acceptClock),
        log: log?.format,
        metrics: metrics, ping: ping)
    }
  }
}

/// How a log can be asked for.
enum LogChoice: String, CaseIterable, ExpressibleByArgument {
  case logfmt
  case json

  var format: LogFormat {
    switch self {
    case .logfmt: .logfmt
    case .json: .json
    }
  }
}
