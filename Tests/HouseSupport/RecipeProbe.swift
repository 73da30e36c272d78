import Pipeline
package import Recipes
package import TestSupport

/// Reads a recipe set with one file changed, and tells what came of it.
package struct RecipeProbe {
  package var recipes: RecipeSet?
  package var error: RecipeError?
  /// The mistakes as printed, without the scratch folder's name.
  package var mistakes: [String] = []

  package init(
    pack: String = SampleRecipes.pack, calendar: String? = nil,
    release: String = SampleRecipes.release, more: [String: String] = [:]
  ) throws {
    let folder = TemporaryFolder()
    try folder.write(release, to: "release.yaml")
    try folder.write(pack, to: "packs/a.yaml")
    if let calendar { try folder.write(calendar, to: "calendar/b.yaml") }
    for (name, text) in more { try folder.write(text, to: name) }
    try self.init(folder: folder)
  }

  package init(folder: TemporaryFolder) throws {
    do {
      recipes = try RecipeSet(folder: folder.path)
    } catch let found {
      error = found
      if case .mistakes(let problems) = found {
        mistakes = problems.map { $0.description.replacing(folder.path + "/", with: "") }
      }
    }
  }
}
