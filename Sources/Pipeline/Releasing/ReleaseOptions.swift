/// Where a release comes from and goes to.
public struct ReleaseOptions: Hashable, Sendable {
  /// The folder of the recipes.
  public var recipes: String
  /// The tree: a folder, or `s3://bucket/prefix`.
  public var target: String
  /// The folder of the catalogue.
  public var state: String

  /// Makes options; the folders are those of the design unless they are given.
  public init(
    recipes: String = "Pipelines", target: String = "output", state: String = ".almanac"
  ) {
    self.recipes = recipes
    self.target = target
    self.state = state
  }
}
