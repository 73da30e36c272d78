import GRDB
import Synchronization

/// Counts what was fetched, by day, object and status, and by nothing that says who.
///
/// Requests only count in memory; what was counted goes to the database now and then.
package final class Downloads: Sendable {
  private struct Key: Hashable {
    let object: String
    let status: Int
  }

  private let counts = Mutex<[Key: Int]>([:])

  package init() {}

  func count(_ object: String, status: Int) {
    counts.withLock { $0[Key(object: object, status: status), default: 0] += 1 }
  }

  /// Takes what was counted to the database; where that fails, it is kept for the next time.
  ///
  /// - Parameters:
  ///   - database: Where it goes.
  ///   - day: The day that it is counted under: `2026-11-22`.
  /// - Throws: What the database says.
  func flush(to database: ServiceDatabase, day: String) async throws {
    let taken = counts.withLock { counts in
      defer { counts = [:] }
      return counts
    }
    if taken.isEmpty { return }
    do {
      try await database.write { database in
        for (key, count) in taken {
          try database.execute(
            sql: """
              INSERT INTO downloads (day, object, status, count) VALUES (?, ?, ?, ?)
              ON CONFLICT (day, object, status) DO UPDATE SET count = count + excluded.count
              """, arguments: [day, key.object, key.status, count])
        }
      }
    } catch {
      counts.withLock { $0.merge(taken, uniquingKeysWith: +) }
      throw error
    }
  }
}
