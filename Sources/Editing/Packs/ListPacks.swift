package import Pipeline
import Recipes

/// Lists the packs, or one of them: how full, how hard, what players have.
package struct ListPacks: Command {
  package var pack: String?

  package init(_ pack: String? = nil) { self.pack = pack }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: house.recipes)
    let catalog = try house.stateFolder.readIfThere()
    try emit(.answer(try PackTable(pack, recipes, catalog, state: house.state)))
    return .done
  }
}
