import Dates
import Recipes

/// What a nightly run is asked to do, and where.
package struct NightlyOptions: Hashable, Sendable {
  /// The folder of the recipes.
  package var recipes: String
  /// The folder that the tree is published into.
  package var output: String
  /// The folder of the catalogue, its lock and the run reports.
  package var state: String
  /// The days that the daily calendar is filled ahead, today included; nothing: as its recipe says.
  package var horizon: Int?
  /// The layouts that the generator may evaluate before dates come from the reserve; nothing sets no bound.
  package var budget: Int?
  /// Whether nothing is to be kept or published.
  package var isDryRun: Bool

  /// The horizons that can be asked for: at most about a year ahead.
  package static let horizons = CalendarRecipe.horizons(of: .daily)

  /// Makes options; the folders are those of the design unless they are given.
  package init(
    recipes: String = "Pipelines", output: String = "output", state: String = ".almanac",
    horizon: Int? = nil, budget: Int? = nil, isDryRun: Bool = false
  ) {
    self.recipes = recipes
    self.output = output
    self.state = state
    self.horizon = horizon
    self.budget = budget
    self.isDryRun = isDryRun
  }
}
