import Foundation
import GRDB
import Notation
package import StarBattle

/// The reserve: puzzles that were never used. Some have a date already and wait for its day, the others are spare.
extension Catalog {
  /// The puzzles that wait for their dates, by ascending key.
  ///
  /// - Throws: `CatalogError`.
  package func ahead(_ cadence: String) throws(CatalogError) -> [DatedPuzzle] {
    try reading { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT ahead.key, ahead.aim, ahead.pinned, \(CatalogPuzzle.columns)
          FROM ahead JOIN puzzles ON puzzles.id = ahead.puzzle
          WHERE ahead.cadence = ? ORDER BY ahead.key
          """, arguments: [cadence]
      ).map { row in
        DatedPuzzle(
          key: row["key"], puzzle: try CatalogPuzzle(row, path: self.path), aim: row["aim"],
          isPinned: row["pinned"])
      }
    }
  }

  /// Keeps puzzles in reserve for dates that have none, all of them or, when an error is thrown, none.
  ///
  /// - Returns: What became of each: a twin is refused, and named, unless it is a spare puzzle with the very same
  ///   text, which gets the date.
  /// - Throws: `CatalogError`; `.placeTaken` when the date has a puzzle, in reserve or for good.
  package func keepAhead(_ batch: [NewAhead]) throws(CatalogError) -> [Assignment] {
    try writing { database in
      try batch.map { item in
        let place = Place.date(cadence: item.cadence, key: item.key)
        try Catalog.check(item.puzzle)
        try Catalog.check(database, place)
        if let holder = try Catalog.anyHolder(database, of: place) {
          throw CatalogError.placeTaken(place, by: holder.sbn)
        }
        switch try self.unused(database, item.puzzle, takingDated: false) {
        case .failure(let twin): return .twin(twin.twin)
        case .success(let id):
          try database.execute(
            sql: "INSERT INTO ahead (cadence, key, puzzle, aim) VALUES (?, ?, ?, ?)",
            arguments: [item.cadence, item.key, id, item.aim])
          return .assigned(id)
        }
      }
    }
  }

  /// Moves puzzles of the reserve into the calendar, all of them or none.
  ///
  /// - Parameters:
  ///   - dates: The dates whose own puzzle waits in reserve; none has one in the calendar.
  ///   - standIns: The dates that have none, in the order in which they are served: each gets the unused puzzle that
  ///     `bestSpare` names once those before it have theirs.
  /// - Throws: `CatalogError`; `.emptyPlace` for a date without a puzzle, or for which none is left.
  package func fillCalendar(
    _ dates: [Place], standIns: [StandIn] = []
  ) throws(CatalogError) {
    try writing { database in
      for place in dates {
        guard case .date(let cadence, let key) = place else { throw CatalogError.badPlace(place) }
        try database.execute(
          sql: """
            INSERT INTO calendar (cadence, key, puzzle)
            SELECT cadence, key, puzzle FROM ahead WHERE cadence = ? AND key = ?
            """, arguments: [cadence, key])
        guard database.changesCount == 1 else { throw CatalogError.emptyPlace(place) }
      }
      for date in standIns {
        let place = Place.date(cadence: date.cadence, key: date.key)
        try Catalog.check(database, place)
        if let holder = try Catalog.anyHolder(database, of: place) {
          throw CatalogError.placeTaken(place, by: holder.sbn)
        }
        guard
          let row = try Catalog.bestSpare(database, date.grid, difficulty: date.difficulty)
        else { throw CatalogError.emptyPlace(place) }
        let puzzle = try CatalogPuzzle(row, path: self.path)
        try database.execute(sql: "DELETE FROM ahead WHERE puzzle = ?", arguments: [puzzle.id])
        try database.execute(
          sql: "INSERT INTO calendar (cadence, key, puzzle) VALUES (?, ?, ?)",
          arguments: [date.cadence, date.key, puzzle.id])
      }
    }
  }

  /// Takes the dates away from puzzles in reserve: they become spare.
  ///
  /// - Throws: `CatalogError`.
  package func makeSpare(_ cadence: String, keys: [String]) throws(CatalogError) {
    try writing { database in
      for key in keys {
        try database.execute(
          sql: "DELETE FROM ahead WHERE cadence = ? AND key = ?", arguments: [cadence, key])
      }
    }
  }

  /// Removes unused puzzles that another grader has graded: their printed grade would be wrong.
  ///
  /// Puzzles that an editor pinned to a date stay; `regrade` brings them up to date.
  ///
  /// - Returns: How many were removed.
  /// - Throws: `CatalogError`.
  package func removeOutdatedReserve(grader: Int) throws(CatalogError) -> Int {
    try writing { database in
      let outdated = try Int64.fetchAll(
        database,
        sql: """
          SELECT id FROM puzzles
          WHERE (grader_version < ? OR grader_version > ?) AND \(Catalog.isUnused)
          AND NOT EXISTS (SELECT 1 FROM ahead WHERE puzzle = puzzles.id AND pinned = 1)
          """, arguments: [grader, grader])
      for id in outdated {
        for table in ["ahead", "traces"] {
          try database.execute(sql: "DELETE FROM \(table) WHERE puzzle = ?", arguments: [id])
        }
        try database.execute(
          sql: "UPDATE edits SET before = NULL WHERE before = ?", arguments: [id])
        try database.execute(
          sql: "UPDATE edits SET after = NULL WHERE after = ?", arguments: [id])
        try database.execute(sql: "DELETE FROM puzzles WHERE id = ?", arguments: [id])
      }
      return outdated.count
    }
  }

  /// Gives an unpublished puzzle the grade of the grader of today.
  ///
  /// - Throws: `CatalogError`.
  package func regrade(_ id: Int64, as puzzle: NewPuzzle) throws(CatalogError) {
    try writing { database in
      try Catalog.check(puzzle)
      try database.execute(
        sql: """
          UPDATE puzzles SET sbn = ?, grader_version = ?, score_hundredths = ?, difficulty = ?,
            level = ?, cycles = ?, rules = ?
          WHERE id = ? AND canonical = ? AND first_release IS NULL
          """,
        arguments: [
          puzzle.sbn.description, puzzle.graderVersion, puzzle.scoreInHundredths,
          puzzle.sbn.metadata.difficulty, puzzle.sbn.metadata.level, puzzle.sbn.metadata.cycles,
          try puzzle.rulesText, id, Data(CanonicalKey.bytes(of: puzzle.sbn.puzzle)),
        ])
      if let trace = puzzle.trace { try self.keep(database, trace, of: id) }
    }
  }

  /// The unused puzzle of a grid that comes nearest to a difficulty: spare ones before those that have a date, of these
  /// the one whose date is farthest, and never one that is pinned to its date.
  ///
  /// - Returns: The puzzle, or nothing when there is none of this grid.
  /// - Throws: `CatalogError`.
  package func bestSpare(
    of grid: Grid, difficulty: Int
  ) throws(CatalogError) -> CatalogPuzzle? {
    try reading { database in
      try Catalog.bestSpare(database, grid, difficulty: difficulty).map {
        try CatalogPuzzle($0, path: self.path)
      }
    }
  }

  private static func bestSpare(
    _ database: Database, _ grid: Grid, difficulty: Int
  ) throws -> Row? {
    try Row.fetchOne(
      database,
      sql: """
        SELECT \(CatalogPuzzle.columns) FROM puzzles LEFT JOIN ahead ON ahead.puzzle = puzzles.id
        WHERE side = ? AND stars = ? AND \(Catalog.isUnused) AND ifnull(ahead.pinned, 0) = 0
        ORDER BY abs(ifnull(difficulty, 0) - ?), ahead.puzzle IS NOT NULL, ahead.key DESC, puzzles.id
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
  /// A puzzle that had the date goes back into reserve; a puzzle from the reserve leaves the date that it had.
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
      let place = Place.date(cadence: item.cadence, key: item.key)
      try Catalog.check(item.puzzle)
      try Catalog.check(database, place)
      try Catalog.refusePublished(database, place)
      let holder = try Catalog.anyHolder(database, of: place)
      let id: Int64
      switch try self.unused(database, item.puzzle, takingDated: true, for: place) {
      case .failure(let twin): return .twin(twin.twin)
      case .success(let found): id = found
      }
      for table in ["calendar", "ahead"] {
        try database.execute(
          sql: "DELETE FROM \(table) WHERE cadence = ? AND key = ?",
          arguments: [item.cadence, item.key])
      }
      try database.execute(sql: "DELETE FROM ahead WHERE puzzle = ?", arguments: [id])
      try database.execute(
        sql: "INSERT INTO ahead (cadence, key, puzzle, aim, pinned) VALUES (?, ?, ?, ?, 1)",
        arguments: [item.cadence, item.key, id, item.aim])
      try Catalog.note(
        database, Edit(at: at, kind: .pin, place: place.id, reason: reason), before: holder?.id,
        after: id)
      return holder?.id == id ? .alreadyThere(id) : .assigned(id)
    }
  }

  /// Exchanges the puzzles of two dates that are not published, and pins them.
  ///
  /// - Throws: `CatalogError`; `.published`, or `.emptyPlace` when a date has no puzzle yet.
  package func swap(
    _ first: Place, _ second: Place, at: String, reason: String
  ) throws(CatalogError) {
    try writing { database in
      var ids: [Int64] = []
      for place in [first, second] {
        try Catalog.check(database, place)
        try Catalog.refusePublished(database, place)
        guard let holder = try Catalog.anyHolder(database, of: place) else {
          throw CatalogError.emptyPlace(place)
        }
        ids.append(holder.id)
      }
      for id in ids {
        for table in ["calendar", "ahead"] {
          try database.execute(sql: "DELETE FROM \(table) WHERE puzzle = ?", arguments: [id])
        }
      }
      for (place, (old, new)) in zip([first, second], [(ids[0], ids[1]), (ids[1], ids[0])]) {
        guard case .date(let cadence, let key) = place else { continue }
        try database.execute(
          sql: "INSERT INTO ahead (cadence, key, puzzle, aim, pinned) VALUES (?, ?, ?, '', 1)",
          arguments: [cadence, key, new])
        try Catalog.note(
          database, Edit(at: at, kind: .swap, place: place.id, reason: reason), before: old,
          after: new)
      }
    }
  }

  // MARK: - Helpers

  /// A refusal that carries the twin through a `Result`.
  struct TwinFound: Error {
    let twin: Twin
  }

  /// The number of a puzzle that may get a place: a new row, or the row of an unused one with the very same text.
  ///
  /// One that waits for a date may leave it if `takingDated` says so, or stay for `place`; one that is pinned to a
  /// date never leaves it.
  func unused(
    _ database: Database, _ puzzle: NewPuzzle, takingDated: Bool, for place: Place? = nil
  ) throws -> Result<Int64, TwinFound> {
    let canonical = CanonicalKey.bytes(of: puzzle.sbn.puzzle)
    guard let twin = try twin(database, canonical) else {
      return .success(try insert(database, puzzle, canonical: canonical))
    }
    let isFree =
      twin.reservedFor == nil || twin.reservedFor == place || (takingDated && !twin.isPinned)
    guard twin.isUnused, isFree, twin.puzzle.sbn == puzzle.sbn.description else {
      return .failure(TwinFound(twin: twin))
    }
    return .success(twin.puzzle.id)
  }

  /// Puts a puzzle into its table, with its trace.
  func insert(_ database: Database, _ puzzle: NewPuzzle, canonical: [UInt8]) throws -> Int64 {
    let id = try puzzle.insert(database, canonical: canonical)
    if let trace = puzzle.trace { try keep(database, trace, of: id) }
    return id
  }

  /// The puzzle of a date, in the calendar or in reserve for it, or that of a slot.
  static func anyHolder(
    _ database: Database, of place: Place
  ) throws -> (id: Int64, sbn: String)? {
    if let holder = try holder(database, of: place) { return holder }
    guard case .date(let cadence, let key) = place else { return nil }
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT puzzles.id, puzzles.sbn FROM ahead JOIN puzzles ON puzzles.id = ahead.puzzle
        WHERE ahead.cadence = ? AND ahead.key = ?
        """, arguments: [cadence, key])
    return row.map { ($0["id"], $0["sbn"]) }
  }

  private static func refusePublished(_ database: Database, _ place: Place) throws {
    guard case .date(let cadence, let key) = place else { throw CatalogError.badPlace(place) }
    let release = try Int.fetchOne(
      database, sql: "SELECT release FROM calendar WHERE cadence = ? AND key = ?",
      arguments: [cadence, key])
    if let release { throw CatalogError.published(place, release: release) }
  }
}
