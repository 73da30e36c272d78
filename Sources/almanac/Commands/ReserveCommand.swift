import ArgumentParser
import Generating
import Pipeline
import Tools

struct ReserveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reserve",
    abstract: "Look after the puzzles that wait to be used.",
    subcommands: [Status.self, Fill.self])

  struct Status: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Tell what is in reserve, and the day on which each calendar would run dry.",
      discussion: """
        Examples:
          almanac reserve status
          almanac reserve status --json --now 2026-12-24

        The low-water mark of a calendar is the `reserve` of its recipe: so many days, weeks or \
        months behind the horizon have a puzzle waiting. The forecast takes it that no puzzle is \
        ever made again. A puzzle that waits, but by another recipe or an earlier version, does \
        not count: the next night replaces it (“outdated”).

        --json prints one object: schema, command, dryRun, calendars {cadence, mark, ready, low, \
        outdated, filledTo, dryOn, days}, reserve {size, stars, difficulty, count, dated}.

        \(HouseOptions.idle("--output", "--jobs"))

        EXIT STATUS
        \(ExitStatus.table(of: [.done, .usage, .badData, .noInput, .inputOutput, .badRecipe]))
        """)

    @OptionGroup var place: HouseOptions

    var command: any Command { ForecastReserve() }
  }

  struct Fill: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "fill",
      abstract: "Make puzzles ahead, and publish nothing.",
      discussion: """
        Examples:
          almanac reserve fill
          almanac reserve fill --days 30
          almanac reserve fill --size 10 --stars 2 --count 20 --difficulty 7...

        Fills the reserve of every calendar to its low-water mark, or until so many --days behind \
        its horizon have puzzles. The puzzles are those that the nights would make. With --size \
        and --stars it makes spare puzzles of one grid instead, for editors to choose from.

        --json prints what `reserve status` prints, after filling.

        \(HouseOptions.treeBesideCatalog)

        EXIT STATUS
        \(ExitStatus.table(of: [
          .done, .partial, .usage, .badData, .noInput, .unavailable, .cannotCreate, .inputOutput,
          .retryLater, .badRecipe, .interrupted,
        ]))
        """)

    @Option(
      help: ArgumentHelp(
        "Days behind the horizons to fill, if the recipes say less.", valueName: "n"))
    var days: Int?

    @Option(help: ArgumentHelp("Spare puzzles: rows, columns and regions.", valueName: "n"))
    var size: Int?

    @Option(help: ArgumentHelp("Spare puzzles: stars in each of them.", valueName: "n"))
    var stars: Int?

    @Option(help: ArgumentHelp("Spare puzzles: how many. (default: 10)", valueName: "n"))
    var count: Int?

    @OptionGroup var wish: WishOptions

    @Flag(help: "Make them, say how many, keep none.")
    var dryRun = false

    @OptionGroup var place: HouseOptions

    var command: any Command {
      get throws {
        if let count, !FillSpare.counts.contains(count) {
          throw ValidationError(
            "--count is \(count) — it can be 1…\(FillSpare.counts.upperBound)")
        }
        if let days, !FillReserve.daysAhead.contains(days) {
          throw ValidationError(
            "--days is \(days) — it can be 1…\(FillReserve.daysAhead.upperBound)")
        }
        try checkStars(stars)
        let wish = try wish.wish
        switch (size, stars) {
        case (let size?, let stars?) where days == nil:
          guard FindPuzzles.sizes.contains(size), size >= 4 * stars else {
            throw ValidationError(
              "no \(size)×\(size) board has \(stars) stars in every row — the size can be 4…25, "
                + "the stars at most a quarter of it")
          }
          return FillSpare(
            size: size, stars: stars, count: count ?? 10, wish: wish, isDryRun: dryRun)
        case (nil, nil) where count == nil && wish == GradeRange():
          return FillReserve(days: days ?? 0, isDryRun: dryRun)
        default:
          throw ValidationError(
            "spare puzzles take --size and --stars, and perhaps --count, --difficulty and --level; "
              + "calendars take --days alone, or nothing")
        }
      }
    }
  }
}
