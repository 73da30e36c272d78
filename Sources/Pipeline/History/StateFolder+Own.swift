package import Files
import Foundation

extension StateFolder {
  /// Refuses the names of the press's own files for what somebody wants to be written.
  ///
  /// - Throws: `FolderError.ofThePress`.
  package func refuseOwn(_ file: String) throws(FolderError) {
    let name = (file as NSString).lastPathComponent
    let above = (file as NSString).deletingLastPathComponent
    let folder = above.isEmpty ? "." : above
    let isOwn = name == StateLock.name || name.hasPrefix("catalog.sqlite")
    let isInState = (isOwn || name == RunHistory.folder) && Folders.areSame(folder, path)
    guard isInState || Folders.areSame(folder, "\(path)/\(RunHistory.folder)") else { return }
    throw .ofThePress(path: file)
  }
}
