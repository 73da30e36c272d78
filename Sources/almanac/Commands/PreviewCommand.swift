import ArgumentParser
import Explaining
import Foundation
import Pipeline
import Preview
import Printable

struct PreviewCommand: HouseCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Look at puzzles: as a page, as drawings, on the terminal.",
    discussion: """
      Examples:
        almanac preview 2star-10x10 --html desk
        almanac preview 2026-11-21 --solutions
        almanac preview puzzles.txt --svg drawings --mono
        almanac preview 2star-10x10 --pdf booklet.pdf --per-page 4 --hints 3
        almanac preview https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou

      What can be looked at: a pack (2star-10x10), one of its slots (2star-10x10:12), daily, \
      weekly, monthly, a day (2026-11-21: its daily, weekly and monthly), an id (weekly:2026-48), \
      a file in any notation or a published pack file, - for standard input, or the address of a \
      puzzle at puzz.link. Of a file they are 1000 puzzles at most.

      --html writes DIR/index.html, a page that opens from disk and needs no network: boards, \
      difficulty curve, rules, duplicates and near twins, and every puzzle step by step. Printed, \
      it has so many boards to a page and the answers at the end. Click or tap a board to play it: \
      stars, marks, undo, a clock, a check and hints; progress stays in the browser, for as long as \
      the puzzle is the same.

      --pdf prints a booklet by Chromium: a cover, --per-page boards to a page, hints if asked \
      for, and the answers at the end. The same puzzles give the same bytes with the same Chromium.

      --json prints one object: schema, command, title, files, resemblances {first, second, \
      sharedRegions} and puzzles, each with id, the members of `grade --json`, link, and flags \
      {flag, figure, limit, reason, other}: what few real puzzles have, such as a spike or an ugly \
      region; other is the place of the puzzle that it is like.

      \(PuzzleArguments.notations)

      \(HouseOptions.idle("--output", "--now"))

      EXIT STATUS
      \(ExitStatus.table(of: [
        .done, .usage, .badData, .noInput, .unavailable, .cannotCreate, .inputOutput, .retryLater,
        .interrupted,
      ], saying: [.unavailable: "Chromium is not there, or prints nothing"]))
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

  @Option(
    help: ArgumentHelp(
      "Print a booklet into this file, by the Chromium that is installed.", valueName: "file"))
  var pdf: String?

  @Option(help: ArgumentHelp("The booklet's paper: a4 or letter. (default: a4)", valueName: "size"))
  var paper: String?

  @Option(
    help: ArgumentHelp(
      "Print the first hints of each puzzle in the booklet, upside down, 0…9.", valueName: "n"))
  var hints = 0

  @Option(
    help: ArgumentHelp("Draw all boards on one sheet, an SVG file.", valueName: "file"))
  var contact: String?

  @Flag(help: "Print boards on the terminal; so they are where no file is wanted.")
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
      try checkPath(pdf, "--pdf")
      try checkPath(contact, "--contact")
      try checkPath(plays, "--plays")
      guard let language = HintLanguage(code: language) else {
        throw ValidationError("--language is “\(language)” — it can be \(HintLanguage.codes)")
      }
      if let perPage, !PreviewPuzzles.perPageChoices.contains(perPage) {
        throw ValidationError(
          "--per-page is \(perPage) — it can be \(PreviewCommand.perPageChoices)")
      }
      if pdf == nil, let option = paper != nil ? "--paper" : hints > 0 ? "--hints" : nil {
        throw ValidationError("\(option) is about the booklet — say with --pdf where it goes")
      }
      if let pdf, pdf == contact {
        throw ValidationError("--pdf and --contact are the same file — name two")
      }
      for (name, file) in [("--pdf", pdf), ("--contact", contact)] {
        guard let file else { continue }
        if let html, file == "\(html)/index.html" {
          throw ValidationError("\(name) is the page that --html writes — name another file")
        }
        if let svg, file.hasPrefix("\(svg)/"), file.hasSuffix(".svg") {
          throw ValidationError(
            "\(name) is among the drawings that --svg writes — name a file elsewhere")
        }
      }
      let size = paper ?? "a4"
      guard let paper = Booklet.Paper(rawValue: size.lowercased()) else {
        throw ValidationError("--paper is “\(Printable.line(size))” — it can be a4, letter")
      }
      guard (0...9).contains(hints) else {
        throw ValidationError("--hints is \(hints) — it must be 0…9")
      }
      let path = getenv("PATH").flatMap { String(validatingCString: $0) } ?? ""
      return PreviewPuzzles(
        of: what, html: html, svg: svg, pdf: pdf, booklet: Booklet(paper: paper, hints: hints),
        printer: BrowserPrinter(searching: path), contact: contact, isANSI: ansi,
        showsSolutions: solutions, isMono: mono, perPage: perPage, language: language,
        highestLevel: level, stars: starsOptions.stars, plays: plays)
    }
  }

  private static let perPageChoices = PreviewPuzzles.perPageChoices.map(String.init).joined(
    separator: ", ")
}
