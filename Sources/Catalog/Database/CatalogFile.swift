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

  /// The path as SQLite takes it: without a folder in front, `file:x` would be an address to it,
  /// and `:memory:` no file at all.
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

  /// Whether the index of a write-ahead log is there, by which others read.
  func hasIndex(in folder: borrowing OpenFile) -> Bool {
    (try? folder.status(of: name + "-shm")) != nil
  }

  /// Whether SQLite can write to it, and make what it keeps beside it.
  func isWritable(in folder: borrowing OpenFile) -> Bool {
    folder.mayWrite(".") && folder.mayWrite(name)
  }
}

extension Catalog {
  /// The first file of a catalogue that may not be written, in a folder that may; `nil` where there
  /// is none.
  ///
  /// SQLite gives what it makes beside a database the permissions of that: they may be left from
  /// when those were others.
  package static func unwritableFile(of path: String) -> String? {
    let place = CatalogFile(path)
    guard let folder = try? OpenFile.folder(existing: place.folder), folder.mayWrite(".")
    else { return nil }
    for suffix in fileSuffixes {
      let name = place.name + suffix
      if (try? folder.status(of: name)) != nil, !folder.mayWrite(name) { return path + suffix }
    }
    return nil
  }
}
