import ArgumentParser
import Pipeline
import Upkeep

/// The subcommands that look after the catalogue.
struct CatalogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Look after the database of everything that was ever published or is in reserve.",
    subcommands: [Check.self, Backup.self, Rebuild.self, Export.self])

  struct Check: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Look for damage in the catalogue.",
      discussion: """
        Examples:
          almanac catalog check
          almanac catalog check --prove --json

        SQLite's own check, references between tables, and every puzzle: its text is parsed, its \
        canonical key computed again, its solution and its steps compared with it. Each finding is \
        a line on standard error. Nothing is changed, and a nightly run may be at work meanwhile.

        --json prints one object: schema, command, catalog, whole, proved, puzzles, reserve, \
        slots, dates, releases, findings.

        \(HouseOptions.idle("--recipes", "--output", "--now"))

        EXIT STATUS
        \(ExitStatus.table(of: [
          .done, .usage, .badData, .noInput, .cannotCreate, .inputOutput, .retryLater,
          .interrupted,
        ]))
        """)

    @Flag(help: "Solve every puzzle by the rules again, and prove it unique by other code.")
    var prove = false

    @OptionGroup var place: HouseOptions

    var command: any Command { CheckCatalog(isProving: prove) }
  }

  struct Backup: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup",
      abstract: "Copy the catalogue into one file.",
      discussion: """
        Examples:
          almanac catalog backup /backup/almanac-2026-11-21.sqlite
          almanac catalog backup /backup/almanac.sqlite --force

        The copy is that of one moment, also while a nightly run is at work, and is checked before \
        it gets its name. To use it, put it in the place of STATE/catalog.sqlite and remove what \
        lies beside that (catalog.sqlite-wal, -shm). A copy that is older than the published tree \
        is refused by everything that publishes; “almanac catalog rebuild” then makes a new one.

        --json prints one object: schema, command, state, file, bytes, release.

        \(HouseOptions.idle("--recipes", "--output", "--now", "--jobs"))

        EXIT STATUS
        \(ExitStatus.table(of: [
          .done, .usage, .badData, .noInput, .cannotCreate, .inputOutput, .retryLater,
        ]))
        """)

    @Argument(help: "The file to write.")
    var file: String

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @OptionGroup var place: HouseOptions

    var command: any Command {
      get throws {
        try checkPath(file, "the file")
        return BackUpCatalog(to: file, isOverwriting: force)
      }
    }
  }

  struct Export: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Write every puzzle into a file, for other programs.",
      discussion: """
        Examples:
          almanac catalog export puzzles.jsonl.zst
          almanac catalog export puzzles.csv --force

        The file's name says how: .jsonl is one JSON object per line, .csv a table, and .zst \
        behind either compresses it with Zstandard. FILE.sha256 is written beside it, for \
        sha256sum -c. Each puzzle has its id, SBN, size, stars, solution (row and column from 0), \
        score, difficulty, level, cycles, rules with how often each was used, seed, generator and \
        grader version, its places, and the release and time that published it first. Puzzles of \
        packs that have to be bought are left out unless --private is given, and so are those \
        without a place on the grids of these packs.

        --json prints one object: schema, command, state, file, format, compressed, puzzles, \
        leftOut, bytes, sha256.

        \(HouseOptions.idle("--recipes", "--output", "--now", "--jobs"))

        EXIT STATUS
        \(ExitStatus.table(of: [
          .done, .usage, .badData, .noInput, .cannotCreate, .inputOutput, .retryLater,
          .interrupted,
        ]))
        """)

    @Argument(help: "The file to write: NAME.jsonl, NAME.csv, NAME.jsonl.zst or NAME.csv.zst.")
    var file: String

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @Flag(
      name: .customLong("private"),
      help: "Write puzzles that have to be bought, too: the file is not for the public then.")
    var isPrivate = false

    @OptionGroup var place: HouseOptions

    var command: any Command {
      get throws {
        let endings = [".jsonl", ".csv"].flatMap { [$0, $0 + ".zst"] }
        guard endings.contains(where: { file.lowercased().hasSuffix($0) }) else {
          throw ValidationError(
            "“\(file)” does not say how to write — end it with .jsonl, .csv, .jsonl.zst or .csv.zst"
          )
        }
        try checkPath(file, "the file")
        return ExportCatalog(to: file, isOverwriting: force, isPrivate: isPrivate)
      }
    }
  }
}
