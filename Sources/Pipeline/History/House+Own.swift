package import Files
import Manifest
import Recipes

extension House {
  /// Refuses the press's own files, the folders of its tree, its recipes and its list of keys,
  /// for what somebody wants to be written: what lies in the tree is published, and nothing else
  /// belongs there.
  ///
  /// - Parameter path: A file, or the folder for some.
  /// - Throws: `FolderError.ofThePress`.
  package func refuseOwn(_ path: String) throws(FolderError) {
    try stateFolder.refuseOwn(path)
    guard !isWithinTree(path), !isBesideRecipes(path) else { throw .ofThePress(path: path) }
  }

  /// Whether a path is that of a recipe, or of the list of keys beside them.
  private func isBesideRecipes(_ path: String) -> Bool {
    let place = SplitPath(path)
    return RecipeSet.isRecipe(place.name) && Folders.exists(path)
      && RecipeSet.folders(of: recipes).contains { Folders.areSame(place.folder, $0) }
      || Folders.areSame(path, HouseKeys(of: self).path)
  }

  /// Whether a path is that of a folder of the tree, or below it.
  package func isWithinTree(_ path: String) -> Bool {
    TreePart.allCases.contains {
      StoreSettings.isPlace(path, in: $0, of: place(of: $0.folder))
    }
  }
}
