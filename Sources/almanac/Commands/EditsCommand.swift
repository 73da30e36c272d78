import ArgumentParser
import Editing
import Pipeline

struct EditsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edits",
    abstract: "Tell what editors did, and take it back while players have not got it.",
    discussion: """
      Whatever “packs”, “calendar” and “import” change is remembered, the last 500 times: slots, \
      dates, pins, notes, tags and refusals. Puzzles that an edit brought stay in reserve.
      """,
    subcommands: [List.self, Undo.self])

  struct List: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List what editors did, the last first.",
      discussion: """
        Examples:
          almanac edits list
          almanac edits list --limit 100 --json

        --json prints one object per edit: schema, command, edit (its number), at, of (the command \
        that did it), place, words, reason, undone (when it was taken back), obstacle (why it \
        cannot be taken back any more).

        \(HouseOptions.idle("--recipes", "--output", "--now", "--jobs"))

        EXIT STATUS
        \(ExitStatus.table(of: [.done, .usage, .badData, .noInput, .inputOutput, .retryLater]))
        """)

    @Option(help: ArgumentHelp("List at most this many, 1…500.", valueName: "n"))
    var limit = 20

    @OptionGroup var place: HouseOptions

    var command: any Command {
      get throws {
        guard (1...500).contains(limit) else {
          throw ValidationError("--limit is \(limit) — it can be 1…500")
        }
        return ListEdits(limit: limit)
      }
    }
  }

  struct Undo: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo",
      abstract: "Take the last edit back, or one by its number.",
      discussion: """
        Examples:
          almanac edits undo --dry-run
          almanac edits undo
          almanac edits undo 12

        What a release has told players since is not taken back, and neither is what was changed \
        once more: take the later edit back first.

        --json prints one object: schema, command, dryRun, edit, of, place, words.

        \(HouseOptions.idle("--recipes", "--output", "--jobs"))

        EXIT STATUS
        \(ExitStatus.table(of: [
          .done, .usage, .badData, .noInput, .cannotCreate, .inputOutput, .retryLater,
        ]))
        """)

    @Argument(help: ArgumentHelp("The number of an edit.", valueName: "edit"))
    var number: Int?

    @OptionGroup var desk: DeskOptions

    var command: any Command {
      UndoEdit(number: number.map(Int64.init), desk.flags(reason: "taken back"))
    }
  }
}
