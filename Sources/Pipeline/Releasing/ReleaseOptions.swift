/// Where a release comes from and goes to.
package struct ReleaseOptions: Hashable, Sendable {
  /// The folder of the recipes.
  package var recipes: String
  /// The tree: a folder, or `s3://bucket/prefix`.
  package var target: String
  /// The folder of the catalogue.
  package var state: String

  /// Makes options; the folders are those of the design unless they are given.
  package init(
    recipes: String = "Pipelines", target: String = "output", state: String = ".almanac"
  ) {
    self.recipes = recipes
    self.target = target
    self.state = state
  }
}
