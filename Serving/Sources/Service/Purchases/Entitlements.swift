import GRDB

/// What users have bought.
package enum Entitlements {
  /// The names that the apps know; others are the products of packs.
  static let flags = ["remove_ads", "unlock_all", "unlimited_hints", "pro_bundle"]

  /// The names that a user has now: by any product that stands for them.
  static func names(_ database: Database, of user: String, at now: Int) throws -> Set<String> {
    try String.fetchSet(
      database,
      sql: """
        SELECT name FROM entitlements WHERE user_id = ? AND (expires_at IS NULL OR expires_at > ?)
        """, arguments: [user, now])
  }
}
