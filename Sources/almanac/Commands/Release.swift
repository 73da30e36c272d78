import ArgumentParser
import Pipeline

struct Release: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look after what is published.",
    subcommands: [
      Plan.self, Publish.self, Verify.self, Rollback.self, Withdraw.self, History.self, Diff.self,
      Gc.self,
    ])

  struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Read a published tree back and prove every puzzle again.",
      discussion: """
        Needs the tree alone: no recipes, no state. Every object is read and compared with the \
        manifest, every puzzle is solved by the rules and proved unique by other code, and its \
        printed grade is compared; so are solutions and hints of the app's profile. Each finding is a \
        line on standard error. With --as-app, the tree is read once more as the apps read it: by ids \
        and dates alone, with the app's own checks.

        Examples:
          almanac release verify
          almanac release verify /srv/puzzles --json
          almanac release verify --as-app --now 2026-11-21T03:00:00Z
          almanac release verify --to s3://puzzles/live --now 2026-11-21T03:00:00Z

        \(bucketHelp)

        EXIT STATUS
        \(ExitStatus.table(of: [
          .done, .usage, .badData, .noInput, .unavailable, .inputOutput, .interrupted,
        ]))
        """)

    @Argument(
      help: ArgumentHelp("The folder that holds puzzles/. (default: output)", valueName: "dir"))
    var folder: String?

    @OptionGroup var tree: TreeOptions

    @Option(
      help: ArgumentHelp(
        "The reader's clock in UTC: the calendar has to reach from yesterday to 14 days, 4 weeks and "
          + "2 months. (default: only as far as the release's own clock needs)", valueName: "time"))
    var now: String?

    @Flag(help: "Replay the checks of the mobile app, too.")
    var asApp = false

    @OptionGroup var options: RunOptions

    func validate() throws {
      if folder != nil && (tree.output != nil || tree.to != nil) {
        throw ValidationError("the tree is given twice — give it once")
      }
      try checkClock(now)
    }

    func run() async throws {
      let job = VerifyJob(
        output: folder ?? tree.target, isJSON: options.json, settings: storeSettings,
        clock: now.flatMap { RunContext.time($0) }, isAsApp: asApp)
      try await options.run { context, printer in
        try await job.run(context) { line in
          if case .result = line { printer.finish() }
          if case .result = line, options.quiet && !options.json { return }
          try RunOptions.emit(line, printer)
        }
      }
    }
  }
}
