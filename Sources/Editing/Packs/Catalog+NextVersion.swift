import Catalog
import Identity
import Recipes

extension Catalog {
  /// The name and the price that a pack will have in the next release.
  ///
  /// What its recipe has got since the last night counts as well: the catalogue hears of it with
  /// the next one.
  ///
  /// - Returns: `nil` where neither knows the pack.
  /// - Throws: `CatalogError`.
  func nextLabel(of id: PackID, by recipes: RecipeSet) throws(CatalogError) -> PackLabel? {
    if let recipe = recipes.packs.first(where: { $0.id == id }) {
      return PackLabel(name: recipe.name, isFree: recipe.isFree)
    }
    return try packs().first { $0.id == id }.map { PackLabel(name: $0.name, isFree: $0.isFree) }
  }

  /// The version that a pack will have in the next release, with its puzzles as they are now.
  ///
  /// - Throws: `CatalogError`.
  func nextVersion(of id: PackID, by recipes: RecipeSet) throws(CatalogError) -> Int {
    guard let label = try nextLabel(of: id, by: recipes) else { return try packVersion(id) }
    return try packVersion(id, named: label.name, isFree: label.isFree)
  }
}

/// What players read of a pack before they open it.
struct PackLabel: Hashable {
  let name: String
  let isFree: Bool

  /// How it differs from what it was, as an editor would say it.
  func differences(from old: PackLabel) -> [String] {
    var words: [String] = []
    if name != old.name { words.append("the name is “\(name)”, was “\(old.name)”") }
    if isFree != old.isFree { words.append(isFree ? "it is free now" : "it is not free any more") }
    return words
  }
}
