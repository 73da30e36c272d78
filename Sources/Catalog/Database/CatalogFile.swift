import Files

/// The file of a catalogue, and what SQLite keeps beside it.
struct CatalogFile {
  let path: String
  let folder: String
  let name: String

  init(_ path: String) {
    let place = SplitPath(path)
    self.path = path
    (folder, name) = (place.folder, place.name)
  }

  /// The path as SQLite takes it: without a folder in front, `file:x` would be an address to it, and
  /// `:memory:` no file at all.
  var databasePath: String { path.hasPrefix("/") ? path : "./" + path }

  /// Refuses links: SQLite opens by paths, and would write to wherever they lead.
  func requirePlain(in folder: borrowing OpenFile) throws(FileError) {
    for suffix in Catalog.fileSuffixes { try folder.requirePlain(name + suffix) }
  }

  /// Why the disk does not give all of the database and its log; `nil` where it does.
  func readFault() -> FileError? {
    for suffix in ["", "-wal"] {
      if let fault = (try? OpenFile.file(at: path + suffix))?.readFault() { return fault }
    }
    return nil
  }

  /// Whether SQLite can write to it, and make what it keeps beside it.
  func isWritable(in folder: borrowing OpenFile) -> Bool {
    folder.mayWrite(".") && folder.mayWrite(name)
  }
}
