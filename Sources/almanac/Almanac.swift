import ArgumentParser
import Pipeline

/// The command line: parses, calls `Pipeline`, prints, exits.
@main
struct Almanac: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "almanac",
    abstract: "A press for Star Battle puzzles.",
    discussion: """
      Generates puzzles, grades them as a person would solve them, proves each one, and publishes \
      packs and a calendar as a versioned tree of files.

      Begin with:
        almanac generate --size 10 --stars 2 --count 5
        almanac nightly --dry-run

      EXIT STATUS
      \(ExitStatus.table(of: ExitStatus.allCases))
      """,
    version: ProgramVersion.text,
    subcommands: [
      GenerateCommand.self, GradeCommand.self, TraceCommand.self, SolveCommand.self,
      ProveCommand.self, ConvertCommand.self, PreviewCommand.self, ImportCommand.self,
      PacksCommand.self, CalendarCommand.self, ReserveCommand.self, RecipesCommand.self,
      NightlyCommand.self, DoctorCommand.self, ReleaseCommand.self, KeysCommand.self,
      CatalogCommand.self, WorkCommand.self, ServeCommand.self,
    ])
}
