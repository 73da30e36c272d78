import Foundation
import GRDB

extension Catalog {
  /// Copies the catalogue into a file of its own, while others may be working with it.
  ///
  /// SQLite's backup: the copy is that of one moment, in a single file without a log beside it. It is written under
  /// another name and gets its own when it is whole.
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
    guard rename(draft, file) == 0 else {
      throw .cannotOpen(path: file, detail: String(cString: strerror(errno)))
    }
    let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
    return size ?? 0
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
