import GRDB

/// Whom a shop means: it has names of its own for people before they have an account here, and goes
/// on using those of accounts that went into others.
///
/// A holder is a user, or the first name of somebody whom nobody knows yet; what is noted of the
/// latter goes to a user as soon as an event names both.
enum ShopNames {
  /// The holder that an event means by its names, which from now on are all of that one.
  static func holder(
    _ database: Database, named names: [String], at now: Int
  ) throws -> String? {
    let holders = try names.map { try ShopNames.holder(database, named: $0) }
    guard let first = holders.first else { return nil }
    let known = try holders.first { try Accounts.exists(database, $0) }
    let holder = known ?? first
    for (name, former) in zip(names, holders) where former != holder {
      // Two accounts stay two, whatever a shop thinks.
      if try Accounts.exists(database, former) { continue }
      try join(database, former, to: holder, at: now)
      try note(database, name, as: holder, at: now)
    }
    return holder
  }

  /// The holder that one name stands for.
  static func holder(_ database: Database, named name: String) throws -> String {
    if try Accounts.exists(database, name) { return name }
    return try String.fetchOne(
      database, sql: "SELECT holder FROM shop_names WHERE name = ?", arguments: [name]) ?? name
  }

  /// Lets a holder have all that is noted of another.
  static func join(
    _ database: Database, _ former: String, to holder: String, at now: Int
  ) throws {
    for (table, column) in [
      ("purchase_facts", "holder"), ("shop_names", "holder"), ("transfers", "giver"),
      ("transfers", "taker"),
    ] {
      try database.execute(
        sql: "UPDATE OR REPLACE \(table) SET \(column) = ? WHERE \(column) = ?",
        arguments: [holder, former])
    }
    try note(database, former, as: holder, at: now)
  }

  private static func note(
    _ database: Database, _ name: String, as holder: String, at now: Int
  ) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO shop_names (name, holder, noted_at) VALUES (?, ?, ?)",
      arguments: [name, holder, now])
  }
}
