package import Pipeline
import Recipes

/// Fills the empty slots of a pack from its recipe.
package struct BuildPack: Command {
  /// A pack, or the file of a recipe.
  package var recipe: String
  /// Whether slots are laid anew where the recipe would shift or remove some.
  package var isForced: Bool
  package var flags: EditFlags

  package init(_ recipe: String, isForced: Bool = false, _ flags: EditFlags) {
    self.recipe = recipe
    self.isForced = isForced
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await PackChange(command: "build", flags: flags, needsCatalog: false, tellsMisses: true)
      .run(
        in: house, context, emit,
        pack: { desk in try PackDesk.recipe(recipe, in: desk.recipes).id }
      ) { desk, _, _ in
        let recipe = try PackDesk.recipe(recipe, in: desk.recipes)
        try await desk.build(recipe, isForced: isForced)
      }
  }
}
