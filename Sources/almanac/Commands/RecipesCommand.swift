import ArgumentParser
import Pipeline
import Tools

struct Recipes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look after the recipes.", subcommands: [Check.self])

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Name every mistake in the recipes, with file, line, column and what is allowed.",
      discussion: """
        Reads every file of the folder to its end, also those that release.yaml does not list, and \
        writes nothing. Pinned puzzles are solved and proved.

        Examples:
          almanac recipes check
          almanac recipes check drafts/Pipelines --json

        --json prints one object: schema, command, folder, packs [{id, slots}…], drafts (packs \
        that release.yaml does not list), calendar, recipeHash, and mistakes {file, line, column, message}, which is empty when all is well.

        EXIT STATUS
        \(ExitStatus.table(of: [.done, .usage, .noInput, .badRecipe, .inputOutput]))
        """)

    @Argument(
      help: ArgumentHelp("The folder of the recipes. (default: Pipelines)", valueName: "dir"))
    var folder: String?

    @Option(help: ArgumentHelp("The same, as an option.", valueName: "dir"))
    var recipes: String?

    @OptionGroup var options: RunOptions

    func validate() throws {
      if folder != nil && recipes != nil {
        throw ValidationError("the folder is given twice — give it once, with or without --recipes")
      }
    }

    func run() async throws {
      let job = RecipesJob(folder: folder ?? recipes ?? "Pipelines", isJSON: options.json)
      try await options.run { _, printer in
        try job.run { try RunOptions.emit($0, printer, isQuiet: options.quiet) }
      }
    }
  }
}
