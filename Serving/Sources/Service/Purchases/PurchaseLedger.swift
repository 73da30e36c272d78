import GRDB
import JSONText

/// Works out what users have, from all that events have said.
///
/// Events come late, twice and in any order; they are followed in the order of their own times,
/// anew whenever one comes. So the order in which they arrive makes no difference.
///
/// Followed are the customers of the shop, each by a name or by several that are one from some time
/// on. Users are looked for only at the end: a user has what all customers have that are theirs,
/// and what one of those gives away is nothing of the others'.
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
    /// Whether what was said later stands; of two at once, what ends sooner.
    func isOlder(than other: Term) -> Bool {
      time == other.time ? other.isShorter(than: self) : time < other.time
    }
  }

  /// Something that an event has said.
  private struct Entry {
    enum Deed {
      /// Two names are one customer's from now on; how far apart they stood where that was said.
      case joins(String, String, place: Int)
      case holds(Item, by: String, until: Int?)
      case gives(from: String, to: String)
    }
    let deed: Deed
    let time: Int
    /// Empty for names: what was said of them first counts, whichever event it was.
    let event: String

    /// Of several at once: who is one, then what is had, then what is given away; of what is had,
    /// what ends sooner last.
    ///
    /// `~` turns the order of all numbers round; `-` has none for the least.
    var order: (Int, Int, Int, String, String) {
      switch deed {
      case .joins(let name, let other, let place): (time, 0, place, name, other)
      case .holds(_, _, let end): (time, 1, ~(end ?? .max), event, "")
      case .gives(let giver, _): (time, 2, 0, event, giver)
      }
    }
  }

  /// All names that have to do with one another.
  private let names: Set<String>
  private let users: Set<String>
  /// Accounts that are no more, each with the user whom it went into; those of an account that was
  /// taken away, with an id that is nobody's.
  private let former: [String: String]
  /// Of names that are not their customers' first, one that is nearer to that.
  private var firsts: [String: String] = [:]
  private var terms: [String: [Item: Term]] = [:]

  /// Works out anew what all users have who have to do with a name.
  ///
  /// - Returns: The user whose the name is.
  @discardableResult
  static func settle(_ database: Database, _ name: String) throws -> String? {
    let ledger = try PurchaseLedger(database, around: name)
    for user in ledger.users {
      try database.execute(sql: "DELETE FROM entitlements WHERE user_id = ?", arguments: [user])
      for (item, term) in ledger.items(of: user) {
        try database.execute(
          sql: """
            INSERT INTO entitlements (user_id, name, product, event_ms, expires_at)
            VALUES (?, ?, ?, ?, ?)
            """, arguments: [user, item.name, item.product, term.time, term.end])
      }
    }
    return ledger.owner(of: name).flatMap { ledger.users.contains($0) ? $0 : nil }
  }

  /// All names that are a user's: the user's own, those of accounts that went into it, and those
  /// that the shop has for either.
  static func names(_ database: Database, of user: String) throws -> [String] {
    let ledger = try PurchaseLedger(database, around: user)
    return ledger.names.filter { ledger.owner(of: $0) == user }.sorted()
  }

  /// Follows a column of names in SQL: whether they are among the `:names` of `arguments(of:)`.
  static let isAmongNames = "IN (SELECT value FROM json_each(:names))"

  /// Some names, as `isAmongNames` asks for them.
  static func arguments(of names: [String]) -> StatementArguments {
    ["names": JSONValue.array(names.map { .string($0) }).line]
  }

  private init(_ database: Database, around name: String) throws {
    let names = try PurchaseLedger.circle(database, of: name)
    var former: [String: String] = [:]
    for name in names {
      former[name] = try String.fetchOne(
        database.cachedStatement(sql: "SELECT user_id FROM former_users WHERE id = ?"),
        arguments: [name])
    }
    (self.names, self.former) = (names, former)
    users = try names.filter { try Accounts.exists(database, $0) }
    let entries = try PurchaseLedger.entries(database, of: names)
      .sorted { $0.order < $1.order }.compactMap { byCustomers($0) }
    for entry in arriving(entries) { follow(entry) }
  }

  /// All names that are one customer's or one user's, or have given to one another.
  private static func circle(_ database: Database, of name: String) throws -> Set<String> {
    var (found, waiting): (Set<String>, [String]) = ([name], [name])
    while let next = waiting.popLast() {
      let others = try String.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT taker FROM transfers WHERE giver = :name
            UNION SELECT giver FROM transfers WHERE taker = :name
            UNION SELECT other FROM shop_names WHERE name = :name
            UNION SELECT name FROM shop_names WHERE other = :name
            UNION SELECT user_id FROM former_users WHERE id = :name
            UNION SELECT id FROM former_users WHERE user_id = :name
            """), arguments: ["name": next])
      for other in others where !other.isEmpty && found.insert(other).inserted {
        waiting.append(other)
      }
    }
    return found
  }

  private static func entries(_ database: Database, of names: Set<String>) throws -> [Entry] {
    var entries: [Entry] = []
    for name in names {
      entries += try Row.fetchAll(
        database.cachedStatement(sql: "SELECT * FROM shop_names WHERE name = ?"),
        arguments: [name]
      ).map { row in
        Entry(
          deed: .joins(name, row["other"], place: row["place"]), time: row["time_ms"], event: "")
      }
      entries += try Row.fetchAll(
        database.cachedStatement(sql: "SELECT * FROM purchase_facts WHERE holder = ?"),
        arguments: [name]
      ).map { row in
        Entry(
          deed: .holds(
            Item(name: row["name"], product: row["product"]), by: name, until: row["expires_at"]),
          time: row["time_ms"], event: row["event_id"])
      }
      entries += try Row.fetchAll(
        database.cachedStatement(sql: "SELECT * FROM transfers WHERE giver = ?"),
        arguments: [name]
      ).map { row in
        Entry(
          deed: .gives(from: name, to: row["taker"]), time: row["time_ms"],
          event: row["event_id"])
      }
    }
    return entries
  }

  // MARK: - Whose

  /// The user whose a customer is, or the id that stands for one who is gone.
  private func account(of customer: String) -> String? {
    former[customer] ?? (users.contains(customer) ? customer : nil)
  }

  private func customer(_ name: String) -> String {
    var customer = name
    while let nearer = firsts[customer] { customer = nearer }
    return customer
  }

  private func owner(of name: String) -> String? { account(of: customer(name)) }

  /// What an entry says of customers, by their first names at that time; the entries before it have
  /// to be asked for first.
  ///
  /// An account is the first name of its customer.
  ///
  /// - Returns: `nil` where it says nothing.
  private mutating func byCustomers(_ entry: Entry) -> Entry? {
    let deed: Entry.Deed
    switch entry.deed {
    case .joins(let name, let other, let place):
      var (later, first) = (customer(name), customer(other))
      if later == first { return nil }
      if let one = account(of: later) {
        // Two accounts stay two, whatever a shop thinks.
        if let another = account(of: first), another != one { return nil }
        swap(&later, &first)
      }
      firsts[later] = first
      deed = .joins(later, first, place: place)
    case .holds(let item, let name, let end):
      deed = .holds(item, by: customer(name), until: end)
    case .gives(let giver, let taker):
      let (from, to) = (customer(giver), customer(taker))
      if from == to { return nil }
      deed = .gives(from: from, to: to)
    }
    return Entry(deed: deed, time: entry.time, event: entry.event)
  }

  /// Leaves out what is given to somebody unknown, and goes on to nobody known: the giver keeps it.
  ///
  /// An account that is gone is known, and took it along.
  private func arriving(_ entries: [Entry]) -> [Entry] {
    var known = users.union(former.keys).union([""])
    var arriving: [Entry] = []
    for entry in entries.reversed() {
      switch entry.deed {
      case .gives(_, let taker) where !known.contains(taker): continue
      case .gives(let giver, let taker), .joins(let giver, let taker, _):
        if known.contains(taker) { known.insert(giver) }
      case .holds: break
      }
      arriving.append(entry)
    }
    return arriving.reversed()
  }

  /// What a user has, as any customer who is theirs; of what several have, what lasts longest.
  private func items(of user: String) -> [Item: Term] {
    terms.filter { account(of: $0.key) == user }.values.reduce(into: [:]) { items, terms in
      items.merge(terms) { one, other in
        (one.end ?? .max, one.time) < (other.end ?? .max, other.time) ? other : one
      }
    }
  }

  // MARK: - What

  private mutating func follow(_ entry: Entry) {
    switch entry.deed {
    case .joins(let later, let first, _):
      terms[first, default: [:]].merge(terms.removeValue(forKey: later) ?? [:]) {
        $0.isOlder(than: $1) ? $1 : $0
      }
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
      // What is over by then is nobody's to give.
      for (item, term) in terms[giver] ?? [:] where !term.isOver(at: entry.time) {
        terms[giver]?[item] = nil
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
  /// What it has given away stays where it is. That rests on what the account had until then, and
  /// on whom it had it from: so much is kept, by names that nobody has ever had.
  static func forget(_ database: Database, _ user: String) throws {
    let names = try names(database, of: user)
    let (areTheirs, arguments) = (isAmongNames, arguments(of: names))
    let gifts = """
      SELECT time_ms FROM transfers
      WHERE giver \(areTheirs) AND NOT taker \(areTheirs) AND taker != ''
      """
    try database.execute(
      sql: """
        DELETE FROM purchase_facts WHERE holder \(areTheirs)
          AND NOT EXISTS (\(gifts) AND transfers.time_ms >= purchase_facts.time_ms)
        """, arguments: arguments)
    if try Int.fetchOne(database, sql: gifts, arguments: arguments) != nil {
      let account = Accounts.randomID()
      for name in names { try rename(database, name, to: Accounts.randomID(), of: account) }
    } else {
      for sql in [
        "DELETE FROM shop_names WHERE name \(areTheirs) OR other \(areTheirs)",
        "DELETE FROM transfers WHERE giver \(areTheirs)",
        "UPDATE transfers SET taker = '' WHERE taker \(areTheirs)",
      ] {
        try database.execute(sql: sql, arguments: arguments)
      }
    }
    try database.execute(sql: "DELETE FROM former_users WHERE user_id = ?", arguments: [user])
  }

  private static func rename(
    _ database: Database, _ name: String, to new: String, of account: String
  ) throws {
    for (table, column) in [
      ("purchase_facts", "holder"), ("transfers", "giver"), ("transfers", "taker"),
      ("shop_names", "name"), ("shop_names", "other"),
    ] {
      try database.execute(
        sql: "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?", arguments: [new, name])
    }
    try database.execute(
      sql: "INSERT INTO former_users (id, user_id) VALUES (?, ?)", arguments: [new, account])
  }

  /// For how long something is kept of somebody whom nobody knows, in milliseconds: a year.
  private static let patience = 365 * 86_400_000

  /// Forgets what nobody has come for, and events of which nothing else is kept.
  static func forgetStrangers(_ database: Database, at now: Int) throws {
    // What a user has rests on what was had by all whom it came from.
    let ours = """
      WITH RECURSIVE ours (name) AS (
        SELECT id FROM users WHERE id IN (
          SELECT holder FROM purchase_facts UNION SELECT giver FROM transfers
          UNION SELECT taker FROM transfers
          UNION SELECT name FROM shop_names UNION SELECT other FROM shop_names)
        UNION SELECT id FROM former_users WHERE user_id IN (SELECT id FROM users)
        UNION SELECT giver FROM transfers JOIN ours ON taker = ours.name
        UNION SELECT other FROM shop_names JOIN ours USING (name)
        UNION SELECT shop_names.name FROM shop_names JOIN ours ON other = ours.name)
      """
    let isOld = """
      NOT EXISTS (SELECT 1 FROM events WHERE id = event_id AND received_at >= :then)
      """
    let mentioned = """
      SELECT holder FROM purchase_facts UNION SELECT giver FROM transfers
      UNION SELECT taker FROM transfers
      """
    for sql in [
      "\(ours) DELETE FROM purchase_facts WHERE holder NOT IN ours AND \(isOld)",
      // What a user gave to an account that is gone does not come back.
      """
      \(ours) DELETE FROM transfers WHERE taker NOT IN ours AND \(isOld)
        AND NOT (giver IN ours AND (taker = '' OR taker IN (SELECT id FROM former_users)))
      """,
      """
      WITH RECURSIVE kept (name) AS (
        SELECT id FROM users WHERE id IN (
          SELECT name FROM shop_names UNION SELECT other FROM shop_names)
        UNION SELECT id FROM former_users WHERE user_id IN (SELECT id FROM users)
        UNION \(mentioned)
        UNION SELECT other FROM shop_names JOIN kept USING (name)
        UNION SELECT shop_names.name FROM shop_names JOIN kept ON other = kept.name)
      DELETE FROM shop_names WHERE noted_at < :then AND name NOT IN kept
      """,
      """
      DELETE FROM former_users WHERE user_id NOT IN (SELECT id FROM users)
        AND id NOT IN (\(mentioned))
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
