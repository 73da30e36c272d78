import Foundation
package import GRDB
import Synchronization

/// The one database: readers side by side, one writer.
///
/// Writes that wait while another is on its way to the disk go there together, each within a
/// savepoint of its own: so a thousand of them a second need a few dozen waits for the disk, and
/// one that fails takes none with it. A write that was answered is on the disk.
package final class ServiceDatabase: Sendable {
  /// What has to be written, and who waits for it.
  private struct Write: Sendable {
    let work: @Sendable (Database) -> Void
    /// Told whether the disk has it.
    let done: @Sendable ((any Error)?) -> Void
  }

  private let pool: DatabasePool
  private let waiting = Mutex<(writes: [Write], isBusy: Bool)>(([], false))

  /// How many writes go to the disk together at most.
  private static let mostTogether = 256

  /// Opens a database, or makes it; brings an older one up to date.
  ///
  /// - Throws: `ServiceDatabaseError` that says what to do.
  package init(path: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = 4
    configuration.prepareDatabase { database in
      // In WAL mode, only this waits for the disk at every commit.
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    do {
      pool = try DatabasePool(path: path, configuration: configuration)
      let migrator = Schema.migrator
      let isForeign = try pool.read { database in
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        let isOurs = try database.tableExists("grdb_migrations") && database.tableExists("users")
        return tables > 0 && !isOurs
      }
      if isForeign { throw ServiceDatabaseError.unusable(path, "it is another program's database") }
      if try pool.read(migrator.hasBeenSuperseded) {
        throw ServiceDatabaseError.later(path)
      }
      try migrator.migrate(pool)
    } catch let error as DatabaseError {
      throw ServiceDatabaseError.unusable(
        path,
        error.resultCode == .SQLITE_NOTADB
          ? "it is another kind of file" : "\(error.message ?? error.resultCode.description)")
    }
  }

  package func read<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await pool.read(work)
  }

  /// Writes, and waits until the disk has it.
  ///
  /// - Throws: What the work throws, which leaves nothing behind; and what the disk says.
  package func write<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let result = Mutex<Result<Value, any Error>?>(nil)
      submit(
        Write(
          work: { database in
            let outcome: Result<Value, any Error> = Result {
              var value: Value?
              try database.inSavepoint {
                value = try work(database)
                return .commit
              }
              guard let value else { throw CancellationError() }
              return value
            }
            result.withLock { $0 = outcome }
          },
          done: { failure in
            if let failure {
              continuation.resume(throwing: failure)
            } else if let outcome = result.withLock({ $0 }) {
              continuation.resume(with: outcome)
            } else {
              continuation.resume(throwing: CancellationError())
            }
          }))
    }
  }

  private func submit(_ write: Write) {
    let begins = waiting.withLock { waiting in
      waiting.writes.append(write)
      defer { waiting.isBusy = true }
      return !waiting.isBusy
    }
    if begins { writeNext() }
  }

  /// Takes what waits to the disk, and goes on while there is more.
  private func writeNext() {
    let batch = waiting.withLock { waiting -> [Write] in
      let batch = Array(waiting.writes.prefix(ServiceDatabase.mostTogether))
      waiting.writes.removeFirst(batch.count)
      if batch.isEmpty { waiting.isBusy = false }
      return batch
    }
    if batch.isEmpty { return }
    pool.asyncWrite({ database in
      for write in batch { write.work(database) }
    }) { _, result in
      var failure: (any Error)?
      if case .failure(let error) = result { failure = error }
      for write in batch { write.done(failure) }
      self.writeNext()
    }
  }

  /// Copies the database while it is used.
  package func backUp(to path: String) throws {
    let copy = try DatabaseQueue(path: path)
    try pool.backup(to: copy)
  }

  package func close() throws { try pool.close() }
}

/// Why a database cannot be used.
package enum ServiceDatabaseError: Error, CustomStringConvertible {
  /// A later version of the program has written it.
  case later(String)
  case unusable(String, String)

  package var description: String {
    switch self {
    case .later(let path):
      "\(path): a later version of almanac-serve has written it — use that version"
    case .unusable(let path, let reason): "\(path) cannot be used: \(reason)"
    }
  }
}
