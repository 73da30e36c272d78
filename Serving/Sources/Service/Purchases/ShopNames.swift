import GRDB

/// Whom a shop means: it has names of its own for people before they have an account here, and goes
/// on using those of accounts that went into others.
///
/// What is noted stays by the name that the shop has said. Who is one is noted beside it, with the
/// time at which the shop first said so: see `PurchaseLedger`.
enum ShopNames {
  /// Notes that an event has several names for one customer: of two accounts among them, the first
  /// is the customer's.
  static func note(_ database: Database, _ names: [String], at time: Int, now: Int) throws {
    guard let first = names.first else { return }
    for (place, other) in names.enumerated() where other != first {
      try database.execute(
        sql: """
          INSERT INTO shop_names (name, other, time_ms, place, noted_at) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (name, other) DO UPDATE SET
            place = CASE
              WHEN excluded.time_ms < time_ms THEN excluded.place
              WHEN excluded.time_ms = time_ms THEN min(place, excluded.place)
              ELSE place END,
            time_ms = min(time_ms, excluded.time_ms), noted_at = excluded.noted_at
          """, arguments: [min(first, other), max(first, other), time, place, now])
    }
  }

  /// Lets a user have what all the customers have that were another's.
  ///
  /// They stay customers of their own: what one of them has given away before, or gives when the
  /// shop calls it by its old name, is nothing of what the other has bought.
  static func join(_ database: Database, _ former: String, to user: String) throws {
    try database.execute(
      sql: "UPDATE former_users SET user_id = ? WHERE user_id = ?", arguments: [user, former])
    try database.execute(
      sql: "INSERT INTO former_users (id, user_id) VALUES (?, ?)", arguments: [former, user])
  }
}
