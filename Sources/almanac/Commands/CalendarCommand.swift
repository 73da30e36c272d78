import ArgumentParser
import Editing
import Pipeline

struct CalendarCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Look after the dates to come; what has begun never changes.",
    subcommands: [Show.self, Swap.self, Pin.self, Unpin.self, Replace.self])

  /// How commands that change dates end, and what they print for programs.
  static let editing = """
    --json prints one object: schema, command, dryRun, changes {id, before, after, words}, \
    edit (the number by which “edits undo” takes it back), proposals {name, origin, sbn, …}.

    \(HouseOptions.idle("--output"))

    EXIT STATUS
    \(ExitStatus.table(of: [
      .done, .usage, .badData, .noInput, .cannotCreate, .inputOutput, .retryLater, .badRecipe,
      .interrupted,
    ]))
    """

  static let date = ArgumentHelp(
    "A day such as 2026-12-24, or weekly:2026-52, monthly:2026-12.", valueName: "date")

  struct Show: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "List dates: how hard, and whether they are published, waiting, pinned or open.",
      discussion: """
        Examples:
          almanac calendar show
          almanac calendar show weekly --all
          almanac calendar show 2026-12-24 --json

        --json prints one object per date: schema, command, id, firstDay, begun (somewhere on \
        Earth), state (published, filled, replacing, reserve, empty, withdrawn), pinned, release, \
        target, puzzle.

        \(HouseOptions.idle("--output", "--jobs"))

        EXIT STATUS
        \(ExitStatus.table(of: [.done, .usage, .badData, .noInput, .inputOutput, .badRecipe]))
        """)

    @Argument(
      help: ArgumentHelp(
        "daily, weekly, monthly, a day or a date's id. (default: all)", valueName: "what"))
    var what: String?

    @Flag(help: "List what is past too.")
    var all = false

    @OptionGroup var place: HouseOptions

    var command: any Command { ShowDates(what, isWhole: all) }
  }

  struct Swap: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "swap",
      abstract: "Exchange the puzzles of two dates to come, and pin them.",
      discussion: """
        Examples:
          almanac calendar swap 2026-12-24 2026-12-26 --reason "easy on Christmas Eve"
          almanac calendar swap weekly:2026-52 weekly:2026-53 --dry-run

        \(CalendarCommand.editing)
        """)

    @Argument(help: CalendarCommand.date)
    var first: String

    @Argument(help: CalendarCommand.date)
    var second: String

    @OptionGroup var desk: DeskOptions

    var command: any Command { SwapDates(first, second, desk.flags(reason: "by hand")) }
  }

  struct Pin: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "pin",
      abstract: "Give a date to come a puzzle that the recipe does not take away.",
      discussion: """
        Examples:
          almanac calendar pin 2026-12-24 4711 --reason "looks like a tree"
          almanac calendar pin 2026-12-24 --difficulty 3 --dry-run --html desk
          almanac calendar pin weekly:2026-52

        The puzzle is named by its number in reserve, by its seed, or as text in any notation. \
        Without one, --difficulty or --level propose some and take the first; without those, the \
        date keeps the puzzle that it has. A puzzle that has to go is kept in reserve.

        \(CalendarCommand.editing)
        """)

    @Argument(help: CalendarCommand.date)
    var date: String

    @Argument(help: PacksMaking.with)
    var puzzle: String?

    @OptionGroup var page: ChoicePage
    @OptionGroup var wish: WishOptions
    @OptionGroup var desk: DeskOptions

    var command: any Command {
      get throws {
        return PinDate(
          date, puzzle: puzzle,
          wish: try wish.wish(besides: puzzle, saying: "the puzzle is named"),
          desk.flags(reason: "by hand", html: page.html))
      }
    }
  }

  struct Unpin: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "unpin",
      abstract: "Leave a date to its recipe again.",
      discussion: """
        Examples:
          almanac calendar unpin 2026-12-24

        \(CalendarCommand.editing)
        """)

    @Argument(help: CalendarCommand.date)
    var date: String

    @OptionGroup var desk: DeskOptions

    var command: any Command { UnpinDate(date, desk.flags(reason: "by hand")) }
  }

  struct Replace: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "replace",
      abstract: "Replace the puzzle of a published date that has not begun anywhere.",
      discussion: """
        Examples:
          almanac calendar replace 2026-12-24 --difficulty 3 --dry-run --html desk
          almanac calendar replace 2026-12-24 4711 --reason "a name in its regions"
          almanac calendar replace monthly:2026-12 --reason "no fun at all"

        Players in the first time zone begin a date 14 hours before it begins in UTC; from then on \
        its puzzle never changes, and this is refused. The release that follows takes the old \
        puzzle away and tells why, the one behind it has the new one; where the date begins before \
        that, it keeps its puzzle. The old puzzle is never used again. Caches may keep a date to \
        come for a day.

        The puzzle is named by its number in reserve, by its seed, or as text in any notation. \
        Without one, some are proposed, as hard as the recipe asks or as --difficulty and --level \
        say, and the first is taken.

        \(CalendarCommand.editing)
        """)

    @Argument(help: CalendarCommand.date)
    var date: String

    @Argument(help: PacksMaking.with)
    var puzzle: String?

    @OptionGroup var page: ChoicePage
    @OptionGroup var wish: WishOptions
    @OptionGroup var desk: DeskOptions

    var command: any Command {
      get throws {
        try desk.edit.requireReason("a replacement")
        return ReplaceDate(
          date, with: puzzle,
          wish: try wish.wish(besides: puzzle, saying: "the puzzle is named"),
          // Only a trial goes without one; the catalogue takes no date's replacement without.
          desk.flags(reason: "only tried", html: page.html))
      }
    }
  }
}
