import ArgumentParser
import Pipeline

struct Nightly: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make what is missing and publish what is new: the job for cron.",
    discussion: """
      Reads the recipes, fills the slots of every pack and the calendar up to its horizon, and \
      publishes a release if anything changed. It can be run at any time and as often as you like: \
      a second run changes nothing, and a run that was killed is finished by the next one.

      Examples:
        almanac nightly
        almanac nightly --dry-run
        almanac nightly --recipes Pipelines --output /srv/puzzles --state /var/lib/almanac

      A report of every run is kept in the state folder, under runs/. The state folder can also be \
      named by the environment variable ALMANAC_STATE.

      EXIT STATUS
      \(ExitStatus.table(of: [
        .done, .partial, .usage, .badData, .noInput, .bug, .cannotCreate, .inputOutput,
        .retryLater, .badRecipe, .interrupted, .terminated,
      ]))
      """)

  @Option(
    help: ArgumentHelp("The folder to publish into, or s3://bucket/prefix.", valueName: "place"))
  var output = "output"

  @Option(
    help: ArgumentHelp(
      "The days to fill ahead, today included. (default: as the daily recipe says)",
      valueName: "days"))
  var horizon: Int?

  @Flag(help: "Make everything, keep and publish nothing, and say what would be.")
  var dryRun = false

  @OptionGroup var house: HouseOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var options: RunOptions

  func validate() throws {
    if let horizon, !NightlyOptions.horizons.contains(horizon) {
      let most = NightlyOptions.horizons.upperBound
      throw ValidationError("--horizon is \(horizon) — it can be 1…\(most) days")
    }
  }

  func run() async throws {
    let night = NightlyOptions(
      recipes: house.recipes, output: output, state: house.state, horizon: horizon,
      isDryRun: dryRun)
    try await options.run(now: clock.now) { context, printer in
      let report = await Pipeline.Nightly(
        options: night, context: context, settings: storeSettings
      ).run()
      printer.finish()
      if let failure = report.failure { RunOptions.tell(failure) }
      if options.json {
        try Console.print(report.json)
      } else if report.failure == nil && !options.quiet {
        for line in report.lines { try Console.print(line) }
      }
      return report.status
    }
  }
}
