import JSONText
import PlayerState

/// What the service says to `GET /sync` and `POST /sync`.
struct SyncAnswer: Sendable {
  /// Rows by their ids: those since the cursor, or those that became something else than was sent.
  var rows: [String: PuzzleProgress] = [:]
  var settings = PlayerSettings()
  var packs: [String: Int] = [:]
  var purchases: Purchases?
  /// Ids that were refused, with a word for the reason.
  var rejected: [String: String] = [:]
  /// When the service first heard that places were completed, by their ids.
  var receivedAt: [String: Int] = [:]
  var serverTime: Int
  /// The number of the player's last change, and the sign of the database that has given it.
  var numbering: ProgressBook.Numbering

  /// Reads an answer; one row that cannot be read spoils no other.
  init(_ value: JSONValue) throws(ServiceFault) {
    guard case .integer(let time)? = value["serverTime"], time > 0, SyncTime.range.contains(time),
      case .integer(let cursor)? = value["cursor"], SyncTime.range.contains(cursor)
    else { throw .malformed("no serverTime or cursor") }
    (serverTime, numbering) = (time, ProgressBook.Numbering(last: cursor))
    if case .string(let epoch)? = value["epoch"] { numbering.epoch = epoch }
    for member in (value["progress"] ?? value["current"])?.members ?? [] {
      rows[member.key] = try? PuzzleProgress(row: member.value)
      if case .integer(let time)? = member.value["received_at"], SyncTime.range.contains(time) {
        receivedAt[member.key] = time
      }
    }
    if let settings = value["settings"] {
      self.settings = (try? PlayerSettings(row: SyncAnswer.clocked(settings))) ?? PlayerSettings()
    }
    for member in value["packProgress"]?.members ?? [] {
      if case .integer(let slot) = member.value, slot >= 0 { packs[member.key] = slot }
    }
    if case .array(let names)? = value["purchases"]?["entitlements"] {
      purchases = Purchases(
        names.compactMap { if case .string(let name) = $0 { name } else { nil } })
    }
    for member in value["rejected"]?.members ?? [] {
      if case .string(let code) = member.value { rejected[member.key] = String(code.prefix(60)) }
    }
  }

  /// The settings that somebody has set.
  ///
  /// What the service says of the others is what they are by default, and must not count as a
  /// choice: their times are 0, and older services say none.
  private static func clocked(_ settings: JSONValue) -> JSONValue {
    let clocks = Set(settings["clocks"]?.members.map(\.key) ?? [])
    return .object(
      settings.members.filter { clocks.contains($0.key) || $0.key == "clocks" })
  }
}
