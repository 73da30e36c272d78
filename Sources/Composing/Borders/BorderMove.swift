package import StarBattle

/// A cell that a border could leave on its other side.
package struct BorderMove: Hashable, Sendable {
  /// The cell, row-major from 0.
  package let cell: Int
  /// The region that it belongs to.
  package let home: Int
  /// The region that it could go to, which it shares an edge with.
  package let region: Int

  /// All moves of a puzzle, by cell and then by region.
  ///
  /// - Complexity: O(cells).
  package static func all(of puzzle: Puzzle) -> [BorderMove] {
    (0..<puzzle.grid.cellCount).flatMap { cell in
      let home = puzzle.region(of: cell)
      let others = Set(puzzle.grid.edgeNeighbours(of: cell).map(puzzle.region(of:)))
      return others.subtracting([home]).sorted().map {
        BorderMove(cell: cell, home: home, region: $0)
      }
    }
  }
}
