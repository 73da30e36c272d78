import ArgumentParser
import Editing
import Pipeline

struct ImportCommand: HouseCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Judge puzzles from elsewhere, and keep those that may be published.",
    discussion: """
      Examples:
        almanac import puzzles.txt --dry-run
        almanac import https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou
        pbpaste | almanac import - --stars 2 --html desk
        almanac import good.txt --pack 2star-10x10
        almanac import good.txt --slot 2star-10x10:12 --reason "a reader's favourite"

      Reads a file, standard input or the address of a puzzle at puzz.link, in any notation: \
      1000 puzzles at most. For each it tells whether it is unique and fair, how hard it is and by \
      which rules, and whether the catalogue has it already, turned or mirrored. What is unique \
      and fair goes into the reserve, with --pack into the next empty slots of a pack, or with \
      --slot into a slot that has another puzzle. A puzzle with several solutions is shown with \
      two of them side by side, one that the rules do not solve where the reasoning stops.

      --json prints, for each puzzle: the members of `grade --json`, then fair, hardest, solutions \
      [[[row, column]…]…], differing (the cells), dryRun, became (kept, placed, twin or refused), \
      place, twin {puzzle, sbn, places} and reason.

      \(PuzzleArguments.notations)

      \(HouseOptions.treeBesideCatalog)

      EXIT STATUS
      \(ExitStatus.table(of: [
        .done, .usage, .badData, .noInput, .unavailable, .cannotCreate, .inputOutput, .retryLater,
        .badRecipe, .interrupted,
      ]))
      """)

  @Argument(
    help: ArgumentHelp(
      "A file of puzzles, - for standard input, or an address.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      "Fill the next empty slots of this pack instead of the reserve.", valueName: "id"))
  var pack: String?

  @Option(
    help: ArgumentHelp(
      "Give this slot, such as intro:3, the puzzle; it needs a --reason.", valueName: "slot"))
  var slot: String?

  @OptionGroup var edit: EditOptions

  @Option(
    help: ArgumentHelp("Write a page with the puzzles into this folder.", valueName: "dir"))
  var html: String?

  @Option(
    help: ArgumentHelp(
      "The highest rule level to solve with, 1…13. What 12 solves is kept, and shown with its grade "
        + "to 12; what needs 13 is never published.",
      valueName: "n"))
  var level = 13

  @OptionGroup var starsOptions: StarsOptions
  @OptionGroup var place: HouseOptions

  var command: any Command {
    get throws {
      try checkLevel(level)
      try checkPath(html, "--html")
      if slot != nil {
        try edit.requireReason("another puzzle for a slot")
        if pack != nil { throw ValidationError("the place is given twice — --pack or --slot") }
      }
      return ImportPuzzles(
        file, pack: pack, slot: slot, highestLevel: level, stars: starsOptions.stars,
        EditFlags(reason: edit.reason ?? "", isDryRun: edit.dryRun, html: html))
    }
  }
}

extension PacksCommand {
  /// What `import` was called first; scripts may still say so.
  struct Import: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "The same as “almanac import”.",
      discussion: """
        EXIT STATUS
        Those of “almanac import”.
        """,
      shouldDisplay: false)

    @OptionGroup var same: ImportCommand

    var place: HouseOptions { same.place }

    var command: any Command {
      get throws { try same.command }
    }
  }
}
