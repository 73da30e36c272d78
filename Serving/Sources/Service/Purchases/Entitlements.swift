import Foundation
import GRDB

/// What users have bought.
package enum Entitlements {
  /// The names that the apps know; others are the products of packs.
  static let flags = ["remove_ads", "unlock_all", "unlimited_hints", "pro_bundle"]

  /// The names that a user has now.
  static func names(_ database: Database, of user: String, at now: Int) throws -> Set<String> {
    try String.fetchSet(
      database,
      sql: """
        SELECT name FROM entitlements WHERE user_id = ? AND (expires_at IS NULL OR expires_at > ?)
        """, arguments: [user, now])
  }

  /// The names of which one opens a pack: those for everything, and the products that the manifest
  /// names for it, or its id where there are none.
  package static func opening(pack: String, products: [String]) -> [String] {
    ["unlock_all", "pro_bundle"] + (products.isEmpty ? [pack] : products)
  }

  /// Notes until when a user has a name, as an event says: `nil` for ever.
  ///
  /// An event that is older than what is known, by its own time, says nothing.
  static func set(
    _ database: Database, _ name: String, of user: String, until end: Int?, at time: Int
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO entitlements (user_id, name, event_ms, expires_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (user_id, name) DO UPDATE
          SET event_ms = excluded.event_ms, expires_at = excluded.expires_at
          WHERE excluded.event_ms > event_ms
            -- Two at once: what ends sooner.
            OR (excluded.event_ms = event_ms
              AND ifnull(excluded.expires_at, 9e15) < ifnull(expires_at, 9e15))
        """, arguments: [user, name, time, end])
  }

  /// Moves all that a user has to another.
  static func transfer(_ database: Database, from: String, to: String, at time: Int) throws {
    // What is over by then is nobody's to give.
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT name, expires_at FROM entitlements
        WHERE user_id = ? AND event_ms <= ? AND (expires_at IS NULL OR expires_at > ?)
        """, arguments: [from, time, time])
    for row in rows {
      let name: String = row["name"]
      let end: Int? = row["expires_at"]
      // What the other has for longer stays theirs.
      let isLonger = try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM entitlements
            WHERE user_id = ? AND name = ? AND ifnull(expires_at, 9e15) >= ifnull(?, 9e15))
          """, arguments: [to, name, end])
      if isLonger != true { try set(database, name, of: to, until: end, at: time) }
      try set(database, name, of: from, until: 0, at: time)
    }
  }

  /// Lets a user have what another has: of each name what lasts longer.
  static func merge(_ database: Database, from: String, into: String) throws {
    try database.execute(
      sql: """
        INSERT INTO entitlements (user_id, name, event_ms, expires_at)
        SELECT ?, name, event_ms, expires_at FROM entitlements WHERE user_id = ?
        ON CONFLICT (user_id, name) DO UPDATE
          SET event_ms = excluded.event_ms, expires_at = excluded.expires_at
          -- With its own time, so that what the shop says of it later still counts.
          WHERE ifnull(excluded.expires_at, 9e15) > ifnull(expires_at, 9e15)
        """, arguments: [into, from])
  }
}
