import Foundation
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
  let time: Int
  let expiration: Int?
  let environment: String?
  let cancelReason: String?
  let transferredFrom: [String]?
  let transferredTo: [String]?

  enum CodingKeys: String, CodingKey {
    case id, type, aliases, environment
    case appUserID = "app_user_id"
    case originalAppUserID = "original_app_user_id"
    case entitlementIDs = "entitlement_ids"
    case time = "event_timestamp_ms"
    case expiration = "expiration_at_ms"
    case cancelReason = "cancel_reason"
    case transferredFrom = "transferred_from"
    case transferredTo = "transferred_to"
  }

  struct Envelope: Decodable {
    let event: ShopEvent
  }

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
    case parked
    case ignored
  }

  /// Notes an event and does what it says, both or neither.
  ///
  /// Its body, as it came, is kept for a user that nobody knows yet.
  func apply(_ database: Database, body: Data, acceptsSandbox: Bool, at now: Int) throws -> Outcome
  {
    try database.execute(
      sql: "INSERT OR IGNORE INTO events (id, received_at) VALUES (?, ?)", arguments: [id, now])
    guard database.changesCount == 1 else { return .known }
    if environment == "SANDBOX" && !acceptsSandbox { return .ignored }
    return try follow(database, body: body)
  }

  /// Does what the event says.
  private func follow(_ database: Database, body: Data) throws -> Outcome {
    switch effect {
    case .none: return .ignored
    case .transfers:
      let from = try (transferredFrom ?? []).compactMap { try ShopEvent.user(database, $0) }
      guard
        let to = try (transferredTo ?? []).lazy.compactMap({ try ShopEvent.user(database, $0) })
          .first
      else { return try park(database, body: body, for: transferredTo?.first) }
      for user in from where user != to {
        try Entitlements.transfer(database, from: user, to: to, at: time)
      }
      return .done
    case .lasts, .ends:
      let names = [appUserID, originalAppUserID].compactMap(\.self) + (aliases ?? [])
      guard let user = try names.lazy.compactMap({ try ShopEvent.user(database, $0) }).first else {
        return try park(database, body: body, for: appUserID)
      }
      for name in entitlementIDs ?? [] {
        var end: Int?
        if case .lasts(let until) = effect {
          end = until
        } else {
          end = min(time, expiration ?? time)
        }
        try Entitlements.set(database, name, of: user, until: end, at: time)
      }
      return .done
    }
  }

  /// The account that a shop means, also where it has gone into another.
  private static func user(_ database: Database, _ name: String) throws -> String? {
    if try Accounts.exists(database, name) { return name }
    return try String.fetchOne(
      database, sql: "SELECT user_id FROM merged_users WHERE id = ?", arguments: [name])
  }

  private func park(_ database: Database, body: Data, for user: String?) throws -> Outcome {
    guard let user else { return .ignored }
    try database.execute(
      sql: "INSERT INTO parked_events (id, user_id, body) VALUES (?, ?, ?)",
      arguments: [id, user, body])
    return .parked
  }

  /// Follows the events that waited for a user, in the order of their own times.
  static func unpark(_ database: Database, for user: String) throws {
    let bodies = try Data.fetchAll(
      database, sql: "SELECT body FROM parked_events WHERE user_id = ?", arguments: [user])
    if bodies.isEmpty { return }
    try database.execute(sql: "DELETE FROM parked_events WHERE user_id = ?", arguments: [user])
    let events = try bodies.map { ($0, try JSONDecoder().decode(Envelope.self, from: $0).event) }
    for (body, event) in events.sorted(by: { ($0.1.time, $0.1.id) < ($1.1.time, $1.1.id) }) {
      _ = try event.follow(database, body: body)
    }
  }
}
