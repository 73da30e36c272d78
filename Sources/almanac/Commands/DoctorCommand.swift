import ArgumentParser
import Operating
import Pipeline

struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say how everything stands, and which command mends what does not.",
    discussion: """
      Looks at the calendars and the reserve in days, the catalogue, the last release, the tree, past \
      runs, clock, disk, lock and recipes; the worst comes first. It changes nothing and takes no lock.

      Examples:
        almanac doctor
        almanac doctor --json --output /srv/puzzles --state /var/lib/almanac

      EXIT STATUS
          0  all is well
          2  something needs care before long
         65  something is wrong: players notice, or the next night fails
        130  interrupted
        143  terminated
      """)

  @Option(help: ArgumentHelp("The tree: a folder, or s3://bucket/prefix.", valueName: "place"))
  var output = "output"

  @OptionGroup var house: HouseOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var options: RunOptions

  func run() async throws {
    let folders = NightlyOptions(
      recipes: house.recipes, output: output, state: house.state)
    try await options.run(now: clock.now) { context, printer in
      let report = try await Operating.Doctor(
        options: folders, context: context, settings: storeSettings
      ).run()
      printer.finish()
      if options.json {
        try Console.print(report.json)
      } else if !options.quiet || report.status != .done {
        for line in report.lines { try Console.print(line) }
      }
      return report.status
    }
  }
}
