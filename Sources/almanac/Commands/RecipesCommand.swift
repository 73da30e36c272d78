import ArgumentParser
import Editing
import Generating
import Pipeline
import Tools

struct RecipesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipes",
    abstract: "Look after the recipes.", subcommands: [Check.self, New.self])

  struct Check: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Name every mistake in the recipes, with file, line, column and what is allowed.",
      discussion: """
        Examples:
          almanac recipes check
          almanac recipes check drafts/Pipelines --json

        Reads every file of the folder to its end, also those that release.yaml does not list, and \
        writes nothing. Pinned puzzles are solved and proved. Says which difficulties each grid \
        reaches, as was measured, how many puzzles keep to the bounds that recipes set (arguments, \
        assumptions) and of which difficulties such were found, and warns of what a recipe asks \
        for in vain.

        --json prints one object: schema, command, folder, packs [{id, slots}…], drafts (packs \
        that release.yaml does not list), calendar, recipeHash, bounds [{item, size, stars, \
        arguments, withoutAssumptions, drawn, kept, difficulties}…], warnings [{item, message}…], \
        and mistakes {file, line, column, message}, which is empty when all is well.

        \(HouseOptions.idle("--output", "--state", "--now", "--jobs"))

        EXIT STATUS
        \(ExitStatus.table(of: [.done, .usage, .noInput, .badRecipe, .inputOutput]))
        """)

    @Argument(help: ArgumentHelp("The same as --recipes.", valueName: "dir"))
    var folder: String?

    @OptionGroup var place: HouseOptions

    var house: House {
      var house = place.house
      if let folder { house.recipes = folder }
      return house
    }

    var command: any Command {
      get throws {
        if folder != nil && place.recipes != nil {
          throw ValidationError(
            "the folder is given twice — give it once, with or without --recipes")
        }
        return CheckRecipes()
      }
    }
  }
}

extension RecipesCommand {
  struct New: HouseCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Write the recipe of a new pack.",
      discussion: """
        Examples:
          almanac recipes new spring --name Spring --size 8 --stars 1 --count 12 \\
            --difficulty 2...6
          almanac recipes new calm --name Calm --size 10 --stars 2 --count 20 \\
            --difficulty 1...4 --without-assumptions --dry-run

        Writes packs/ID.yaml in the folder of the recipes, and never over a file that is there. \
        The pack is not published before release.yaml lists it, which may be done before or after; \
        “almanac packs build ID” makes its puzzles. To take it back, remove the file, and its id \
        from release.yaml; “almanac edits undo” gives back the puzzles that were made.

        --json prints one object: schema, command, dryRun, pack, name, slots, file, listed \
        (whether release.yaml has it already), text (what stands in it), warnings (what is \
        perhaps asked for in vain), words.

        \(HouseOptions.idle("--output", "--now", "--jobs"))

        EXIT STATUS
        \(ExitStatus.table(of: [
          .done, .usage, .badData, .noInput, .badRecipe, .cannotCreate, .inputOutput,
        ]))
        """)

    @Argument(
      help: ArgumentHelp(
        "The pack's id: small letters, digits and hyphens; it can never be changed.",
        valueName: "id"))
    var id: String

    @Option(help: ArgumentHelp("Its name, as players read it.", valueName: "text"))
    var name: String

    @Option(help: ArgumentHelp("Rows, columns and regions.", valueName: "n"))
    var size: Int

    @Option(help: ArgumentHelp("Stars in each of them.", valueName: "n"))
    var stars: Int

    @Option(help: ArgumentHelp("How many puzzles it has.", valueName: "n"))
    var count: Int

    @Option(
      help: ArgumentHelp(
        "The difficulty of the first and of the last: 2...6, or 4 for all.", valueName: "range"))
    var difficulty: String

    @Option(
      help: ArgumentHelp(
        "What regions look like: natural, compact or winding. (default: natural)",
        valueName: "name"))
    var style: String?

    @Option(
      help: ArgumentHelp(
        "The number that all chance comes from. (default: one of the id's own)",
        valueName: "number"))
    var seed: Int?

    @Flag(help: "Only puzzles that are solved without assuming a star (levels 1…7).")
    var withoutAssumptions = false

    @Flag(help: "It has to be bought.")
    var paid = false

    @Flag(help: "Show the file, and write nothing.")
    var dryRun = false

    @OptionGroup var place: HouseOptions

    var command: any Command {
      get throws {
        let bounds = GeneratePuzzles.difficulties
        guard let range = try numberRange(difficulty, "--difficulty", within: bounds) else {
          throw ValidationError("--difficulty is missing")
        }
        var recipe = NewRecipe(
          id, name: name, size: size, stars: stars, count: count, difficulty: range)
        if let style {
          guard let known = RegionStyle(name: style) else {
            let names = RegionStyle.allCases.map(\.name).joined(separator: ", ")
            throw ValidationError("--style is “\(style)” — it can be \(names)")
          }
          recipe.style = known
        }
        recipe.seed = seed
        recipe.isWithoutAssumptions = withoutAssumptions
        recipe.isPaid = paid
        recipe.isDryRun = dryRun
        if let (option, reason) = recipe.fault { throw ValidationError("\(option) \(reason)") }
        return recipe
      }
    }
  }
}
