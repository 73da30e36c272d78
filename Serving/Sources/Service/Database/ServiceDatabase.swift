// What a file is, `stat`, is of this module where Foundation is built of it.
import CoreFoundation
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

  /// What tells it from any copy of it that was restored: phones that hear of another sign begin
  /// anew.
  package let epoch: String

  private let pool: DatabasePool
  /// Keeps other processes away for as long as it is open.
  private let lock: FileHandle
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
      // What a savepoint would have to take back is remembered in memory: in a file, every page is
      // written twice.
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
      if !database.configuration.readonly {
        // Many writes go to the disk together, and all of their pages have to have room until then;
        // a page that many of them change is brought back into the database once.
        try database.execute(sql: "PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 4000")
      }
    }
    do {
      try ServiceDatabase.refuseStrange(path)
      lock = try ServiceDatabase.locked(path)
      pool = try DatabasePool(path: path, configuration: configuration)
      // In WAL mode, only this waits for the disk at every commit; it has to be said after the
      // pool has chosen that mode, since that says otherwise.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try Schema.migrator.migrate(pool)
      if try pool.read(Schema.hasParked) { try pool.write(Schema.followParked) }
      epoch = try pool.read { try String.fetchOne($0, sql: "SELECT sign FROM epoch") ?? "" }
    } catch let error as DatabaseError {
      throw ServiceDatabaseError(error, at: path)
    }
  }

  /// Takes the lock of a database: SQLite lets several processes write by turns, and each would
  /// limit clients and forget strangers by itself.
  ///
  /// It goes with the process, however that ends; its file stays, beside the database itself, as
  /// SQLite's own files do, by whatever link that was named.
  private static func locked(_ path: String) throws -> FileHandle {
    guard let resolved = realpath(path, nil) else { throw ServiceDatabaseError.unopened(path) }
    defer { free(resolved) }
    let lock = String(cString: resolved) + "-lock"
    let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ServiceDatabaseError.unopened(path) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? ServiceDatabaseError.locked(path)
        : .unusable(path, "it cannot be locked: \(String(cString: strerror(errno)))")
    }
    return file
  }

  /// Looks, without changing it, whether a file that is there is ours, and of our time; makes one
  /// where there is none.
  private static func refuseStrange(_ path: String) throws {
    let manager = FileManager.default
    let size = try? manager.attributesOfItem(atPath: path)[.size] as? Int
    if size == nil {
      // SQLite gives its other files the mode of this one: addresses are in them.
      _ = manager.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    try refuseLinked(path)
    guard size ?? 0 > 0 else { return }
    guard manager.isWritableFile(atPath: path) else { throw ServiceDatabaseError.readOnly(path) }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    try DatabaseQueue(path: path, configuration: configuration).read { database in
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      if try tables > 0 && !isOurs(database) { throw ServiceDatabaseError.foreign(path) }
      if try isOurs(database) && Schema.migrator.hasBeenSuperseded(database) {
        throw ServiceDatabaseError.later(path)
      }
    }
  }

  /// Refuses a database that has several names: its log lies beside the one by which it was opened,
  /// and whoever opens it by another one sees and writes something else.
  static func refuseLinked(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 else {
      return
    }
    throw ServiceDatabaseError.unusable(
      path,
      "it has \(status.st_nlink) names, by hard links — remove the others, and make copies by "
        + "“almanac-serve backup”")
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
      // Who has waited behind a lock is not made to wait for it once more.
      if (failure as? DatabaseError)?.resultCode == .SQLITE_BUSY, let failure {
        for write in self.takeWaiting() { write.done(failure) }
      }
      self.writeNext()
    }
  }

  private func takeWaiting() -> [Write] {
    waiting.withLock { waiting in
      defer { waiting.writes = [] }
      return waiting.writes
    }
  }

  /// How many writes wait for the disk.
  package var queueLength: Int { waiting.withLock { $0.writes.count } }

  package func close() throws { try pool.close() }
}

/// Why a database cannot be used.
package enum ServiceDatabaseError: Error, CustomStringConvertible {
  /// A later version of the program has written it.
  case later(String)
  /// Another program has made it.
  case foreign(String)
  /// It is another kind of file, or damaged.
  case damaged(String, String)
  /// It should be there, and is not.
  case missing(String)
  /// Something is where it should be made.
  case taken(String)
  /// It, or its folder, cannot be opened or made.
  case unopened(String)
  /// It cannot be written to.
  case readOnly(String)
  /// Another process holds it.
  case locked(String)
  /// Another process makes it just now.
  case beingMade(String)
  case unusable(String, String)

  init(_ error: DatabaseError, at path: String) {
    self =
      switch error.resultCode {
      case .SQLITE_NOTADB: .damaged(path, "it is another kind of file")
      case .SQLITE_CORRUPT: .damaged(path, "it is damaged")
      case .SQLITE_CANTOPEN: .unopened(path)
      case .SQLITE_READONLY, .SQLITE_PERM: .readOnly(path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .locked(path)
      case .SQLITE_FULL: .unusable(path, "the disk is full — make room")
      default: .unusable(path, ServiceDatabaseError.words(error))
      }
  }

  /// What SQLite says; where what failed was no statement, the code alone says it, and the message
  /// is that of the last statement, “not an error”.
  private static func words(_ error: DatabaseError) -> String {
    if error.resultCode == .SQLITE_IOERR {
      return "\(error.extendedResultCode) — is the disk well, and may files grow as large?"
    }
    let message = error.message == "not an error" ? nil : error.message
    return message ?? error.extendedResultCode.description
  }

  /// The exit code that says so to scripts.
  package var exitCode: Int32 {
    switch self {
    case .later, .foreign, .damaged: 65
    case .missing: 66
    case .unopened, .taken: 73
    case .readOnly, .unusable: 74
    case .locked, .beingMade: 75
    }
  }

  package var description: String {
    switch self {
    case .later(let path):
      "\(path): a later version of almanac-serve has written it — use that version"
    case .foreign(let path):
      "\(path) is another program's database — name another file; this one was not touched"
    case .damaged(let path, let reason):
      "\(path) is no database of accounts: \(reason) — restore a backup, or name another file"
    case .missing(let path): "\(path) is not there — name the database that the service keeps"
    case .taken(let path): "\(path) is there already — name another file"
    case .unopened(let path):
      "\(path) cannot be opened or made — is its folder there, and may this user write in it?"
    case .readOnly(let path):
      "\(path) cannot be written to — this user has to own it, and its folder, and the disk must "
        + "not be mounted read-only"
    case .locked(let path): "\(path) is held by another process — end that, and start again"
    case .beingMade(let path): "\(path) is being made by another process — wait for that"
    case .unusable(let path, let reason): "\(path) cannot be used: \(reason)"
    }
  }
}
