import Catalog
import Dates
import Identity
import Pipeline
import Printable
import Recipes

extension Doctor {
  /// Whether the puzzles of packs and of dates to come are what their recipes ask for.
  func difficulty(_ catalog: Catalog, _ recipes: RecipeSet) async -> [Symptom] {
    do {
      let packs = try recipes.packs.compactMap { recipe -> Symptom? in
        let misses = try recipe.misses(
          try catalog.slots(of: recipe.id), chosen: try catalog.pinnedSlots(of: recipe.id),
          in: catalog)
        return miss(recipe.id.text, misses)
      }
      let calendars = try recipes.calendars.compactMap { recipe -> Symptom? in
        let misses = try recipe.misses(catalog, from: context.now.day)
        return miss(recipe.cadence.rawValue, misses)
      }
      return packs + calendars
    } catch {
      return [await catalogFails(error)]
    }
  }

  private func miss(_ item: String, _ misses: [Miss]) -> Symptom? {
    if misses.isEmpty { return nil }
    return .care(
      item, Miss.sentence(misses),
      mend: "almanac recipes check \(Shell.path(house.recipes))")
  }
}
