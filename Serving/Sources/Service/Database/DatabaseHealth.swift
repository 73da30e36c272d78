import Foundation
package import GRDB

/// What a look at a database finds that nobody has open for writing here.
package struct DatabaseHealth: Sendable {
  /// What has to be seen to.
  package private(set) var faults: [String] = []
  /// What is well, or good to know.
  package private(set) var notes: [String] = []

  /// Looks at a database without changing it.
  ///
  /// - Throws: `ServiceDatabaseError`.
  package init(of path: String) throws {
    let migrator = Schema.migrator
    let findings = try ServiceDatabase.reading(path) { database -> (String, [String], Int, Int) in
      let check = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
      let missing = try migrator.migrations.filter {
        try !migrator.appliedIdentifiers(database).contains($0)
      }
      return (
        check, missing,
        try Int.fetchOne(database, sql: "SELECT count(*) FROM users") ?? 0,
        try Int.fetchOne(database, sql: "SELECT count(*) FROM puzzle_progress") ?? 0
      )
    }
    let (check, missing, users, rows) = findings
    if check == "ok" {
      notes.append("\(path): whole, \(users.of("account")), \(rows.of("row")) of progress")
    } else {
      faults.append("\(path) is damaged: \(check) — restore a backup")
    }
    if !missing.isEmpty {
      notes.append("\(path) is of an older version: it is brought up to date when it is served")
    }
    look(atRoomFor: path)
    look(atModeOf: path)
  }

  private mutating func look(atRoomFor path: String) {
    let manager = FileManager.default
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let size = (try? manager.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    let log = (try? manager.attributesOfItem(atPath: path + "-wal")[.size] as? Int) ?? 0
    let free = try? manager.attributesOfFileSystem(forPath: folder)[.systemFreeSize] as? Int
    if let free, free < max(DatabaseHealth.leastRoom, size) {
      faults.append("\(folder) has \(free >> 20) MB of room — make more, or writes will be refused")
    }
    if log > max(256 << 20, size) {
      faults.append(
        "\(path)-wal has \(log >> 20) MB — a reader holds it up: restart the service")
    }
  }

  private static let leastRoom = 256 << 20

  private mutating func look(atModeOf path: String) {
    if let fault = DatabaseHealth.openness(of: path) { faults.append(fault) }
  }

  /// What is wrong where others than the owner can read a file that is secret.
  package static func openness(of path: String) -> String? {
    let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    guard let mode, mode & 0o007 != 0 else { return nil }
    return "\(path) can be read by everybody on this machine — chmod o= \(path)"
  }
}

extension ServiceDatabase {
  /// Reads a database without bringing it up to date, also while a service has it open.
  ///
  /// - Throws: `ServiceDatabaseError`.
  package static func reading<Value>(
    _ path: String, _ work: (Database) throws -> Value
  ) throws -> Value {
    guard FileManager.default.fileExists(atPath: path) else {
      throw ServiceDatabaseError.missing(path)
    }
    try refuseLinked(path)
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(5)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      return try queue.read { database in
        guard try isOurs(database) else { throw ServiceDatabaseError.foreign(path) }
        if try Schema.migrator.hasBeenSuperseded(database) {
          throw ServiceDatabaseError.later(path)
        }
        return try work(database)
      }
    } catch let error as DatabaseError {
      throw ServiceDatabaseError(error, at: path)
    }
  }

  /// Copies a database, also while a service writes to it, and looks whether the copy is whole.
  ///
  /// - Throws: `ServiceDatabaseError`; then there is no copy, unless somebody else has made it.
  package static func copy(_ path: String, to copy: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw ServiceDatabaseError.missing(path)
    }
    try refuseLinked(path)
    // It holds the place until it is let go, behind all that SQLite has open there.
    let draft = try Draft(of: copy)
    defer { draft.remove() }
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(5)
      let source = try DatabaseQueue(path: path, configuration: configuration)
      guard try source.read(isOurs) else { throw ServiceDatabaseError.foreign(path) }
      let check = try fill(draft.path, from: source, for: copy)
      guard check == "ok" else { throw ServiceDatabaseError.damaged(path, check) }
      try draft.publish()
    } catch let error as DatabaseError {
      throw ServiceDatabaseError(error, at: path)
    }
  }

  /// Fills the draft of a copy, and gives what a look at it says.
  ///
  /// What fails here is the copy, not what it is made of.
  private static func fill(
    _ draft: String, from source: DatabaseQueue, for copy: String
  ) throws -> String {
    do {
      let target = try DatabaseQueue(path: draft)
      defer { try? target.close() }
      try source.backup(to: target)
      try target.write(Schema.beginEpoch)
      let check = try target.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
      // What stays in the log is lost with it, and closing does not say so.
      _ = try target.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      try target.close()
      return check ?? "no answer"
    } catch let error as DatabaseError {
      throw ServiceDatabaseError(error, at: copy)
    }
  }

  /// Whether a database is one of accounts.
  static func isOurs(_ database: Database) throws -> Bool {
    try database.tableExists("grdb_migrations") && database.tableExists("users")
  }
}
