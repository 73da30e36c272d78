import GRDB

/// Works out what holders have, from all that events have said of them.
///
/// Events come late, twice and in any order; they are followed in the order of their own times,
/// anew whenever one comes. So the order in which they arrive makes no difference.
struct PurchaseLedger {
  /// What is had: a name, by a product that stands for it.
  private struct Item: Hashable {
    let name: String
    /// Empty where an event named none: then it stands by itself, and its end is that of the name
    /// as a whole.
    let product: String
  }

  /// Since when by the shop's clock, and until when; `nil` for ever.
  private struct Term {
    let time: Int
    let end: Int?

    func isOver(at moment: Int) -> Bool { end.map { $0 <= moment } ?? false }
    func isShorter(than other: Term) -> Bool {
      guard let end else { return false }
      return other.end.map { end < $0 } ?? true
    }
  }

  /// Something that an event has said.
  private struct Entry {
    enum Deed {
      case holds(Item, by: String, until: Int?)
      case gives(from: String, to: String)
    }
    let deed: Deed
    let time: Int
    let event: String

    /// Of two at once: what is had before what is given away, and what ends sooner last.
    ///
    /// `~` turns the order of all numbers round; `-` has none for the least.
    var order: (Int, Int, Int, String) {
      switch deed {
      case .holds(_, _, let end): (time, 0, ~(end ?? .max), event)
      case .gives: (time, 1, 0, event)
      }
    }
  }

  private let users: Set<String>
  private var terms: [String: [Item: Term]] = [:]

  /// Works out anew what a holder has, and all to whom or from whom something went.
  static func settle(_ database: Database, _ holder: String) throws {
    let holders = try circle(database, of: holder)
    var ledger = PurchaseLedger(
      users: Set(try holders.filter { try Accounts.exists(database, $0) }))
    let entries = try entries(database, of: holders)
    for entry in entries.sorted(by: { $0.order < $1.order }) { ledger.follow(entry) }
    for user in ledger.users {
      try database.execute(sql: "DELETE FROM entitlements WHERE user_id = ?", arguments: [user])
      for (item, term) in ledger.terms[user] ?? [:] {
        try database.execute(
          sql: """
            INSERT INTO entitlements (user_id, name, product, event_ms, expires_at)
            VALUES (?, ?, ?, ?, ?)
            """, arguments: [user, item.name, item.product, term.time, term.end])
      }
    }
  }

  private init(users: Set<String>) { self.users = users }

  /// All holders who have given to, or taken from, one another.
  private static func circle(_ database: Database, of holder: String) throws -> Set<String> {
    var (found, waiting): (Set<String>, [String]) = ([holder], [holder])
    while let next = waiting.popLast() {
      let others = try String.fetchAll(
        database,
        sql: """
          SELECT taker FROM transfers WHERE giver = ?
          UNION SELECT giver FROM transfers WHERE taker = ?
          """, arguments: [next, next])
      for other in others where !other.isEmpty && found.insert(other).inserted {
        waiting.append(other)
      }
    }
    return found
  }

  private static func entries(_ database: Database, of holders: Set<String>) throws -> [Entry] {
    var entries: [Entry] = []
    for holder in holders {
      entries += try Row.fetchAll(
        database, sql: "SELECT * FROM purchase_facts WHERE holder = ?", arguments: [holder]
      ).map { row in
        Entry(
          deed: .holds(
            Item(name: row["name"], product: row["product"]), by: holder, until: row["expires_at"]),
          time: row["time_ms"], event: row["event_id"])
      }
      entries += try Row.fetchAll(
        database, sql: "SELECT * FROM transfers WHERE giver = ?", arguments: [holder]
      ).map { row in
        Entry(
          deed: .gives(from: holder, to: row["taker"]), time: row["time_ms"],
          event: row["event_id"])
      }
    }
    return entries
  }

  private mutating func follow(_ entry: Entry) {
    switch entry.deed {
    case .holds(let item, let holder, let end):
      let term = Term(time: entry.time, end: end)
      var known = terms[holder] ?? [:]
      // The end of a name as a whole is the end of each product.
      if item.product.isEmpty, term.isOver(at: entry.time) {
        for other in known.keys where other.name == item.name { known[other] = term }
      }
      known[item] = term
      terms[holder] = known
    case .gives(let giver, let taker):
      // Whoever is unknown gets nothing, and the giver keeps it; an account that is gone took it
      // along.
      guard giver != taker, users.contains(taker) || taker.isEmpty else { return }
      // What is over by then is nobody's to give.
      for (item, term) in terms[giver] ?? [:] where !term.isOver(at: entry.time) {
        terms[giver]?[item] = Term(time: entry.time, end: 0)
        if taker.isEmpty { continue }
        // What the other has for longer stays theirs.
        let known = terms[taker]?[item]
        if known?.isShorter(than: term) ?? true {
          terms[taker, default: [:]][item] = Term(time: entry.time, end: term.end)
        }
      }
    }
  }

  // MARK: - Accounts that go

  /// Forgets all that is noted of an account that is about to go.
  ///
  /// What it has given away stays where it is.
  static func forget(_ database: Database, _ user: String) throws {
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO purchase_facts (holder, event_id, name, product, time_ms, expires_at)
        SELECT user_id, 'kept-' || product || '-' || ?, name, product, event_ms, expires_at
        FROM entitlements WHERE user_id IN (SELECT taker FROM transfers WHERE giver = ?)
        """, arguments: [Accounts.randomID(), user])
    for sql in [
      "DELETE FROM purchase_facts WHERE holder = ?", "DELETE FROM transfers WHERE giver = ?",
      "UPDATE transfers SET taker = '' WHERE taker = ?", "DELETE FROM shop_names WHERE holder = ?",
    ] {
      try database.execute(sql: sql, arguments: [user])
    }
  }

  /// For how long something is kept of somebody whom nobody knows, in milliseconds: a year.
  private static let patience = 365 * 86_400_000

  /// Forgets what nobody has come for, and events of which nothing else is kept.
  static func forgetStrangers(_ database: Database, at now: Int) throws {
    let users = "(SELECT id FROM users)"
    let isOld = "event_id IN (SELECT id FROM events WHERE received_at < :then)"
    for sql in [
      // What a user was given rests on what the giver had.
      """
      DELETE FROM purchase_facts WHERE \(isOld) AND holder NOT IN \(users)
        AND holder NOT IN (SELECT giver FROM transfers WHERE taker IN \(users))
      """,
      // What a user gave to an account that is gone does not come back.
      """
      DELETE FROM transfers WHERE \(isOld) AND taker NOT IN \(users)
        AND (taker != '' OR giver NOT IN \(users))
        AND giver NOT IN (SELECT giver FROM transfers WHERE taker IN \(users))
      """,
      """
      DELETE FROM shop_names WHERE noted_at < :then AND holder NOT IN \(users)
        AND holder NOT IN (SELECT holder FROM purchase_facts)
        AND holder NOT IN (SELECT giver FROM transfers)
        AND holder NOT IN (SELECT taker FROM transfers)
      """,
      """
      DELETE FROM events WHERE received_at < :then
        AND id NOT IN (SELECT event_id FROM purchase_facts)
        AND id NOT IN (SELECT event_id FROM transfers)
      """,
    ] {
      try database.execute(sql: sql, arguments: ["then": now - patience])
    }
  }
}
