import GRDB

/// What users have bought.
package enum Entitlements {
  /// The names that the apps know; others are the products of packs.
  static let flags = ["remove_ads", "unlock_all", "unlimited_hints", "pro_bundle"]

  /// How long something lasts beyond the end that a purchase has told, in milliseconds: three
  /// hours.
  ///
  /// A renewal is told at the end of the time before, and tried again for 155 minutes where it does
  /// not arrive; that something is really over, the shop says.
  static let leeway = 3 * 3_600_000

  /// The names that a user has now: by any product that stands for them.
  ///
  /// What was taken back ends at or before the event that says so, and at once.
  static func names(_ database: Database, of user: String, at now: Int) throws -> Set<String> {
    try String.fetchSet(
      database,
      sql: """
        SELECT name FROM entitlements WHERE user_id = ?
          AND (expires_at IS NULL OR expires_at > event_ms AND expires_at > ?)
        """, arguments: [user, now - leeway])
  }
}
