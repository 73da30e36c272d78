import ArgumentParser
import Pipeline
import Preview

struct InsightCommand: HouseCommand {
  static let configuration = CommandConfiguration(
    commandName: "insight",
    abstract: "Tell how puzzles are played: solved, given up, hints, times, downloads.",
    discussion: """
      Examples:
        almanac insight intro --plays plays.json
        almanac insight 2026-11-21
        almanac insight output/puzzles/packs/intro.json

      It reads what “almanac-serve report” has written, which names no user: of each puzzle how \
      many have begun and solved it, the median of their times and the time that 80 of 100 need, \
      hints, and who left it for a week. Times are told from five people on. A puzzle for which \
      20 people or more need twice as long as for its neighbours, or half, is named. A pack \
      can also be its published file, or - for standard input.

      “preview” shows the same beside the difficulty.

      --json prints one object: schema, command, title, puzzles, each with id and, where somebody \
      has begun it, begun, solved, hinted, hints, givenUp, timed, medianSeconds, p80Seconds and \
      finding; and downloads {day, object, status, count}.

      \(HouseOptions.idle("--output", "--now"))

      EXIT STATUS
      \(ExitStatus.table(of: [
        .done, .usage, .badData, .noInput, .inputOutput, .retryLater, .interrupted,
      ]))
      """)

  @Argument(
    help: ArgumentHelp(
      "A pack, daily, weekly, monthly, a date, an id, a pack file or -.", valueName: "what"))
  var what: String

  @Option(
    help: ArgumentHelp(
      "The report. (default: plays.json in the folder of the catalogue)", valueName: "file"))
  var plays: String?

  @OptionGroup var place: HouseOptions

  var command: any Command {
    get throws {
      try checkPath(plays, "--plays")
      return InsightPuzzles(of: what, plays: plays)
    }
  }
}
