import Recipes

/// Tells what waits in reserve, and how long each calendar lasts.
package struct ForecastReserve: Command {
  package init() {}

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: house.recipes)
    let catalog = try house.stateFolder.read()
    try emit(.answer(try ReserveStatus(catalog, recipes, at: context.now)))
    return .done
  }
}
