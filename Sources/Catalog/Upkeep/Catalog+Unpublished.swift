import GRDB
package import StarBattle

/// A puzzle that has a place and was in no release so far.
package struct UnpublishedPuzzle: Sendable {
  /// Its text, as far as it can be read at all.
  package let sbn: String
  /// Its row and the board of its text; `nil` where one of them cannot be read.
  package let kept: (puzzle: KeptPuzzle, board: Puzzle)?
  /// What is wrong with its row, each a part of a sentence; none where all is well.
  package let faults: [String]
}

extension Catalog {
  /// The puzzles of slots, dates and the app's lists that the next release is the first to have, in
  /// the order in which they came in.
  ///
  /// They were proved when they came in, and kept since: see `UnpublishedPuzzle.faults` before they
  /// are published.
  ///
  /// - Throws: `CatalogError`.
  /// - Complexity: O(puzzles that were in no release).
  package func unpublishedPuzzles() throws(CatalogError) -> [UnpublishedPuzzle] {
    try reading { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT puzzles.canonical, \(KeptPuzzle.columns) FROM puzzles
            WHERE first_release IS NULL AND (
              id IN (SELECT puzzle FROM slots) OR id IN (SELECT puzzle FROM calendar)
              OR id IN (SELECT puzzle FROM fillers) OR id IN (SELECT after FROM replacements))
            ORDER BY id
            """))
      return try Array(
        rows.map { row in
          let (kept, faults) = self.faultsBesideTrace(row)
          return UnpublishedPuzzle(sbn: row["sbn"] as String? ?? "", kept: kept, faults: faults)
        })
    }
  }
}
