import ArgumentParser
import Explaining
import Pipeline
import Preview

struct PreviewCommand: HouseCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Look at puzzles: as a page, as drawings, on the terminal.",
    discussion: """
      Examples:
        almanac preview 2star-10x10 --html desk
        almanac preview 2026-11-21 --solutions
        almanac preview puzzles.txt --svg drawings --mono
        almanac preview https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou

      What can be looked at: a pack (2star-10x10), one of its slots (2star-10x10:12), daily, \
      weekly, monthly, a day (2026-11-21: its daily, weekly and monthly), an id (weekly:2026-48), \
      a file in any notation or a published pack file, - for standard input, or the address of a \
      puzzle at puzz.link.

      --html writes DIR/index.html, a page that opens from disk and needs no network: boards, \
      difficulty curve, rules, duplicates and near twins, and every puzzle step by step. Printed, \
      it has so many boards to a page and the answers at the end. Click or tap a board to play it: \
      stars, marks, undo, a clock, a check and hints; progress stays in the browser, for as long as \
      the puzzle is the same.

      --json prints one object: schema, command, title, files, resemblances {first, second, \
      sharedRegions} and puzzles, each with id, the members of `grade --json`, and link.

      \(PuzzleArguments.notations)

      \(HouseOptions.idle("--output", "--now"))

      EXIT STATUS
      \(ExitStatus.table(of: [
        .done, .usage, .badData, .noInput, .cannotCreate, .inputOutput, .retryLater, .interrupted,
      ]))
      """)

  @Argument(
    help: ArgumentHelp(
      "A pack, daily, weekly, monthly, a date, an id, a file, - or an address.", valueName: "what"))
  var what: String

  @Option(help: ArgumentHelp("Write a page into this folder, made if missing.", valueName: "dir"))
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Write a drawing of each board into this folder, made if missing.", valueName: "dir"))
  var svg: String?

  @Flag(help: "Print boards on the terminal; so they are without --html and --svg.")
  var ansi = false

  @Flag(help: "Draw solutions too, in SVG files and on the terminal.")
  var solutions = false

  @Flag(help: "Draw regions by their borders alone, in SVG files and on the terminal.")
  var mono = false

  @Option(
    name: .customLong("per-page"),
    help: ArgumentHelp(
      """
      Boards on a printed page: \
      \(perPageChoices). (default: by size)
      """, valueName: "n"))
  var perPage: Int?

  @Option(
    help: ArgumentHelp(
      "The language of the steps: \(HintLanguage.codes).", valueName: "code"))
  var language = "en"

  @Option(
    help: ArgumentHelp(
      "The highest rule level to use, 1…13; what needs 13 is never published.", valueName: "n"))
  var level = 12

  @Option(
    help: ArgumentHelp(
      "How puzzles are played, as “almanac-serve report” writes it. (default: plays.json in the "
        + "folder of the catalogue, if it is there)", valueName: "file"))
  var plays: String?

  @OptionGroup var starsOptions: StarsOptions
  @OptionGroup var place: HouseOptions

  var command: any Command {
    get throws {
      try checkLevel(level)
      try checkPath(html, "--html")
      try checkPath(svg, "--svg")
      try checkPath(plays, "--plays")
      guard let language = HintLanguage(code: language) else {
        throw ValidationError("--language is “\(language)” — it can be \(HintLanguage.codes)")
      }
      if let perPage, !PreviewPuzzles.perPageChoices.contains(perPage) {
        throw ValidationError(
          "--per-page is \(perPage) — it can be \(PreviewCommand.perPageChoices)")
      }
      return PreviewPuzzles(
        of: what, html: html, svg: svg, isANSI: ansi, showsSolutions: solutions, isMono: mono,
        perPage: perPage, language: language, highestLevel: level, stars: starsOptions.stars,
        plays: plays)
    }
  }

  private static let perPageChoices = PreviewPuzzles.perPageChoices.map(String.init).joined(
    separator: ", ")
}
