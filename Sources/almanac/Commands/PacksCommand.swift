import ArgumentParser
import Editing
import Pipeline

struct PacksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "packs",
    abstract: "Look after packs and what goes into them.",
    discussion: """
      A slot keeps its puzzle: players' progress goes with it. Packs can be appended to, and \
      single slots can be replaced, for a reason. What else would move or remove slots that \
      players know is refused, or with --force published together with a map of where each slot \
      went.

      Nothing here publishes: “almanac release publish” or the next “almanac nightly” does.
      """,
    subcommands: [
      List.self, Build.self, Append.self, Replace.self, Reorder.self, Pin.self, Unpin.self,
      Regenerate.self, Diff.self, PacksFind.self, Refuse.self, Note.self, Tag.self, Import.self,
    ])

  /// How commands that change packs end, and what they print for programs.
  static let editing = editing(HouseOptions.idle("--output"))

  /// The same with what there is to say of the tree.
  static func editing(_ tree: String) -> String {
    """
    --json prints one object: schema, command, pack, dryRun, changes {slot, kind (added, replaced, \
    moved, removed), from, before, after, words}, pins, proposals {name, origin, sbn, …}, taken, \
    edit (the number by which “edits undo” takes it back), publishedVersion, nextVersion (null for \
    a pack that was withdrawn), listed, withdrawn, rollback (the release that was gone back to, \
    while that stands), away (whether players go without the pack until it ends), migration (for \
    each slot before, its slot now, or null).

    \(tree)

    EXIT STATUS
    \(ExitStatus.table(of: [
      .done, .partial, .usage, .badData, .noInput, .unavailable, .cannotCreate, .inputOutput,
      .retryLater, .badRecipe, .interrupted,
    ]))
    """
  }

  struct List: LookCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the packs: how full, how hard, what players have.",
      discussion: """
        Examples:
          almanac packs list
          almanac packs list 2star-10x10 --json

        --json prints one object per pack: schema, command, pack, name, free, grids, slots, asked, \
        easiest, hardest, pins, publishedVersion, nextVersion (null for a pack that was withdrawn), \
        listed, withdrawn, away (whether a rollback keeps it from players until it ends).

        \(LookOptions.idle)

        EXIT STATUS
        \(ExitStatus.table(of: [.done, .usage, .badData, .noInput, .inputOutput, .badRecipe]))
        """)

    @OptionGroup var look: LookOptions

    var command: any Command { ListPacks(look.pack) }
  }

  struct Diff: LookCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Tell slot by slot how packs differ from what players have.",
      discussion: """
        Examples:
          almanac packs diff
          almanac packs diff 2star-10x10 --json

        --json prints one object per pack: schema, command, pack, publishedName, publishedFree, \
        publishedVersion (null for a pack that players do not have), name, free, nextVersion (null \
        for a pack that was withdrawn), withdrawn, away (whether a rollback keeps it from players \
        until it ends), changes {slot, kind, from, before, after, words}.

        \(LookOptions.idle)

        EXIT STATUS
        \(ExitStatus.table(of: [.done, .usage, .badData, .noInput, .inputOutput, .badRecipe]))
        """)

    @OptionGroup var look: LookOptions

    var command: any Command { ComparePacks(look.pack) }
  }
}

/// What commands take that only look at packs.
struct LookOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("Only this pack.", valueName: "pack"))
  var pack: String?

  @OptionGroup var place: HouseOptions

  /// What help says of options that change nothing.
  static let idle = HouseOptions.idle("--output", "--now", "--jobs")
}

/// A command that only looks at packs.
protocol LookCommand: HouseCommand {
  var look: LookOptions { get }
}

extension LookCommand {
  var place: HouseOptions { look.place }
}
