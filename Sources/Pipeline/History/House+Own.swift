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
    for part in TreePart.allCases {
      let place = place(of: part.folder)
      guard !StoreSettings.isBucket(place) else { continue }
      guard !Folders.isPath(path, within: "\(place)/\(part.folder)") else {
        throw .ofThePress(path: path)
      }
    }
  }
}
