import Files
import Foundation
import GRDB

extension Catalog {
  /// Copies the catalogue into a file of its own, while others may be working with it.
  ///
  /// SQLite's backup: the copy is that of one moment, in a single file without a log beside it. It
  /// is written in a `DraftFolder`, with all that SQLite puts beside it, and gets its name when it
  /// is whole and on the disk. It is no `DraftFile` because SQLite opens files by name and locks
  /// them itself, which on network file systems would meet the lock that marks those.
  ///
  /// - Parameters:
  ///   - file: Where the copy goes.
  ///   - overwriting: Whether a file that is there may be replaced.
  ///   - whole: Called when the copy is whole, just before it gets its name.
  /// - Returns: The copy's size in bytes.
  /// - Throws: `CatalogError.exists`, `.cannotOpen`, `.full` or `.inputOutput`; what `whole`
  ///   throws.
  @discardableResult
  package func backUp(
    to file: String, overwriting: Bool = false, whole: () throws -> Void = {}
  ) throws -> Int {
    if !overwriting && Folders.exists(file) { throw CatalogError.exists(path: file) }
    let draft = try CatalogError.ofFile(file) { () throws(FileError) in
      try DraftFolder(beside: file)
    }
    let name = "catalog.sqlite"
    try CatalogError.translating(file) {
      let target = try DatabaseQueue(path: CatalogFile("\(draft.path)/\(name)").databasePath)
      try queue.backup(to: target)
      try target.inDatabase { database in
        try database.execute(sql: "PRAGMA journal_mode = DELETE")
        let problems = try String.fetchAll(database, sql: "PRAGMA integrity_check")
        guard problems == ["ok"] else {
          throw CatalogError.corrupted(path: self.path, detail: problems.first ?? "")
        }
      }
      try target.close()
    }
    try whole()
    return try CatalogError.ofFile(file) { () throws(FileError) in
      try draft.commit(name, as: file)
    }
  }

  /// Closes the catalogue; nothing can be done with it afterwards.
  ///
  /// - Throws: `CatalogError`.
  package func close() throws(CatalogError) {
    try CatalogError.translating(path) { try queue.close() }
  }
}
