package import Dates
import GRDB
import Identity
import Notation

/// Dates whose puzzle is taken back: for another one before they begin anywhere, or for good.
extension Catalog {
  /// The replaced dates that no release has told yet, in the order of time.
  ///
  /// - Throws: `CatalogError`.
  package func openReplacements() throws(CatalogError) -> [Replacement] {
    try reading { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT replacements.id, reason, before_release, old.sbn AS before, new.sbn AS after
          FROM replacements JOIN puzzles AS old ON old.id = before
          JOIN puzzles AS new ON new.id = after
          WHERE release IS NULL
          """
      ).map { row in
        Replacement(
          period: try self.period(id: row["id"]), reason: row["reason"], before: row["before"],
          release: row["before_release"], after: row["after"])
      }.sorted { $0.period < $1.period }
    }
  }

  /// Every date of a cadence whose puzzle was ever taken back, as far as releases have told it or
  /// will.
  ///
  /// - Throws: `CatalogError`.
  package func takenBack(_ cadence: Cadence) throws(CatalogError) -> Set<Period> {
    try reading { database in
      let ids = try String.fetchAll(
        database,
        sql: """
          SELECT id FROM withdrawals WHERE id LIKE :pattern
          UNION SELECT id FROM replacements WHERE id LIKE :pattern
          """, arguments: ["pattern": "\(cadence.rawValue):%"])
      return Set(try ids.map(self.period(id:)))
    }
  }

  /// Gives a published date another puzzle; the old one is never used again.
  ///
  /// That the date has not begun is for the caller to see to, and to see again when the release is
  /// made: `settle` takes back what comes too late.
  ///
  /// - Parameters:
  ///   - period: The date; a release has its puzzle.
  ///   - puzzle: Its new puzzle.
  ///   - at: When, for the record.
  ///   - reason: Why, for everyone to read.
  /// - Returns: What became of it; a twin is refused, and named.
  /// - Throws: `CatalogError`; `.emptyPlace` when the date has no puzzle that is published.
  package func replace(
    _ period: Period, with puzzle: NewPuzzle, at: String, reason: String
  ) throws(CatalogError) -> Assignment {
    try writing { database in
      try Catalog.check(puzzle)
      try Catalog.takeReplacementBack(database, period)
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT calendar.puzzle, calendar.release, puzzles.sbn FROM calendar
          JOIN puzzles ON puzzles.id = calendar.puzzle
          WHERE cadence = ? AND key = ? AND calendar.release IS NOT NULL
          """, arguments: [period.cadence.rawValue, period.key])
      guard let row else { throw CatalogError.emptyPlace(.date(period)) }
      let before: Int64 = row["puzzle"]
      if row["sbn"] == puzzle.sbn.description { return .alreadyThere(before) }
      let id: Int64
      switch try self.unused(database, puzzle, takingDated: true) {
      case .failure(let found): return .twin(found.twin)
      case .success(let found): id = found
      }
      try database.execute(
        sql: """
          INSERT INTO replacements (id, before, before_release, after, reason, at)
          VALUES (?, ?, ?, ?, ?, ?)
          """, arguments: [period.id, before, row["release"] as Int?, id, reason, at])
      try Catalog.put(database, id, on: period, release: nil)
      return .assigned(id)
    }
  }

  /// Takes back what has come too late: dates that have begun anywhere keep the puzzle that players
  /// have, and those that were withdrawn stay empty.
  ///
  /// - Parameter now: The run's clock.
  /// - Returns: The dates whose replacement came too late, and those whose successor did.
  /// - Throws: `CatalogError`.
  package func settle(
    at now: Timestamp
  ) throws(CatalogError) -> (replaced: [Period], withdrawn: [Period]) {
    let late = try openReplacements().map(\.period).filter { $0.hasBegunAnywhere(at: now) }
    let successors = try reading { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT cadence, key FROM calendar
          WHERE release IS NULL
            AND cadence || ':' || key IN (
              SELECT id FROM withdrawals UNION SELECT id FROM replacements)
            AND NOT EXISTS (SELECT 1 FROM replacements WHERE after = calendar.puzzle)
          ORDER BY cadence, key
          """
      ).map { try self.period($0) }
    }.filter { $0.hasBegunAnywhere(at: now) }
    guard !late.isEmpty || !successors.isEmpty else { return ([], []) }
    try writing { database in
      for period in late { try Catalog.takeReplacementBack(database, period) }
      for period in successors {
        try database.execute(
          sql: "DELETE FROM calendar WHERE cadence = ? AND key = ?",
          arguments: [period.cadence.rawValue, period.key])
      }
    }
    return (late, successors)
  }

  /// Gives a date the puzzle back that players have, unless a release has told otherwise; does
  /// nothing where nothing was replaced.
  static func takeReplacementBack(_ database: Database, _ period: Period) throws {
    let row = try Row.fetchOne(
      database,
      sql: "SELECT before, before_release FROM replacements WHERE id = ? AND release IS NULL",
      arguments: [period.id])
    guard let row else { return }
    try database.execute(
      sql: "DELETE FROM replacements WHERE id = ? AND release IS NULL", arguments: [period.id])
    try put(database, row["before"], on: period, release: row["before_release"])
  }

  private static func put(
    _ database: Database, _ puzzle: Int64, on period: Period, release: Int?
  ) throws {
    let (cadence, key) = (period.cadence.rawValue, period.key)
    try database.execute(
      sql: "DELETE FROM calendar WHERE cadence = ? AND key = ?", arguments: [cadence, key])
    try database.execute(
      sql: "INSERT INTO calendar (cadence, key, puzzle, release) VALUES (?, ?, ?, ?)",
      arguments: [cadence, key, puzzle, release])
  }

  func period(id: String) throws -> Period {
    guard let period = PuzzleID(id)?.period else { throw notAnID(id, "date") }
    return period
  }
}
