package import Dates
import Foundation
import GRDB
import Identity
import Notation
package import StarBattle

/// The reserve: puzzles that were never used. Some have a date already and wait for its day, the
/// others are spare.
extension Catalog {
  /// The puzzles that wait for their dates, in the order of time.
  ///
  /// - Throws: `CatalogError`.
  package func ahead(_ cadence: Cadence) throws(CatalogError) -> [DatedPuzzle] {
    try reading { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT ahead.cadence, ahead.key, ahead.aim, ahead.pinned, \(KeptPuzzle.columns)
          FROM ahead JOIN puzzles ON puzzles.id = ahead.puzzle
          WHERE ahead.cadence = ? ORDER BY ahead.key
          """, arguments: [cadence.rawValue]
      ).map { row in
        DatedPuzzle(
          period: try self.period(row), puzzle: try KeptPuzzle(row, path: self.path),
          aim: row["aim"], isPinned: row["pinned"])
      }
    }
  }

  /// Keeps puzzles in reserve for dates that have none, all of them or, when an error is thrown,
  /// none.
  ///
  /// - Returns: What became of each: a twin is refused, and named, unless it is a spare puzzle with
  ///   the very same text, which gets the date.
  /// - Throws: `CatalogError`; `.placeTaken` when the date has a puzzle, in reserve or for good.
  package func addAhead(_ batch: [NewAhead]) throws(CatalogError) -> [Assignment] {
    try writing { database in
      try batch.map { item in
        try Catalog.check(item.puzzle)
        try Catalog.checkIsOpen(database, item.period)
        switch try self.unused(database, item.puzzle, takingDated: false) {
        case .failure(let twin): return .twin(twin.twin)
        case .success(let id):
          try database.execute(
            sql: "INSERT INTO ahead (cadence, key, puzzle, aim) VALUES (?, ?, ?, ?)",
            arguments: [item.period.cadence.rawValue, item.period.key, id, item.aim])
          return .assigned(id)
        }
      }
    }
  }

  /// Moves puzzles of the reserve into the calendar, all of them or none.
  ///
  /// - Parameters:
  ///   - dates: The dates whose own puzzle waits in reserve; none has one in the calendar.
  ///   - standIns: The dates that have none, in the order in which they are served: each gets the
  ///     unused puzzle that `bestSpare` names once those before it have theirs.
  /// - Throws: `CatalogError`; `.emptyPlace` for a date without a puzzle, or for which none is
  ///   left.
  package func fillCalendar(
    _ dates: [Period], standIns: [StandIn] = []
  ) throws(CatalogError) {
    try writing { database in
      for period in dates {
        try database.execute(
          sql: """
            INSERT INTO calendar (cadence, key, puzzle)
            SELECT cadence, key, puzzle FROM ahead WHERE cadence = ? AND key = ?
            """, arguments: [period.cadence.rawValue, period.key])
        guard database.changesCount == 1 else { throw CatalogError.emptyPlace(.date(period)) }
      }
      for date in standIns {
        try Catalog.checkIsOpen(database, date.period)
        guard
          let row = try Catalog.bestSpare(database, date.grid, difficulty: date.difficulty)
        else { throw CatalogError.emptyPlace(.date(date.period)) }
        let puzzle = try KeptPuzzle(row, path: self.path)
        let missed = puzzle.difficulty.map { abs($0 - date.difficulty) } ?? .max
        if date.isStrict, missed > 1 { throw CatalogError.emptyPlace(.date(date.period)) }
        try database.execute(sql: "DELETE FROM ahead WHERE puzzle = ?", arguments: [puzzle.id])
        try database.execute(
          sql: "INSERT INTO calendar (cadence, key, puzzle) VALUES (?, ?, ?)",
          arguments: [date.period.cadence.rawValue, date.period.key, puzzle.id])
      }
    }
  }

  /// Takes the dates away from puzzles in reserve: they become spare.
  ///
  /// - Throws: `CatalogError`.
  package func unassign(_ dates: [Period]) throws(CatalogError) {
    try writing { database in
      for period in dates {
        try database.execute(
          sql: "DELETE FROM ahead WHERE cadence = ? AND key = ?",
          arguments: [period.cadence.rawValue, period.key])
      }
    }
  }

  /// The unused puzzle of a grid that comes nearest to a difficulty: spare ones before those that
  /// have a date, of these the one whose date is farthest, and never one that is pinned to its
  /// date.
  ///
  /// - Returns: The puzzle, or `nil` when there is none of this grid.
  /// - Throws: `CatalogError`.
  package func bestSpare(
    of grid: Grid, difficulty: Int
  ) throws(CatalogError) -> KeptPuzzle? {
    try reading { database in
      try Catalog.bestSpare(database, grid, difficulty: difficulty).map {
        try KeptPuzzle($0, path: self.path)
      }
    }
  }

  private static func bestSpare(
    _ database: Database, _ grid: Grid, difficulty: Int
  ) throws -> Row? {
    try Row.fetchOne(
      database,
      sql: """
        SELECT \(KeptPuzzle.columns) FROM puzzles LEFT JOIN ahead ON ahead.puzzle = puzzles.id
        WHERE side = ? AND stars = ? AND \(Catalog.isUnused) AND ifnull(ahead.pinned, 0) = 0
        ORDER BY
          abs(ifnull(difficulty, 0) - ?), ahead.puzzle IS NOT NULL, ahead.key DESC, puzzles.id
        LIMIT 1
        """, arguments: [grid.side, grid.stars, difficulty])
  }

  /// How many unused puzzles there are of each grid and difficulty.
  ///
  /// - Throws: `CatalogError`.
  /// - Complexity: O(unpublished puzzles).
  package func reserveCounts() throws(CatalogError) -> [ReserveCount] {
    try reading { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT side, stars, difficulty, count(*) AS count, count(ahead.puzzle) AS dated
          FROM puzzles LEFT JOIN ahead ON ahead.puzzle = puzzles.id
          WHERE \(Catalog.isUnused)
          GROUP BY side, stars, difficulty ORDER BY side, stars, difficulty
          """
      ).map { row in
        ReserveCount(
          side: row["side"], stars: row["stars"], difficulty: row["difficulty"],
          count: row["count"], dated: row["dated"])
      }
    }
  }

  // MARK: - By hand

  /// Pins a puzzle to a date that is not published.
  ///
  /// A puzzle that had the date goes back into reserve; a puzzle from the reserve leaves the date
  /// that it had.
  ///
  /// - Parameters:
  ///   - item: The puzzle and its date.
  ///   - at: When, for the record.
  ///   - reason: Why, for the record.
  /// - Returns: What became of it; a twin is refused, and named.
  /// - Throws: `CatalogError`; `.published` when the date's puzzle is.
  package func pin(
    _ item: NewAhead, at: String, reason: String
  ) throws(CatalogError) -> Assignment {
    try writing { database in
      let period = item.period
      try Catalog.check(item.puzzle)
      try Catalog.refusePublished(database, period)
      let holder = try Catalog.anyHolder(database, of: period)
      let id: Int64
      switch try self.unused(database, item.puzzle, takingDated: true, for: period) {
      case .failure(let twin): return .twin(twin.twin)
      case .success(let found): id = found
      }
      for table in ["calendar", "ahead"] {
        try database.execute(
          sql: "DELETE FROM \(table) WHERE cadence = ? AND key = ?",
          arguments: [period.cadence.rawValue, period.key])
      }
      try database.execute(sql: "DELETE FROM ahead WHERE puzzle = ?", arguments: [id])
      try database.execute(
        sql: "INSERT INTO ahead (cadence, key, puzzle, aim, pinned) VALUES (?, ?, ?, ?, 1)",
        arguments: [period.cadence.rawValue, period.key, id, item.aim])
      try Catalog.note(
        database, Edit(at: at, kind: .pin, place: period.id, reason: reason), before: holder?.id,
        after: id)
      return holder?.id == id ? .alreadyThere(id) : .assigned(id)
    }
  }

  /// Exchanges the puzzles of two dates that are not published, and pins them.
  ///
  /// - Throws: `CatalogError`; `.published`, or `.emptyPlace` when a date has no puzzle yet.
  package func swap(
    _ first: Period, _ second: Period, at: String, reason: String
  ) throws(CatalogError) {
    try writing { database in
      var ids: [Int64] = []
      for period in [first, second] {
        try Catalog.refusePublished(database, period)
        guard let holder = try Catalog.anyHolder(database, of: period) else {
          throw CatalogError.emptyPlace(.date(period))
        }
        ids.append(holder.id)
      }
      for id in ids {
        for table in ["calendar", "ahead"] {
          try database.execute(sql: "DELETE FROM \(table) WHERE puzzle = ?", arguments: [id])
        }
      }
      for (period, (old, new)) in zip([first, second], [(ids[0], ids[1]), (ids[1], ids[0])]) {
        try database.execute(
          sql: "INSERT INTO ahead (cadence, key, puzzle, aim, pinned) VALUES (?, ?, ?, '', 1)",
          arguments: [period.cadence.rawValue, period.key, new])
        try Catalog.note(
          database, Edit(at: at, kind: .swap, place: period.id, reason: reason), before: old,
          after: new)
      }
    }
  }

  // MARK: - Helpers

  /// A refusal that carries the twin through a `Result`.
  struct TwinFound: Error {
    let twin: Twin
  }

  /// The number of a puzzle that may get a place: a new row, or the row of an unused one with the
  /// very same text.
  ///
  /// One that waits for a date may leave it if `takingDated` says so, or stay for `period`; one
  /// that is pinned to a date never leaves it.
  func unused(
    _ database: Database, _ puzzle: NewPuzzle, takingDated: Bool, for period: Period? = nil
  ) throws -> Result<Int64, TwinFound> {
    try unused(
      database, puzzle, twin: try twin(database, puzzle.form), takingDated: takingDated,
      for: period)
  }

  /// The same where the twin has been looked for already.
  func unused(
    _ database: Database, _ puzzle: NewPuzzle, twin: Twin?, takingDated: Bool, for period: Period?
  ) throws -> Result<Int64, TwinFound> {
    guard let twin else { return .success(try insert(database, puzzle)) }
    let isFree =
      twin.reservedFor == nil || twin.reservedFor == period || (takingDated && !twin.isPinned)
    guard twin.isUnused, isFree, let kept = twin.puzzle, kept.sbn == puzzle.sbn.description else {
      return .failure(TwinFound(twin: twin))
    }
    return .success(kept.id)
  }

  /// Puts a puzzle into its table, with its trace.
  func insert(_ database: Database, _ puzzle: NewPuzzle) throws -> Int64 {
    let id = try puzzle.insert(database)
    if let trace = puzzle.trace { try keep(database, trace, of: id) }
    return id
  }

  /// The puzzle of a date, in the calendar or in reserve for it.
  private static func anyHolder(
    _ database: Database, of period: Period
  ) throws -> (id: Int64, sbn: String)? {
    if let holder = try holder(database, of: .date(period)) { return holder }
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT puzzles.id, puzzles.sbn FROM ahead JOIN puzzles ON puzzles.id = ahead.puzzle
        WHERE ahead.cadence = ? AND ahead.key = ?
        """, arguments: [period.cadence.rawValue, period.key])
    return row.map { ($0["id"], $0["sbn"]) }
  }

  private static func checkIsOpen(_ database: Database, _ period: Period) throws {
    guard let holder = try anyHolder(database, of: period) else { return }
    throw CatalogError.placeTaken(.date(period), by: holder.sbn)
  }

  private static func refusePublished(_ database: Database, _ period: Period) throws {
    // A date that is being replaced is published all the same.
    let release = try Int.fetchOne(
      database,
      sql: """
        SELECT ifnull(calendar.release, before_release) FROM calendar
        LEFT JOIN replacements ON after = calendar.puzzle
        WHERE cadence = ? AND key = ?
        """, arguments: [period.cadence.rawValue, period.key])
    if let release { throw CatalogError.published(period, release: release) }
  }
}
