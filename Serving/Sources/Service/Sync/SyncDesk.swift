import AlmanacTree
import Foundation
import GRDB
import JSONText
import PlayerState

/// What a phone sends is merged, and what the server has is told.
struct SyncDesk: Sendable {
  let places: Places
  /// What tells the database from others.
  let epoch: String

  // MARK: - Pulling

  /// All rows of a user that changed after a change: the body of `GET /sync`, but for its time.
  func answer(
    _ database: Database, to user: String, since change: Int, _ release: PublishedRelease,
    at now: Int
  ) throws -> [String: JSONValue] {
    // A cursor of later than now is of another account, or of a database before this one.
    let isKnown = try change <= Rows.change(database, of: user)
    let rows = try Rows.progress(database, of: user, since: isKnown ? change : -1)
    var progress: [String: JSONValue] = [:]
    for (id, row) in rows {
      progress[id] = try fitted(row.progress, id, release).row(receivedAt: row.receivedAt)
    }
    return [
      "cursor": .integer(try Rows.change(database, of: user)), "epoch": .string(epoch),
      "settings": try settings(database, of: user, at: now),
      "purchases": try purchases(database, of: user, at: now), "progress": .byKey(progress),
      "packProgress": .object(
        try Rows.packs(database, of: user).map {
          JSONMember($0.id, SyncDesk.clamped($0.slot, to: release.pack($0.id)))
        }),
    ]
  }

  /// A slot that was unlocked, as far as its pack goes now; one that is not there has no end.
  private static func clamped(_ slot: Int, to pack: PublishedRelease.Pack?) -> Int {
    pack.map { min(slot, max(0, $0.count - 1)) } ?? slot
  }

  /// A row as its place stands now, so that no board is laid on another puzzle.
  func fitted(
    _ row: PuzzleProgress, _ id: String, _ release: PublishedRelease
  ) throws -> PuzzleProgress {
    guard let place = try places.place(id, in: release) else { return row }
    return row.fitted(to: place.fingerprint)
  }

  private func settings(_ database: Database, of user: String, at now: Int) throws -> JSONValue {
    let settings = try Rows.settings(database, of: user)
    var members: [String: JSONValue] = [:]
    var clocks: [String: Int] = [:]
    for field in PlayerSettings.Field.allCases {
      let value = settings.value(of: field)
      members[field.rawValue] =
        field == .theme ? .string(PlayerSettings.themes[value]) : .integer(value)
      // Also where nobody has set it: without a time of its own, what a phone sends back as it was
      // told would count as set when the latest of the others was.
      clocks[field.rawValue] = settings.entries[field]?.setAt ?? PlayerSettings.neverSet
    }
    members["updated_at"] = .integer(clocks.values.max() ?? 0)
    members["clocks"] = .byKey(clocks.mapValues { .integer($0) })
    let used = try Rows.hints(database, of: user, atMost: PlayerHints.free)
    members["hints_remaining"] = .integer(PlayerHints.free - used)
    let streaks = Streaks(of: try Rows.completions(database, of: user), at: now)
    for (name, run) in [
      ("daily", streaks.daily), ("weekly", streaks.weekly), ("monthly", streaks.monthly),
    ] {
      members["streak_\(name)"] = .integer(run.length)
      members["last_\(name)"] = run.last.map { .string($0) } ?? .null
    }
    return .byKey(members)
  }

  private func purchases(_ database: Database, of user: String, at now: Int) throws -> JSONValue {
    let names = try Entitlements.names(database, of: user, at: now)
    var members: [String: JSONValue] = [:]
    for flag in Entitlements.flags { members[flag] = .bool(names.contains(flag)) }
    members["entitlements"] = .array(names.sorted().map { .string($0) })
    return .byKey(members)
  }

  // MARK: - Pushing

  /// What a request came to: rows of which the server kept its own, and those that it refused.
  struct Outcome: Sendable {
    /// In the order of their ids, each with what stands now.
    var conflicts: [(id: String, row: Rows.Kept)] = []
    var rejected: [String: String] = [:]
    var change = 0
  }

  /// A row that may be merged, with the puzzle of its place.
  struct Checked: Sendable {
    let id: String
    let row: PuzzleProgress
  }

  /// Holds the rows of a request against the puzzles of their places; needs no database.
  ///
  /// Dates that have begun nowhere are nobody's yet.
  func check(
    _ request: SyncRequest, _ release: PublishedRelease, at now: Int
  ) throws -> (rows: [Checked], rejected: [String: String]) {
    var rows: [Checked] = []
    var rejected = request.unreadable.mapValues { _ in "malformed" }
    if request.hasUnreadableSettings { rejected["settings"] = "malformed" }
    for (id, row) in request.progress.sorted(by: { $0.key < $1.key }) {
      guard let place = try places.place(id, in: release), Horizon.has(id, at: now) else {
        rejected[id] = "unknown_puzzle"
        continue
      }
      do {
        let clamped = row.clamped(to: now + SyncTime.lead)
        rows.append(
          Checked(
            id: id,
            row: try clamped.checked(
              against: place.puzzle, place.fingerprint, canChange: place.canChange,
              earliest: Horizon.beginning(of: id))))
      } catch {
        rejected[id] = error.rawValue
      }
    }
    return (rows, rejected)
  }

  /// Merges what a phone has sent; within one transaction.
  func merge(
    _ database: Database, _ rows: [Checked], _ request: SyncRequest, of user: String,
    _ release: PublishedRelease, at now: Int
  ) throws -> Outcome {
    var outcome = Outcome()
    var change: Int?
    func number() throws -> Int {
      if let change { return change }
      let next = try Rows.nextChange(database, of: user, at: now)
      change = next
      return next
    }
    let all = try Rows.progress(database, of: user, at: rows.map(\.id))
    for checked in rows {
      let kept = all[checked.id]
      let known = try kept.map { try fitted($0.progress, checked.id, release) }
      var row = checked.row
      if row.play != nil {
        let sent = request.progress[checked.id]
        row.play = sent?.clamped(to: now + SyncTime.lead, following: known?.play).play
      }
      let merged = known?.merged(with: row) ?? row
      let receivedAt = kept?.receivedAt ?? (merged.completedAt == nil ? nil : now)
      // Also where a clock was ahead: the phone has to hear what its time became.
      if merged != request.progress[checked.id] {
        outcome.conflicts.append((checked.id, Rows.Kept(progress: merged, receivedAt: receivedAt)))
      }
      if merged == kept?.progress { continue }
      try Rows.keep(
        database, merged, of: user, checked.id, receivedAt: receivedAt, change: try number())
    }
    if !request.settings.entries.isEmpty {
      let known = try Rows.settings(database, of: user)
      let merged = known.merged(
        with: request.settings.clamped(to: now + SyncTime.lead, following: known))
      if merged != known {
        try Rows.keep(database, merged, of: user)
        _ = try number()
      }
    }
    for (pack, slot) in request.packProgress.sorted(by: { $0.key < $1.key }) {
      guard let published = release.pack(pack) else {
        outcome.rejected[pack] = "unknown_pack"
        continue
      }
      let unlocked = SyncDesk.clamped(slot, to: published)
      if try Rows.keep(database, unlocked: unlocked, in: pack, of: user, at: now) {
        _ = try number()
      }
    }
    outcome.change = try change ?? Rows.change(database, of: user)
    return outcome
  }
}

/// Which dates are anybody's yet.
enum Horizon {
  /// Whether the day, week or month of an id begins somewhere on Earth by tomorrow, so that phones
  /// can fetch it ahead: UTC+14 is the first.
  ///
  /// Slots of packs have no date.
  static func has(_ id: String, at now: Int) -> Bool {
    guard isDate(id) else { return true }
    return opening(of: id).map { $0 <= now } ?? false
  }

  /// Since when that is so, in milliseconds; `nil` for what is no day, week or month.
  static func opening(of id: String) -> Int? { beginning(of: id).map { $0 - 86_400_000 } }

  /// When a day, week or month begins for the first players on Earth, in milliseconds; `nil` for
  /// what is none.
  static func beginning(of id: String) -> Int? {
    let words = id.split(separator: ":")
    guard isDate(id), words.count == 2 else { return nil }
    return PublishedRelease.beginning(String(words[0]), String(words[1])).map { $0 * 1000 }
  }

  private static func isDate(_ id: String) -> Bool {
    PublishedRelease.cadences.contains { id.hasPrefix("\($0):") }
  }
}
