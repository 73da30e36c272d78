import Catalog
import Identity
import Recipes

extension Catalog {
  /// The version that a pack will have in the next release, with its puzzles as they are now.
  ///
  /// A name or a price that its recipe has got since the last night counts as well: the catalogue
  /// hears of it with the next one.
  ///
  /// - Throws: `CatalogError`.
  func nextVersion(of id: PackID, by recipes: RecipeSet) throws(CatalogError) -> Int {
    guard let label = recipes.label(of: id) else { return try packVersion(id) }
    return try packVersion(id, named: label.name, isFree: label.isFree)
  }
}
