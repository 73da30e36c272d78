package import StarBattle

/// What adding up knows of a board: the open cells, the stars that rows, columns and regions still
/// need, and the tiles.
///
/// A *part* is a sentence about open cells: a container holds just the stars that it needs, a tile
/// (a block of 2×2) at most one. Containers come first among the parts, then tiles.
package struct OpenBoard {
  /// One part.
  struct Part {
    let source: Addend.Source
    /// The stars that it needs, or at most has.
    let stars: Int
    /// Its open cells, by their place among all open cells; ascending.
    let cells: [Int]
  }

  /// The open cells (row-major, from 0), ascending.
  let cells: [Int]

  let parts: [Part]

  /// How many of the parts are containers.
  let containerCount: Int

  let side: Int

  /// Reads a board.
  ///
  /// - Parameters:
  ///   - side: The side of the board.
  ///   - openCells: The cells that are neither star nor mark, ascending.
  ///   - region: The region of a cell.
  ///   - need: How many stars a container still needs.
  package init(
    side: Int, openCells: [Int], region: (Int) -> Int, need: (Container) -> Int
  ) {
    self.side = side
    cells = openCells
    var places = [Int?](repeating: nil, count: side * side)
    var members = [[Int]](repeating: [], count: 3 * side)
    for (place, cell) in openCells.enumerated() {
      places[cell] = place
      for index in [cell / side, side + cell % side, 2 * side + region(cell)] {
        members[index].append(place)
      }
    }
    var parts: [Part] = []
    for (index, cells) in members.enumerated() {
      let container: Container =
        switch index / side {
        case 0: .row(index)
        case 1: .column(index - side)
        default: .region(index - 2 * side)
        }
      let need = need(container)
      if need > 0 { parts.append(Part(source: .container(container), stars: need, cells: cells)) }
    }
    containerCount = parts.count
    var tiles: [Part] = []
    for corner in 0..<side * (side - 1) where corner % side < side - 1 {
      let block = [corner, corner + 1, corner + side, corner + side + 1]
      let cells = block.compactMap { places[$0] }
      if !cells.isEmpty { tiles.append(Part(source: .tile(corner), stars: 1, cells: cells)) }
    }
    self.parts = parts + OpenBoard.withoutSmaller(tiles, side: side)
  }

  /// Leaves out tiles whose open cells all lie in another tile: that one says more.
  private static func withoutSmaller(_ tiles: [Part], side: Int) -> [Part] {
    tiles.enumerated().filter { index, tile in
      !tiles.enumerated().contains { other, larger in
        guard other != index, larger.cells.count >= tile.cells.count else { return false }
        if larger.cells.count == tile.cells.count && other > index { return false }
        return tile.cells.allSatisfy(larger.cells.contains)
      }
    }.map(\.element)
  }
}
