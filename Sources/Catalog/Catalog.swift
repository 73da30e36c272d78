import Files
import Foundation
package import GRDB
import Tables

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

  /// What is put behind the path: the database itself, its log, that one's index, and the journal
  /// of before there were logs.
  package static let fileSuffixes = ["", "-wal", "-shm", "-journal"]

  /// The path of the database's file, for messages.
  package let path: String

  init(queue: DatabaseQueue, path: String) {
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
    let place = CatalogFile(path)
    let isWritable = try CatalogError.ofFile(path) { () throws(FileError) in
      let folder = try OpenFile.folder(making: place.folder)
      try place.requirePlain(in: folder)
      return (try? folder.status(of: place.name)) == nil || folder.mayWrite(place.name)
    }
    // SQLite would leave what it makes beside it, which nobody could write to either.
    guard isWritable else { throw CatalogError.readOnly(path: path) }
    return try CatalogError.translating(path) {
      let queue = try DatabaseQueue(
        path: place.databasePath, configuration: configuration(of: path, isNew: true))
      try queue.inDatabase { database in
        guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
          throw CatalogError.cannotOpen(path: path, detail: "it cannot have a write-ahead log")
        }
        // SQLite as it is built here and there may have write-ahead logs come with NORMAL, which
        // can lose the last commits in a power cut: a published release would be forgotten.
        try database.execute(sql: "PRAGMA synchronous = FULL")
      }
      try bringUpToDate(queue, path)
      return Catalog(queue: queue, path: path)
    }
  }

  /// An empty catalogue that nobody else can see, for what is thrown away or copied elsewhere.
  ///
  /// It has no name: SQLite keeps it in memory, and what is too much for that in a file without a
  /// name in the system's temporary folder, so that nothing is left of it however the process ends.
  ///
  /// - Parameter path: What it is a copy of, or will be, for messages.
  /// - Returns: The catalogue.
  /// - Throws: `CatalogError`.
  package static func scratch(for path: String) throws(CatalogError) -> Catalog {
    try CatalogError.translating(path) {
      let queue = try unnamed()
      try bringUpToDate(queue, path)
      return Catalog(queue: queue, path: path)
    }
  }

  static func unnamed() throws -> DatabaseQueue {
    try DatabaseQueue(path: "", configuration: configuration())
  }

  /// How a database is opened.
  ///
  /// - Parameters:
  ///   - file: Whose file must not be another program's, before anything is written.
  ///   - isNew: Whether a file of no pages is made a catalogue's.
  /// - Returns: The configuration.
  static func configuration(of file: String? = nil, isNew: Bool = false) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      if let file { try Schema.claim(database, file, isNew: isNew) }
      // Without it, rows that INSERT OR REPLACE removes would slip past the triggers that keep
      // them.
      try database.execute(sql: "PRAGMA recursive_triggers = ON")
    }
    return configuration
  }

  /// Brings a database to the newest shape.
  static func bringUpToDate(_ queue: DatabaseQueue, _ path: String) throws {
    try besideOthers(queue, path) { migrator in try migrator.migrate(queue) }
  }

  /// Does something to a database that can be read, and is not newer than this program, while
  /// others may be bringing it to the newest shape.
  ///
  /// What they have half done can show as a busy database, as a table that is not there yet, as
  /// one that is there already, or as a step that has been noted already. So these are tried again,
  /// for about a second.
  static func besideOthers<Value>(
    _ queue: DatabaseQueue, _ path: String, _ body: (DatabaseMigrator) throws -> Value
  ) throws -> Value {
    let migrator = Schema.migrator
    var attempt = 1
    while true {
      do {
        try queue.read(requireReadable)
        if try queue.read(migrator.hasBeenSuperseded) { throw CatalogError.newerSchema(path: path) }
        return try body(migrator)
      } catch let error as DatabaseError
        where attempt < 50
        && [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_ERROR, .SQLITE_CONSTRAINT]
          .contains(error.resultCode)
      {
        attempt += 1
        usleep(20_000)
      }
    }
  }

  /// Reads something: where the disk fails, the migrator would say that a table is not there.
  static func requireReadable(_ database: Database) throws {
    _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
  }

  /// Reads in one transaction.
  ///
  /// Not by `read` of the queue, which forbids writing by a PRAGMA: after one, SQLite compiles
  /// every statement anew. That was a sixth of a night that finds nothing to do.
  ///
  /// - Precondition: the body writes nothing.
  func reading<Value>(
    _ body: (Database) throws -> Value
  ) throws(CatalogError) -> Value {
    try CatalogError.translating(path) {
      try queue.unsafeRead { database in
        let before = database.totalChangesCount
        var value: Value?
        try database.inTransaction(.deferred) {
          value = try body(database)
          return .rollback
        }
        guard let value, database.totalChangesCount == before else {
          preconditionFailure("what reads the catalogue has written to it")
        }
        return value
      }
    }
  }

  func writing<Value>(
    _ body: (Database) throws -> Value
  ) throws(CatalogError) -> Value {
    try CatalogError.translating(path) { try queue.write(body) }
  }
}
