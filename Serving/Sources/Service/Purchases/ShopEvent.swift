import GRDB

/// What RevenueCat tells: somebody has bought something, or does not have it any more.
///
/// Of its event types, those that open or close something are followed; the others are noted, and
/// change nothing.
struct ShopEvent: Decodable, Sendable {
  let id: String
  let type: String
  let appUserID: String?
  let originalAppUserID: String?
  let aliases: [String]?
  let entitlementIDs: [String]?
  let productID: String?
  let time: Int
  let expiration: Int?
  let graceEnd: Int?
  let environment: String?
  let cancelReason: String?
  let transferredFrom: [String]?
  let transferredTo: [String]?

  enum CodingKeys: String, CodingKey {
    case id, type, aliases, environment
    case appUserID = "app_user_id"
    case originalAppUserID = "original_app_user_id"
    case entitlementIDs = "entitlement_ids"
    case productID = "product_id"
    case time = "event_timestamp_ms"
    case expiration = "expiration_at_ms"
    case graceEnd = "grace_period_expiration_at_ms"
    case cancelReason = "cancel_reason"
    case transferredFrom = "transferred_from"
    case transferredTo = "transferred_to"
  }

  struct Envelope: Decodable {
    let event: ShopEvent
  }

  /// The times that it can be of: what JSON's numbers say exactly everywhere.
  private static let times = 0...1 << 53

  /// Whether its times are any, it has a name of its own, and all names end where they end: SQLite
  /// ends a text at a NUL, and would take one name for another.
  var isWhole: Bool {
    !id.isEmpty && ShopEvent.times.contains(time)
      && [expiration, graceEnd].allSatisfy { $0.map(ShopEvent.times.contains) ?? true }
      && !kept.contains { $0.utf8.contains(0) }
  }

  /// The texts that are looked up in the database, or kept there.
  private var kept: [String] {
    [id, appUserID, originalAppUserID, productID].compactMap(\.self)
      + [aliases, entitlementIDs, transferredFrom, transferredTo].flatMap { $0 ?? [] }
  }

  /// Names that are some: an empty one is nobody's.
  private static func names(_ names: [String]?) -> [String] { (names ?? []).filter { !$0.isEmpty } }

  /// What becomes of an entitlement.
  private enum Effect {
    /// It is there until a time, or for ever.
    case lasts(until: Int?)
    /// It is over.
    case ends
    case transfers
    case none
  }

  private var effect: Effect {
    switch type {
    case "INITIAL_PURCHASE", "RENEWAL", "NON_RENEWING_PURCHASE", "UNCANCELLATION", "PRODUCT_CHANGE",
      "SUBSCRIPTION_EXTENDED", "TEMPORARY_ENTITLEMENT_GRANT", "REFUND_REVERSED":
      .lasts(until: expiration)
    // A card has failed, and the shop waits for another one.
    case "BILLING_ISSUE": graceEnd.map { .lasts(until: $0) } ?? .none
    case "EXPIRATION": .ends
    // Whoever cancels keeps what is paid for; a refund takes it back.
    case "CANCELLATION": cancelReason == "CUSTOMER_SUPPORT" ? .ends : .none
    case "TRANSFER": .transfers
    default: .none
    }
  }

  /// What an event came to.
  enum Outcome: String, Sendable {
    case done
    case known
    /// It is about somebody whom nobody knows yet.
    case parked
    case ignored
  }

  /// Notes an event and does what it says, both or neither.
  func apply(_ database: Database, acceptsSandbox: Bool, at now: Int) throws -> Outcome {
    let last = try Int.fetchOne(database, sql: "SELECT max(received_at) FROM events") ?? 0
    try database.execute(
      sql: "INSERT OR IGNORE INTO events (id, received_at) VALUES (?, ?)", arguments: [id, now])
    guard database.changesCount == 1 else { return .known }
    if environment == "SANDBOX" && !acceptsSandbox { return .ignored }
    // All that was ever bought is looked through: with the first event of a day, not with each.
    if last / ShopEvent.day < now / ShopEvent.day {
      try PurchaseLedger.forgetStrangers(database, at: now)
    }
    return try follow(database, at: now)
  }

  /// In milliseconds.
  private static let day = 86_400_000

  /// Does what the event says; of its body nothing else is kept.
  @discardableResult
  func follow(_ database: Database, at now: Int) throws -> Outcome {
    if case .transfers = effect { return try transfer(database, at: now) }
    // Names are learnt from events of every kind.
    let names = ShopEvent.names(
      [appUserID, originalAppUserID].compactMap(\.self) + (aliases ?? []))
    guard let holder = names.first else { return .ignored }
    try ShopNames.note(database, names, at: time, now: now)
    let end: Int?
    switch effect {
    case .lasts(let until): end = until
    case .ends: end = min(time, expiration ?? time)
    case .none, .transfers:
      try PurchaseLedger.settle(database, holder)
      return .ignored
    }
    for name in Set(entitlementIDs ?? []) {
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO purchase_facts
            (holder, event_id, name, product, time_ms, expires_at)
          VALUES (?, ?, ?, ?, ?, ?)
          """, arguments: [holder, id, name, productID ?? "", time, end])
    }
    return try PurchaseLedger.settle(database, holder) == nil ? .parked : .done
  }

  /// What some had goes to another; to somebody whom nobody knows yet only when they are known.
  private func transfer(_ database: Database, at now: Int) throws -> Outcome {
    // Several takers are one, by several names.
    let takers = ShopEvent.names(transferredTo)
    guard let taker = takers.first else { return .ignored }
    try ShopNames.note(database, takers, at: time, now: now)
    for giver in ShopEvent.names(transferredFrom) where giver != taker {
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO transfers (event_id, giver, taker, time_ms) VALUES (?, ?, ?, ?)
          """, arguments: [id, giver, taker, time])
    }
    return try PurchaseLedger.settle(database, taker) == nil ? .parked : .done
  }
}
