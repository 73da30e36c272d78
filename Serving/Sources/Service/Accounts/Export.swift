import GRDB

/// All that is kept of a player, table by table, but what opens something.
///
/// Hashes, digests of secrets and the ids of sessions stay in the database, and so does whom a
/// purchase came from or went to. Of a shop's names, those are a player's of which `PurchaseLedger`
/// says so. A table that a migration adds is added here, where it has rows of players: a test holds
/// an export against the tables that there are.
enum Export {
  private static let areTheirs = PurchaseLedger.isAmongNames

  /// What is read of each table for a `:user` and all `:names` that are theirs.
  private static let queries: KeyValuePairs = [
    "users": "SELECT * FROM users WHERE id = :user",
    "devices": "SELECT user_id FROM devices WHERE user_id = :user",
    "credentials": """
    SELECT user_id, rounds, block_size, updated_at FROM credentials WHERE user_id = :user
    """,
    "sessions": """
    SELECT user_id, created_at, expires_at FROM sessions WHERE user_id = :user
    ORDER BY created_at, expires_at
    """,
    "resets": "SELECT user_id, expires_at FROM resets WHERE user_id = :user ORDER BY expires_at",
    "puzzle_progress": "SELECT * FROM puzzle_progress WHERE user_id = :user ORDER BY puzzle_id",
    "user_settings": "SELECT * FROM user_settings WHERE user_id = :user ORDER BY name",
    "pack_progress": "SELECT * FROM pack_progress WHERE user_id = :user ORDER BY pack_id",
    "answers": """
    SELECT user_id, key, CAST(answer AS TEXT) AS answer, created_at FROM answers
    WHERE user_id = :user ORDER BY key
    """,
    "entitlements": "SELECT * FROM entitlements WHERE user_id = :user ORDER BY name, product",
    "purchase_facts": """
    SELECT * FROM purchase_facts WHERE holder \(areTheirs) ORDER BY event_id, name
    """,
    "transfers": """
    SELECT event_id, iif(giver \(areTheirs), giver, NULL) AS giver,
      iif(taker \(areTheirs), taker, NULL) AS taker, time_ms
    FROM transfers WHERE giver \(areTheirs) OR taker \(areTheirs)
    ORDER BY event_id, transfers.giver
    """,
    "shop_names": """
    SELECT * FROM shop_names WHERE name \(areTheirs) AND other \(areTheirs) ORDER BY name, other
    """,
    "former_users": "SELECT * FROM former_users WHERE user_id = :user ORDER BY id",
    "events": """
    SELECT * FROM events WHERE id IN (
      SELECT event_id FROM purchase_facts WHERE holder \(areTheirs)
      UNION SELECT event_id FROM transfers WHERE giver \(areTheirs) OR taker \(areTheirs))
    ORDER BY id
    """,
  ]

  /// The rows of a player, by their tables.
  static func rows(_ database: Database, of user: String) throws -> [(table: String, rows: [Row])] {
    let names = try PurchaseLedger.names(database, of: user)
    let arguments = PurchaseLedger.arguments(of: names) + ["user": user]
    return try queries.map { table, query in
      (table, try Row.fetchAll(database, sql: query, arguments: arguments))
    }
  }
}
