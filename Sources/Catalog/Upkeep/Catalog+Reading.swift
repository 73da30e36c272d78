import Files
import Foundation
import GRDB

extension Catalog {
  /// Opens the catalogue in a file to read it, and never writes to the file.
  ///
  /// SQLite writes even to read: readers of a write-ahead log share an index beside it. Where the
  /// folder can be written that is what happens. Where it cannot, and no run at work has put the
  /// index there, a copy is read that goes with the process. So is a catalogue of an earlier
  /// program, since its own shape has to stay.
  ///
  /// - Parameter path: The file.
  /// - Returns: The catalogue, as it was at one moment or later.
  /// - Throws: `CatalogError.corrupted`, `.foreign`, `.cannotOpen`, `.newerSchema`, `.busy` or
  ///   `.full`.
  package static func read(at path: String) throws(CatalogError) -> Catalog {
    try CatalogError.translating(path) {
      let queue = try opened(path)
      let isComplete = try besideOthers(queue, path) { migrator in
        try queue.read(migrator.hasCompletedMigrations)
      }
      return isComplete ? Catalog(queue: queue, path: path) : try copy(of: queue, path)
    }
  }

  /// A copy of the catalogue in a file, to be changed and thrown away; nothing is written to the
  /// file, and nothing is left of the copy however the process ends.
  package static func copy(of path: String) throws(CatalogError) -> Catalog {
    try CatalogError.translating(path) { try copy(of: opened(path), path) }
  }

  private static func copy(of queue: DatabaseQueue, _ path: String) throws -> Catalog {
    let copy = try unnamed()
    try queue.backup(to: copy)
    try queue.close()
    try bringUpToDate(copy, path)
    return Catalog(queue: copy, path: path)
  }

  /// A connection that can read the file.
  private static func opened(_ path: String) throws -> DatabaseQueue {
    let place = CatalogFile(path)
    let folder = try CatalogError.ofFile(path) { () throws(FileError) in
      let folder = try OpenFile.folder(existing: place.folder)
      try place.requirePlain(in: folder)
      guard try folder.file(place.name) != nil else {
        throw .system(operation: "open", path: path, code: ENOENT)
      }
      return folder
    }
    var configuration = configuration(of: path)
    if place.isWritable(in: folder) {
      return try DatabaseQueue(path: place.databasePath, configuration: configuration)
    }
    configuration.readonly = true
    // Without an index, SQLite would make one that nobody may write to, and leave it.
    if place.hasIndex(in: folder),
      let queue = try? DatabaseQueue(path: place.databasePath, configuration: configuration),
      (try? queue.read(requireReadable)) != nil
    {
      return queue
    }
    return try copied(place, from: folder)
  }

  /// A copy of what the file and its log hold, taken while nobody writes to them.
  private static func copied(
    _ place: CatalogFile, from folder: borrowing OpenFile
  ) throws -> DatabaseQueue {
    let names = [place.name, place.name + "-wal"]
    let temporary = FileManager.default.temporaryDirectory.path
    let draft = try CatalogError.ofFile(place.path) { () throws(FileError) in
      try DraftFolder(in: temporary)
    }
    for _ in 0..<20 {
      let isWhole = try CatalogError.ofFile(place.path) { () throws(FileError) in
        var before: [FileStamp?] = []
        var after: [FileStamp?] = []
        for name in names { before.append(try draft.copy(name, from: folder)) }
        for name in names { after.append(try folder.stamp(of: name)) }
        return before == after
      }
      if isWhole {
        let source = try DatabaseQueue(
          path: CatalogFile("\(draft.path)/\(place.name)").databasePath,
          configuration: configuration(of: place.path))
        let copy = try unnamed()
        try source.backup(to: copy)
        try source.close()
        return copy
      }
      usleep(50_000)
    }
    throw CatalogError.busy(path: place.path)
  }
}
