package import Files
import Manifest

extension House {
  /// Refuses the press's own files, and the folders of its tree, for what somebody wants to be
  /// written: what lies in the tree is published, and nothing else belongs there.
  ///
  /// - Parameter path: A file, or the folder for some.
  /// - Throws: `FolderError.ofThePress`.
  package func refuseOwn(_ path: String) throws(FolderError) {
    try stateFolder.refuseOwn(path)
    guard !isWithinTree(path) else { throw .ofThePress(path: path) }
  }

  /// Whether a path is that of a folder of the tree, or below it.
  package func isWithinTree(_ path: String) -> Bool {
    TreePart.allCases.contains {
      StoreSettings.isPlace(path, in: $0, of: place(of: $0.folder))
    }
  }
}
