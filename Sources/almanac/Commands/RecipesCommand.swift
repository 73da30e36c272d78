import ArgumentParser
import Pipeline
import Tools

struct RecipesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipes",
    abstract: "Look after the recipes.", subcommands: [Check.self])

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
        reaches, as was measured, and warns of what a recipe asks for in vain.

        --json prints one object: schema, command, folder, packs [{id, slots}…], drafts (packs \
        that release.yaml does not list), calendar, recipeHash, warnings [{item, message}…], and \
        mistakes {file, line, column, message}, which is empty when all is well.

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
