import Dates
import GRDB
package import Identity

/// What editors keep about a puzzle, wherever it is: a note, tags, and that it is never to be used.
extension Catalog {
  /// Never uses a puzzle again: neither a night, nor an editor, nor an import gets it.
  ///
  /// A date that it waits for in reserve is open again.
  ///
  /// - Parameters:
  ///   - puzzle: Its number in the catalogue.
  ///   - at: When, for the record.
  ///   - reason: Why, for the record.
  /// - Returns: Whether that is new; the first reason stays.
  /// - Throws: `CatalogError`; `.database` when it has a place or was published.
  package func refuse(
    _ puzzle: Int64, at: String, reason: String
  ) throws(CatalogError) -> Bool {
    try writing { database in
      try database.execute(
        sql: "DELETE FROM ahead WHERE puzzle = ? AND pinned = 0", arguments: [puzzle])
      try database.execute(
        sql: "INSERT INTO refused (puzzle, reason, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        arguments: [puzzle, reason, at])
      return database.changesCount > 0
    }
  }

  /// Writes a note about a puzzle, instead of the one that it has; an empty one takes that away.
  ///
  /// - Throws: `CatalogError`.
  package func note(_ puzzle: Int64, _ text: String) throws(CatalogError) {
    try writing { database in
      try database.execute(sql: "DELETE FROM notes WHERE puzzle = ?", arguments: [puzzle])
      guard !text.isEmpty else { return }
      try database.execute(
        sql: "INSERT INTO notes (puzzle, note) VALUES (?, ?)", arguments: [puzzle, text])
    }
  }

  /// Gives a puzzle tags and takes others away.
  ///
  /// - Throws: `CatalogError`.
  package func tag(
    _ puzzle: Int64, adding: [String], removing: [String]
  ) throws(CatalogError) {
    try writing { database in
      for tag in adding {
        try database.execute(
          sql: "INSERT INTO tags (puzzle, tag) VALUES (?, ?) ON CONFLICT DO NOTHING",
          arguments: [puzzle, tag])
      }
      for tag in removing {
        try database.execute(
          sql: "DELETE FROM tags WHERE puzzle = ? AND tag = ?", arguments: [puzzle, tag])
      }
    }
  }

  /// The puzzle that has a place, or waits for a date in reserve; `nil` where none does.
  ///
  /// - Throws: `CatalogError`.
  package func puzzle(at place: PuzzleID) throws(CatalogError) -> Int64? {
    try reading { database in
      if let holder = try Catalog.holder(database, of: place) { return holder.id }
      guard let period = place.period else { return nil }
      return try Int64.fetchOne(
        database, sql: "SELECT puzzle FROM ahead WHERE cadence = ? AND key = ?",
        arguments: [period.cadence.rawValue, period.key])
    }
  }
}
