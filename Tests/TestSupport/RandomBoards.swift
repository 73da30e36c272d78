public import StarBattle

/// Random boards that are well formed and otherwise good for nothing.
///
/// They have as many connected regions as rows, of every size from a single cell up. Most have no
/// solution, which is what a parser, a symmetry or a differential test wants; a test that needs
/// puzzles with a solution has to make them.
public enum RandomBoards {
  /// A random grid among all that can be filled.
  ///
  /// - Parameters:
  ///   - sides: The sides to choose from, within `Grid.sides`.
  ///   - generator: Where the choice comes from.
  /// - Returns: A grid; every side is equally likely, then every star quota of that side.
  public static func grid(
    sides: ClosedRange<Int> = Grid.sides, using generator: inout SeededGenerator
  ) -> Grid {
    let side = sides.lowerBound + generator.below(sides.count)
    let quotas = Grid.quotas(ofSide: side)
    do {
      return try Grid(side: side, stars: quotas.lowerBound + generator.below(quotas.count))
    } catch {
      preconditionFailure("no grid of side \(side): \(error)")
    }
  }

  /// A random puzzle of a grid: regions grown cell by cell from random cells until they fill it.
  ///
  /// Each step gives a random cell at the edge of what is filled to a region that touches it there,
  /// so every region is connected at any time.
  ///
  /// - Parameters:
  ///   - grid: The outline.
  ///   - generator: Where the choices come from.
  /// - Returns: A well-formed puzzle.
  /// - Complexity: O(cells).
  public static func puzzle(of grid: Grid, using generator: inout SeededGenerator) -> Puzzle {
    var regions = [Int](repeating: -1, count: grid.cellCount)
    // Cells that touch a region, each with that region; a cell may wait here for several.
    var edge: [(cell: Int, region: Int)] = []
    func claim(_ cell: Int, for region: Int) {
      regions[cell] = region
      for next in grid.edgeNeighbours(of: cell) where regions[next] == -1 {
        edge.append((next, region))
      }
    }
    var starts = Array(regions.indices)
    generator.shuffle(&starts)
    for region in 0..<grid.side { claim(starts[region], for: region) }
    while !edge.isEmpty {
      edge.swapAt(generator.below(edge.count), edge.count - 1)
      let (cell, region) = edge.removeLast()
      if regions[cell] == -1 { claim(cell, for: region) }
    }
    do {
      return try Puzzle(grid: grid, regions: regions)
    } catch {
      preconditionFailure("a grown layout of \(grid) is not well formed: \(error)")
    }
  }

  /// A random puzzle of a random grid.
  ///
  /// - Parameters:
  ///   - sides: The sides to choose from, within `Grid.sides`.
  ///   - generator: Where the choices come from.
  /// - Returns: A well-formed puzzle.
  public static func puzzle(
    sides: ClosedRange<Int> = Grid.sides, using generator: inout SeededGenerator
  ) -> Puzzle {
    let grid = grid(sides: sides, using: &generator)
    return puzzle(of: grid, using: &generator)
  }
}
