package import Dates
import GRDB
import Identity

/// Puzzles for the mobile app's lists, where the calendar has none.
extension Catalog {
  /// The puzzles that stand in for dates of a cadence, in the order of time.
  ///
  /// - Throws: `CatalogError`.
  package func fillers(_ cadence: Cadence) throws(CatalogError) -> [DatedPuzzle] {
    try reading { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT fillers.cadence, fillers.key, fillers.release, \(KeptPuzzle.columns)
          FROM fillers JOIN puzzles ON puzzles.id = fillers.puzzle
          WHERE fillers.cadence = ? ORDER BY fillers.key
          """, arguments: [cadence.rawValue]
      ).map { row in
        DatedPuzzle(
          period: try self.period(row), puzzle: try KeptPuzzle(row, path: self.path),
          release: row["release"])
      }
    }
  }

  /// Keeps a puzzle that stands in for a date.
  ///
  /// - Returns: What became of it; a twin is refused, and named.
  /// - Throws: `CatalogError`; `.placeTaken` when another stands in for the date already.
  package func addFiller(
    _ puzzle: NewPuzzle, for period: Period
  ) throws(CatalogError) -> Assignment {
    try writing { database in
      try Catalog.check(puzzle)
      let (cadence, key) = (period.cadence.rawValue, period.key)
      let held = try String.fetchOne(
        database,
        sql: """
          SELECT puzzles.sbn FROM fillers JOIN puzzles ON puzzles.id = fillers.puzzle
          WHERE fillers.cadence = ? AND fillers.key = ?
          """, arguments: [cadence, key])
      if let held { throw CatalogError.placeTaken(.date(period), by: held) }
      switch try self.unused(database, puzzle, takingDated: false) {
      case .failure(let twin): return .twin(twin.twin)
      case .success(let id):
        try database.execute(
          sql: "INSERT INTO fillers (cadence, key, puzzle) VALUES (?, ?, ?)",
          arguments: [cadence, key, id])
        return .assigned(id)
      }
    }
  }

  /// Puts puzzles that stand in for dates on these dates, all of them or none; what waits in
  /// reserve for such a date becomes spare.
  ///
  /// - Throws: `CatalogError`; `.emptyPlace` for a date that none stands in for.
  package func takeOverFillers(_ dates: [Period]) throws(CatalogError) {
    try writing { database in
      for period in dates {
        let place: StatementArguments = [period.cadence.rawValue, period.key]
        try database.execute(
          sql: "DELETE FROM ahead WHERE cadence = ? AND key = ?", arguments: place)
        try database.execute(
          sql: """
            INSERT INTO calendar (cadence, key, puzzle)
            SELECT cadence, key, puzzle FROM fillers WHERE cadence = ? AND key = ?
            """, arguments: place)
        guard database.changesCount == 1 else { throw CatalogError.emptyPlace(.date(period)) }
        try database.execute(
          sql: "DELETE FROM fillers WHERE cadence = ? AND key = ?", arguments: place)
      }
    }
  }

  /// Notes the release that first has the puzzles which stand in for some dates.
  static func note(
    _ database: Database, fillers: [Period], in release: Int
  ) throws {
    for period in fillers {
      try database.execute(
        sql: "UPDATE fillers SET release = ? WHERE cadence = ? AND key = ? AND release IS NULL",
        arguments: [release, period.cadence.rawValue, period.key])
    }
  }
}
