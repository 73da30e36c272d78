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

  /// Whether a path is that of a recipe, or of the list of keys beside them, also where there is
  /// none yet: a file of such a name would be taken for one.
  private func isBesideRecipes(_ path: String) -> Bool {
    let (place, keys) = (SplitPath(path), SplitPath(HouseKeys(of: self).path))
    return RecipeSet.isRecipe(place.name)
      && RecipeSet.folders(of: recipes).contains { Folders.areSame(place.folder, $0) }
      || place.name == keys.name && Folders.areSame(place.folder, keys.folder)
  }

  /// Whether a path is that of a folder of the tree, or below it.
  package func isWithinTree(_ path: String) -> Bool {
    TreePart.allCases.contains {
      StoreSettings.isPlace(path, in: $0, of: place(of: $0.folder))
    }
  }
}
