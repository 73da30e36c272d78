import Foundation
import GRDB

extension Catalog {
  /// The puzzles behind a number, in the order in which they came.
  ///
  /// - Parameters:
  ///   - id: The number; 0 begins with the first puzzle.
  ///   - limit: The most to give.
  /// - Returns: The puzzles, ascending.
  /// - Throws: `CatalogError`.
  /// - Complexity: O(limit + log puzzles).
  package func puzzles(after id: Int64, limit: Int) throws(CatalogError) -> [KeptPuzzle] {
    try reading { database in
      try Row.fetchAll(
        database,
        sql: "SELECT \(KeptPuzzle.columns) FROM puzzles WHERE id > ? ORDER BY id LIMIT ?",
        arguments: [id, limit]
      ).map { try KeptPuzzle($0, path: self.path) }
    }
  }

  /// Goes through all puzzles in the order in which they came.
  ///
  /// - Parameter body: Given each puzzle; what it throws ends the way.
  /// - Throws: `CatalogError`, and what `body` throws.
  /// - Complexity: O(puzzles); one at a time is in memory.
  package func forEachPuzzle(_ body: (PuzzleRecord) throws -> Void) throws {
    do {
      try queue.read { database in
        let rows = try Row.fetchCursor(
          database,
          sql: "\(Catalog.selectRecords) ORDER BY puzzles.id")
        while let row = try rows.next() { try body(record(database, row)) }
      }
    } catch let error as DatabaseError {
      throw CatalogError(error, path: path)
    }
  }
}
