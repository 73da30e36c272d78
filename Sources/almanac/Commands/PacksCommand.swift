import ArgumentParser
import Editing
import Pipeline

struct Packs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look after packs and what goes into them.",
    discussion: """
      A slot keeps its puzzle: players' progress goes with it. Packs can be appended to, and single slots \
      can be replaced, for a reason. What else would move or remove slots that players know is refused, \
      or with --force published together with a map of where each slot went.

      Nothing here publishes: “almanac release publish” or the next “almanac nightly” does.
      """,
    subcommands: [
      List.self, Build.self, Append.self, Replace.self, Reorder.self, Pin.self, Unpin.self,
      Regenerate.self, Diff.self, PacksFind.self, Import.self,
    ])

  /// How commands that change packs end, and what they print for programs.
  static let editing = """
    --json prints one object: schema, command, pack, dryRun, changes {slot, kind (added, replaced, moved, \
    removed), from, before, after, words}, pins, proposals {name, origin, sbn, …}, taken, publishedVersion, \
    nextVersion, listed, migration (for each slot before, its slot now, or null).

    EXIT STATUS
    \(ExitStatus.table(of: [
      .done, .partial, .usage, .badData, .noInput, .cannotCreate, .inputOutput, .retryLater, .badRecipe,
      .interrupted, .terminated,
    ]))
    """

  /// Runs a task that changes a pack and prints what it says.
  static func run(
    _ task: PacksOptions.Task, _ desk: DeskOptions, reason: String = "", html: String? = nil
  ) async throws {
    var packs = desk.filled(PacksOptions(task), reason: reason)
    packs.html = html
    try await run(packs, desk.options, now: desk.clock.now)
  }

  fileprivate static func run(
    _ packs: PacksOptions, _ options: RunOptions, now: String? = nil
  ) async throws {
    let job = PacksJob(packs)
    try await options.run(now: now) { context, printer in
      try await job.run(context) { line in
        printer.finish()
        try RunOptions.emit(line, printer, isQuiet: options.quiet)
      }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the packs: how full, how hard, what players have.",
      discussion: """
        Examples:
          almanac packs list
          almanac packs list 2star-10x10 --json

        --json prints an object a pack: schema, command, pack, name, free, grids, slots, asked, easiest, \
        hardest, pins, publishedVersion, nextVersion, listed.

        EXIT STATUS
        \(ExitStatus.table(of: [.done, .usage, .badData, .noInput, .inputOutput, .badRecipe]))
        """)

    @OptionGroup var look: LookOptions

    func run() async throws { try await look.run { .list(pack: $0) } }
  }

  struct Diff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Tell slot by slot how packs differ from what players have.",
      discussion: """
        Examples:
          almanac packs diff
          almanac packs diff 2star-10x10 --json

        EXIT STATUS
        \(ExitStatus.table(of: [.done, .usage, .badData, .noInput, .inputOutput, .badRecipe]))
        """)

    @OptionGroup var look: LookOptions

    func run() async throws { try await look.run { .difference(pack: $0) } }
  }
}

/// What commands take that only look at packs.
struct LookOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("Only this pack.", valueName: "pack"))
  var pack: String?

  @OptionGroup var house: HouseOptions
  @OptionGroup var options: RunOptions

  /// Runs a task for the pack, or for all of them.
  func run(_ task: (String?) -> PacksOptions.Task) async throws {
    var packs = PacksOptions(task(pack))
    packs.recipes = house.recipes
    packs.state = house.state
    packs.isJSON = options.json
    try await Packs.run(packs, options)
  }
}
