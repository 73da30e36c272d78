import ArgumentParser
import Editing
import Pipeline

extension PacksCommand {
  struct Reorder: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "reorder",
      abstract: "Put the slots of a pack into another order.",
      discussion: """
        Examples:
          almanac packs reorder spring --rising
          almanac packs reorder spring --swap 3 --swap 12
          almanac packs reorder spring --first 12 --first 3 --dry-run

        Slots that players have keep their places; with --force they move all the same, and the \
        next release tells players' apps where each one went.

        \(PacksCommand.editing)
        """)

    @Argument(help: ArgumentHelp("The pack.", valueName: "pack"))
    var pack: String

    @Option(
      help: ArgumentHelp(
        "A slot to put first; repeated, in that order. The others follow as they are.",
        valueName: "slot"))
    var first: [Int] = []

    @Option(help: ArgumentHelp("A slot to exchange with another: give two.", valueName: "slot"))
    var swap: [Int] = []

    @Flag(help: "By score within each grid, the easiest first.")
    var rising = false

    @Flag(help: "Move slots that players know too, with a map for them.")
    var force = false

    @OptionGroup var desk: DeskOptions

    var command: any Command {
      get throws {
        let order = try order
        if force { try desk.edit.requireReason("--force") }
        return ReorderPack(pack, order: order, isForced: force, desk.flags(reason: "reordered"))
      }
    }

    private var order: SlotOrder {
      get throws {
        switch (first.isEmpty, swap.count, rising) {
        case (false, 0, false): return .first(first)
        case (true, 2, false): return .swapped(swap[0], swap[1])
        case (true, 0, true): return .rising
        default:
          throw ValidationError(
            "name the order one way: --first slot (repeated), --swap slot --swap slot, or --rising")
        }
      }
    }
  }

  struct Pin: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "pin",
      abstract: "Keep a slot's puzzle when the pack is made anew.",
      discussion: """
        Examples:
          almanac packs pin spring:4

        Slots that were replaced or appended by hand are pinned already, and so are the recipe's \
        pins.

        \(PacksCommand.editing)
        """)

    @Argument(help: ArgumentHelp("The slot, such as spring:4.", valueName: "slot"))
    var slot: String

    @OptionGroup var desk: DeskOptions

    var command: any Command { PinSlot(slot, desk.flags(reason: "pinned")) }
  }

  struct Unpin: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "unpin",
      abstract: "Leave a slot to the recipe again.",
      discussion: """
        Examples:
          almanac packs unpin spring:4

        \(PacksCommand.editing)
        """)

    @Argument(help: ArgumentHelp("The slot, such as spring:4.", valueName: "slot"))
    var slot: String

    @OptionGroup var desk: DeskOptions

    var command: any Command {
      PinSlot(slot, isPinned: false, desk.flags(reason: "unpinned"))
    }
  }

  struct Regenerate: DeskCommand {
    static let configuration = CommandConfiguration(
      commandName: "regenerate",
      abstract: "Make the unpinned slots of a pack anew that players do not have yet.",
      discussion: """
        Examples:
          almanac packs regenerate spring --dry-run
          almanac packs regenerate spring --fresh

        Follows the recipe as it is now: its difficulty, its seed. The same recipe gives the same \
        puzzles again; --fresh passes over those that are there, so that others come.

        \(PacksCommand.editing)
        """)

    @Argument(help: ArgumentHelp("The pack.", valueName: "pack"))
    var pack: String

    @Flag(help: "Pass over the puzzles that the pack has now.")
    var fresh = false

    @OptionGroup var desk: DeskOptions

    var command: any Command {
      RegeneratePack(pack, isFresh: fresh, desk.flags(reason: "regenerated"))
    }
  }
}
