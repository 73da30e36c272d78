import Foundation
import GRDB
import Notation
import StarBattle

/// Grades of puzzles that are not published yet: they follow the grader, those of published ones
/// never change.
extension Catalog {
  /// The unpublished puzzles that another grader has graded, in the order in which they came.
  ///
  /// What a release on its way may hold is left out: perhaps players have it already.
  ///
  /// - Parameters:
  ///   - grader: The grader of today.
  ///   - id: The number behind which to look.
  ///   - limit: The most to give.
  /// - Returns: The puzzles, ascending.
  /// - Throws: `CatalogError`.
  /// - Complexity: O(unpublished puzzles of other graders).
  package func outdated(
    grader: Int, after id: Int64 = 0, limit: Int
  ) throws(CatalogError) -> [KeptPuzzle] {
    try reading { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT \(KeptPuzzle.columns) FROM puzzles
          WHERE (grader_version < ? OR grader_version > ?) AND \(Catalog.isOpen) AND id > ?
            AND id NOT IN (SELECT puzzle FROM refused)
          ORDER BY id LIMIT ?
          """, arguments: [grader, grader, id, limit]
      ).map { try KeptPuzzle($0, path: self.path) }
    }
  }

  /// Gives unpublished puzzles other grades, with the traces that lead to them.
  ///
  /// Whatever is published keeps its grade.
  ///
  /// - Throws: `CatalogError`; `.notASolution`.
  package func regrade(_ batch: [(id: Int64, puzzle: NewPuzzle)]) throws(CatalogError) {
    try writing { database in
      for (id, puzzle) in batch {
        try Catalog.check(puzzle)
        try database.execute(
          sql: """
            UPDATE puzzles SET sbn = ?, grader_version = ?, score_hundredths = ?, difficulty = ?,
              level = ?, cycles = ?, rules = ?
            WHERE id = ? AND canonical = ? AND \(Catalog.isOpen)
            """,
          arguments: [
            puzzle.sbn.description, puzzle.graderVersion, puzzle.scoreInHundredths,
            puzzle.sbn.metadata.difficulty, puzzle.sbn.metadata.level, puzzle.sbn.metadata.cycles,
            try puzzle.rulesText, id, Data(puzzle.form.key),
          ])
        guard database.changesCount == 1, let trace = puzzle.trace else { continue }
        try self.keep(database, trace, of: id)
      }
    }
  }

  /// Forgets an unpublished puzzle; a date that it has is open again.
  ///
  /// - Returns: Whether it is gone: one that is in a slot, published, withdrawn or refused stays.
  /// - Throws: `CatalogError`.
  package func discard(_ id: Int64) throws(CatalogError) -> Bool {
    try writing { database in
      let mayGo = try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM puzzles WHERE id = ? AND \(Catalog.isOpen)
          AND NOT EXISTS (SELECT 1 FROM slots WHERE slots.puzzle = puzzles.id)
          AND NOT EXISTS (SELECT 1 FROM replacements WHERE after = puzzles.id)
          AND NOT EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.puzzle = puzzles.id)
          AND NOT EXISTS (SELECT 1 FROM refused WHERE refused.puzzle = puzzles.id))
          """, arguments: [id])
      guard mayGo ?? false else { return false }
      for table in ["calendar", "ahead", "fillers", "traces", "notes", "tags"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE puzzle = ?", arguments: [id])
      }
      for column in ["before", "after"] {
        try database.execute(
          sql: "UPDATE edits SET \(column) = NULL WHERE \(column) = ?", arguments: [id])
      }
      try database.execute(sql: "DELETE FROM puzzles WHERE id = ?", arguments: [id])
      return true
    }
  }

  /// In no release, announced by none, and in none that is on its way: a used puzzle may be in
  /// that.
  private static let isOpen = """
    first_release IS NULL
    AND NOT EXISTS (
      SELECT 1 FROM replacements WHERE after = puzzles.id AND replacements.release IS NOT NULL)
    AND (NOT EXISTS (SELECT 1 FROM releases WHERE state = 'pending') OR (\(Catalog.isUnused)))
    """
}
