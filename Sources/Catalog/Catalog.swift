import Files
import Foundation
package import GRDB

/// Every puzzle that was ever kept, and where it is used: reserve, slots, calendar, releases.
///
/// An SQLite database, in one file that survives being killed and power cuts (write-ahead log,
/// synchronised at every commit). Each call is one transaction: done, or not done at all. A puzzle
/// is known by its canonical form, so no twin gets in, whatever its orientation and lettering.
///
/// A release goes through the catalogue in two steps. `recordRelease` notes it as pending before
/// the first object is written, `markPublished` when the last one is. After an interruption in
/// between, ask the tree: it holds the pending manifest, then mark it published; or it does not,
/// then `abandonPending`.
package final class Catalog: Sendable {
  package let queue: DatabaseQueue
  let traceShelf = TraceShelf()

  /// The path of the database's file, for messages.
  package let path: String

  private init(queue: DatabaseQueue, path: String) {
    self.queue = queue
    self.path = path
  }

  /// Opens the catalogue in a file, made if it is not there and brought to the newest shape.
  ///
  /// - Parameter path: The file, such as `.almanac/catalog.sqlite`; its folder is made too.
  /// - Returns: The catalogue.
  /// - Throws: `CatalogError.corrupted`, `.foreign`, `.cannotOpen`, `.readOnly`, `.newerSchema`,
  ///   `.busy` or `.full`; nothing is changed then.
  package static func open(at path: String) throws(CatalogError) -> Catalog {
    let names = path.split(separator: "/").dropLast()
    let folder = (path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
    do throws(FileError) {
      _ = try OpenFile.folder(making: folder.isEmpty ? "." : folder)
    } catch {
      throw .cannotOpen(path: path, detail: "cannot make the folder \(folder): \(error.reason)")
    }
    return try CatalogError.translating(path) {
      var configuration = Configuration()
      configuration.foreignKeysEnabled = true
      configuration.journalMode = .wal
      configuration.busyMode = .timeout(10)
      // Without it, rows that INSERT OR REPLACE removes would slip past the triggers that keep
      // them.
      configuration.prepareDatabase { database in
        // Before anything is written, the mode of its journal included.
        try Schema.claim(database, path)
        try database.execute(sql: "PRAGMA recursive_triggers = ON")
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      // Write-ahead logs come with synchronous = NORMAL, which can lose the last commits in a power
      // cut: a published release would be forgotten.
      try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try bringUpToDate(queue, path)
      return Catalog(queue: queue, path: path)
    }
  }

  /// Brings a database to the newest shape.
  ///
  /// Others may be doing the same at the same moment: what they have half done can show as a busy
  /// database, as a table that is not there yet, or as one that is there already. So these are
  /// tried again, for about a second.
  private static func bringUpToDate(_ queue: DatabaseQueue, _ path: String) throws {
    let migrator = Schema.migrator
    for attempt in 1... {
      do {
        if try queue.read(migrator.hasBeenSuperseded) { throw CatalogError.newerSchema(path: path) }
        return try migrator.migrate(queue)
      } catch let error as DatabaseError
        where attempt < 50
        && [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_ERROR].contains(error.resultCode)
      {
        usleep(20_000)
      }
    }
  }

  func reading<Value>(
    _ body: (Database) throws -> Value
  ) throws(CatalogError) -> Value {
    try CatalogError.translating(path) { try queue.read(body) }
  }

  func writing<Value>(
    _ body: (Database) throws -> Value
  ) throws(CatalogError) -> Value {
    try CatalogError.translating(path) { try queue.write(body) }
  }
}
