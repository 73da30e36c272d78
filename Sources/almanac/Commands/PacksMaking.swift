import ArgumentParser
import Editing
import Pipeline

extension PacksCommand {
  struct Build: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "build",
      abstract: "Fill the empty slots of a pack from its recipe.",
      discussion: """
        Examples:
          almanac packs build 2star-10x10
          almanac packs build Pipelines/packs/spring.yaml --dry-run
          almanac packs build intro --force --reason "two more 5×5 at the start"

        The recipe can be listed in release.yaml or not yet; nothing is published. A recipe that \
        would shift or remove slots is refused; with --force the slots are laid anew: every slot \
        gets the next puzzle of its grid that the pack has, and players' apps are told where each \
        one went.

        \(PacksCommand.editing(HouseOptions.treeBesideCatalog))
        """)

    @Argument(help: ArgumentHelp("A pack, or the file of a recipe.", valueName: "recipe"))
    var recipe: String

    @Flag(help: "Lay the slots anew where the recipe asks for it, with a map for players.")
    var force = false

    @OptionGroup var desk: DeskOptions

    var command: any Command {
      get throws {
        if force { try desk.edit.requireReason("--force") }
        return BuildPack(recipe, isForced: force, desk.flags(reason: "built"))
      }
    }
  }

  struct Append: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "append",
      abstract: "Add slots at the end of a pack.",
      discussion: """
        Examples:
          almanac packs append 2star-10x10 --count 3 --difficulty 8 --dry-run
          almanac packs append 2star-10x10 --with 4711 --with s8434658546961121

        Takes the puzzles that --with names: by their number in reserve (see “packs find \
        --reserve”), by the seed of a proposal, or as text in any notation. Without it, as many as \
        --count says are taken from the reserve and made anew. The recipe's own slots are not \
        touched; to make the recipe longer, raise its count instead. One that grows later counts them: \
        with 2 added to its 6, a count of 9 makes 1 more.

        \(PacksCommand.editing)
        """)

    @Argument(help: ArgumentHelp("The pack.", valueName: "pack"))
    var pack: String

    @Option(name: .customLong("with"), help: PacksMaking.with)
    var puzzles: [String] = []

    @Option(help: ArgumentHelp("How many to add.", valueName: "n"))
    var count: Int?

    @OptionGroup var page: ChoicePage
    @OptionGroup var wish: WishOptions
    @OptionGroup var desk: DeskOptions

    var command: any Command {
      get throws {
        let counts = AppendToPack.counts
        if let count, !counts.contains(count) {
          throw ValidationError("--count is \(count) — it can be 1…\(counts.upperBound)")
        }
        if count != nil && !puzzles.isEmpty {
          throw ValidationError("--with names the puzzles — leave --count out")
        }
        return AppendToPack(
          to: pack, puzzles: puzzles, count: count ?? 1, wish: try wish.wish,
          desk.flags(reason: "appended", html: page.html))
      }
    }
  }

  struct Replace: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "replace",
      abstract: "Give one slot another puzzle.",
      discussion: """
        Examples:
          almanac packs replace 2star-10x10:12 --difficulty 6 --dry-run --html desk
          almanac packs replace 2star-10x10:12 --with s8434658546961121 --reason "dull ending"
          almanac packs replace intro:3 --with 4711 --reason "too hard for its place"

        Shows some puzzles to choose from, out of the reserve and new ones, and takes the first. \
        With --dry-run nothing is taken: look at them, and name another with --with: by its number \
        in reserve, by its seed, or as text in any notation. No other slot changes, and the old \
        puzzle, if it was ever published, is never used again.

        \(PacksCommand.editing)
        """)

    @Argument(help: ArgumentHelp("The slot, such as 2star-10x10:12.", valueName: "slot"))
    var slot: String

    @Option(help: PacksMaking.with)
    var with: String?

    @OptionGroup var page: ChoicePage
    @OptionGroup var wish: WishOptions
    @OptionGroup var desk: DeskOptions

    var command: any Command {
      get throws {
        try desk.edit.requireReason("a replacement")
        return ReplaceSlot(
          slot, with: with, wish: try wish.wish(besides: with, saying: "--with names the puzzle"),
          desk.flags(reason: "", html: page.html))
      }
    }
  }
}

/// Help texts that several commands share.
enum PacksMaking {
  static let with = ArgumentHelp(
    "A puzzle: its number in reserve, its seed (s123), or its text.", valueName: "puzzle")
}
