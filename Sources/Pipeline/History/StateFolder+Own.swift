import Files

extension StateFolder {
  /// Refuses the names of the press's own files for what somebody wants to be written.
  ///
  /// - Throws: `FolderError.ofThePress`.
  func refuseOwn(_ file: String) throws(FolderError) {
    let place = SplitPath(file)
    let (folder, name) = (place.folder, place.name)
    let isOwn = name == StateLock.name || name.hasPrefix("catalog.sqlite")
    let isInState = (isOwn || name == RunHistory.folder) && Folders.areSame(folder, path)
    guard isInState || Folders.areSame(folder, RunHistory.folder(in: path)) else { return }
    throw .ofThePress(path: file)
  }
}
