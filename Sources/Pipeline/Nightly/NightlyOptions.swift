import Publishing

/// What a nightly run is asked to do, and where.
public struct NightlyOptions: Hashable, Sendable {
  /// The folder of the recipes.
  public var recipes: String
  /// The folder that the tree is published into.
  public var output: String
  /// The folder of the catalogue, its lock and the run reports.
  public var state: String
  /// The days that the daily calendar is filled ahead, today included; nothing: as its recipe says.
  public var horizon: Int?
  /// The layouts that the generator may evaluate before dates come from the reserve; nothing sets no bound.
  public var budget: Int?
  /// Whether nothing is to be kept or published.
  public var isDryRun: Bool

  /// The horizons that can be asked for: at most about a year ahead.
  public static let horizons = CalendarRecipe.horizons(of: .daily)

  /// Makes options; the folders are those of the design unless they are given.
  public init(
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
