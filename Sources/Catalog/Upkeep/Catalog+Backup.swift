import Files
import Foundation
import GRDB

extension Catalog {
  /// Copies the catalogue into a file of its own, while others may be working with it.
  ///
  /// SQLite's backup: the copy is that of one moment, in a single file without a log beside it. It is written under
  /// another name and gets its own when it is whole and on the disk, as a `DraftFile` does. It is no
  /// `DraftFile` because SQLite opens files by name and locks them itself, which on network file
  /// systems would meet the lock that marks those.
  ///
  /// - Parameters:
  ///   - file: Where the copy goes.
  ///   - overwriting: Whether a file that is there may be replaced.
  /// - Returns: The copy's size in bytes.
  /// - Throws: `CatalogError.exists`, `.cannotOpen`, `.full` or `.inputOutput`.
  @discardableResult
  package func backUp(to file: String, overwriting: Bool = false) throws(CatalogError) -> Int {
    if !overwriting && FileManager.default.fileExists(atPath: file) { throw .exists(path: file) }
    let draft = file + ".part"
    defer { Catalog.removeFiles(of: draft) }
    Catalog.removeFiles(of: draft)
    try CatalogError.translating(file) {
      let target = try DatabaseQueue(path: draft)
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
    do throws(FileError) {
      return try OpenFile.commit(draft, as: file)
    } catch {
      throw CatalogError(error, path: file)
    }
  }

  /// Closes the catalogue; nothing can be done with it afterwards.
  ///
  /// - Throws: `CatalogError`.
  package func close() throws(CatalogError) {
    try CatalogError.translating(path) { try queue.close() }
  }

  /// Removes a database with what SQLite keeps beside it.
  static func removeFiles(of path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }
}
