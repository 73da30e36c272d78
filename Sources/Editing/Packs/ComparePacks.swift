package import Pipeline
import Recipes

/// Tells how packs, or one of them, differ from what players have.
package struct ComparePacks: Command {
  package var pack: String?

  package init(_ pack: String? = nil) { self.pack = pack }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: house.recipes)
    let desk = PackDesk(
      catalog: try house.stateFolder.read(), recipes: recipes, context: context, reason: "")
    try emit(.answer(try PackDifferences(pack, desk)))
    return .done
  }
}
