import ArgumentParser
import Pipeline

struct Release: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look after what is published.", subcommands: [Verify.self])

  struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Read a published tree back and prove every puzzle again.",
      discussion: """
        Needs the tree alone: no recipes, no state. Every object is read and compared with the \
        manifest, every puzzle is solved by the rules and proved unique by other code, and its \
        printed grade is compared. Each finding is a line on standard error.

        Examples:
          almanac release verify
          almanac release verify /srv/puzzles --json

        EXIT STATUS
        \(ExitStatus.table(of: [.done, .usage, .badData, .noInput, .inputOutput, .interrupted]))
        """)

    @Argument(
      help: ArgumentHelp("The folder that holds puzzles/. (default: output)", valueName: "dir"))
    var folder: String?

    @Option(help: ArgumentHelp("The same, as an option.", valueName: "dir"))
    var output: String?

    @OptionGroup var options: RunOptions

    func validate() throws {
      if folder != nil && output != nil {
        throw ValidationError("the folder is given twice — give it once, with or without --output")
      }
    }

    func run() async throws {
      let job = VerifyJob(output: folder ?? output ?? "output", isJSON: options.json)
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
