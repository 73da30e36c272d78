import Foundation
import GRDB
import JSONText
import PlayerState
import StarBattle

/// A player's rows in the database.
enum Rows {
  /// A row with what the server alone knows of it.
  struct Kept: Sendable {
    let progress: PuzzleProgress
    /// When the server first heard that it was completed.
    let receivedAt: Int?
  }

  /// What `kept` reads, in its order: a column is found by its number at once, by its name late.
  private static let columns = """
    puzzle, cells, time_ms, completed, completed_at, hints_used, updated_at, received_at
    """

  private static func kept(_ row: Row) -> Kept {
    var play: PuzzleProgress.Play?
    if let text = row[0] as String?, let puzzle = PuzzleFingerprint(text),
      let cells = (row[1] as String?).flatMap(PuzzleProgress.cells)
    {
      play = PuzzleProgress.Play(
        puzzle: puzzle, cells: cells, milliseconds: row[2], isSolved: (row[3] as Int) == 1,
        updatedAt: row[6])
    }
    return Kept(
      progress: PuzzleProgress(play: play, completedAt: row[4], hintsUsed: row[5]),
      receivedAt: row[7])
  }

  static func progress(_ database: Database, of user: String, _ id: String) throws -> Kept? {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: "SELECT \(columns) FROM puzzle_progress WHERE user_id = ? AND puzzle_id = ?"),
      arguments: [user, id])
    return try rows.next().map(kept)
  }

  /// The rows of places, as far as there are any: one look for all that a phone sends.
  static func progress(
    _ database: Database, of user: String, at ids: [String]
  ) throws -> [String: Kept] {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT \(columns), puzzle_id FROM puzzle_progress
          WHERE user_id = ? AND puzzle_id IN (SELECT value FROM json_each(?))
          """), arguments: [user, JSONValue.array(ids.map { .string($0) }).line])
    var found: [String: Kept] = [:]
    while let row = try rows.next() { found[row[8]] = kept(row) }
    return found
  }

  /// The rows that changed after a change, by their ids.
  static func progress(
    _ database: Database, of user: String, since change: Int
  ) throws -> [(id: String, row: Kept)] {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT \(columns), puzzle_id FROM puzzle_progress WHERE user_id = ? AND change > ?
          ORDER BY puzzle_id
          """), arguments: [user, change])
    return try Array(rows.map { ($0[8], kept($0)) })
  }

  /// What a user has completed, without the boards.
  static func completions(
    _ database: Database, of user: String
  ) throws -> [Streaks.Completion] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT puzzle_id, completed_at, received_at FROM puzzle_progress
        WHERE user_id = ? AND completed_at IS NOT NULL
        """, arguments: [user]
    ).map {
      Streaks.Completion(
        id: $0["puzzle_id"], completedAt: $0["completed_at"], receivedAt: $0["received_at"])
    }
  }

  /// How many hints a user has used on all puzzles, up to a number.
  static func hints(_ database: Database, of user: String, atMost most: Int) throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT min(?, ifnull(sum(min(?, hints_used)), 0)) FROM puzzle_progress WHERE user_id = ?
        """, arguments: [most, most, user]) ?? 0
  }

  static func keep(
    _ database: Database, _ row: PuzzleProgress, of user: String, _ id: String, receivedAt: Int?,
    change: Int
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO puzzle_progress (user_id, puzzle_id, puzzle, cells, time_ms, completed,
          completed_at, hints_used, updated_at, received_at, change)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (user_id, puzzle_id) DO UPDATE SET
          puzzle = excluded.puzzle, cells = excluded.cells, time_ms = excluded.time_ms,
          completed = excluded.completed, completed_at = excluded.completed_at,
          hints_used = excluded.hints_used, updated_at = excluded.updated_at,
          received_at = excluded.received_at, change = excluded.change,
          earlier_hints = CASE WHEN puzzle IS NOT NULL AND puzzle IS NOT excluded.puzzle
            THEN hints_used ELSE earlier_hints END
        """
    ).execute(
      arguments: [
        user, id, row.play?.puzzle.text, row.play.map { PuzzleProgress.text(of: $0.cells) },
        row.play?.milliseconds ?? 0, row.play?.isSolved == true ? 1 : 0, row.completedAt,
        row.hintsUsed, row.play?.updatedAt ?? 0, receivedAt, change,
      ])
  }

  // MARK: - Changes

  /// The number of a user's last change.
  static func change(_ database: Database, of user: String) throws -> Int {
    try Int.fetchOne(
      database.cachedStatement(sql: "SELECT change FROM users WHERE id = ?"), arguments: [user])
      ?? 0
  }

  static func nextChange(_ database: Database, of user: String, at now: Int) throws -> Int {
    try database.cachedStatement(
      sql: "UPDATE users SET change = change + 1, updated_at = ? WHERE id = ?"
    ).execute(arguments: [now, user])
    return try change(database, of: user)
  }

  // MARK: - Settings and packs

  static func settings(_ database: Database, of user: String) throws -> PlayerSettings {
    var settings = PlayerSettings()
    let rows = try Row.fetchAll(
      database, sql: "SELECT name, value, set_at FROM user_settings WHERE user_id = ?",
      arguments: [user])
    for row in rows {
      guard let field = PlayerSettings.Field(rawValue: row["name"]),
        PlayerSettings.values(of: field).contains(row["value"])
      else { continue }
      settings.set(field, to: row["value"], at: row["set_at"])
    }
    return settings
  }

  static func keep(_ database: Database, _ settings: PlayerSettings, of user: String) throws {
    for (field, entry) in settings.entries {
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO user_settings (user_id, name, value, set_at) VALUES (?, ?, ?, ?)
          """, arguments: [user, field.rawValue, entry.value, entry.setAt])
    }
  }

  static func packs(_ database: Database, of user: String) throws -> [(id: String, slot: Int)] {
    try Row.fetchAll(
      database,
      sql: "SELECT pack_id, unlocked_index FROM pack_progress WHERE user_id = ? ORDER BY pack_id",
      arguments: [user]
    ).map { ($0["pack_id"], $0["unlocked_index"]) }
  }

  static func keep(
    _ database: Database, unlocked slot: Int, in pack: String, of user: String, at now: Int
  ) throws -> Bool {
    try database.execute(
      sql: """
        INSERT INTO pack_progress (user_id, pack_id, unlocked_index, updated_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (user_id, pack_id) DO UPDATE
          SET unlocked_index = excluded.unlocked_index, updated_at = excluded.updated_at
          WHERE excluded.unlocked_index > unlocked_index
        """, arguments: [user, pack, slot, now])
    return database.changesCount > 0
  }

  // MARK: - Two accounts

  /// Merges all of one account's rows into another's, and takes the first away.
  ///
  /// Of boards of two puzzles the one stands that its place has now: `fitted` leaves out any other.
  /// One alone stays as it is, since its place may have its puzzle again.
  static func merge(
    _ database: Database, from: String, into: String, at now: Int,
    fitted: (PuzzleProgress, String) throws -> PuzzleProgress
  ) throws {
    let rows = try progress(database, of: from, since: -1)
    let change = try nextChange(database, of: into, at: now)
    for (id, row) in rows {
      let known = try progress(database, of: into, id)
      var (mine, theirs) = (known?.progress, row.progress)
      if let one = mine?.play, let other = theirs.play, one.puzzle != other.puzzle {
        mine = try mine.map { try fitted($0, id) }
        theirs = try fitted(theirs, id)
      }
      let merged = mine?.merged(with: theirs) ?? theirs
      let receivedAt = [known?.receivedAt, row.receivedAt].compactMap(\.self).min()
      if merged == known?.progress, receivedAt == known?.receivedAt { continue }
      try keep(database, merged, of: into, id, receivedAt: receivedAt, change: change)
    }
    // How many of the hints are of an earlier puzzle: no fewer than either account knows of.
    try database.execute(
      sql: """
        UPDATE puzzle_progress
        SET earlier_hints = max(puzzle_progress.earlier_hints, old.earlier_hints)
        FROM puzzle_progress AS old
        WHERE puzzle_progress.user_id = ? AND old.user_id = ?
          AND old.puzzle_id = puzzle_progress.puzzle_id
        """, arguments: [into, from])
    try keep(
      database, settings(database, of: into).merged(with: settings(database, of: from)), of: into)
    for (pack, slot) in try packs(database, of: from) {
      _ = try keep(database, unlocked: slot, in: pack, of: into, at: now)
    }
    try database.execute(
      sql: "UPDATE devices SET user_id = ? WHERE user_id = ?", arguments: [into, from])
    try ShopNames.join(database, from, to: into)
    try database.execute(sql: "DELETE FROM users WHERE id = ?", arguments: [from])
    try PurchaseLedger.settle(database, into)
  }
}
