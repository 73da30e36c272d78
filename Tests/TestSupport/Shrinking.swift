public import StarBattle

/// Makes a board that shows a mistake smaller, as long as it still shows it.
public enum Shrinking {
  /// The smallest board that can be reached.
  ///
  /// Tried are, over and over until none helps: fewer stars; a row and a column less, the regions
  /// that are left over merged into their neighbours.
  ///
  /// - Parameters:
  ///   - puzzle: A board that shows the mistake.
  ///   - showsMistake: Whether a board does.
  /// - Returns: A board that shows it, no larger than `puzzle`.
  public static func shrink(_ puzzle: Puzzle, while showsMistake: (Puzzle) -> Bool) -> Puzzle {
    var best = puzzle
    search: while true {
      for smaller in smallerBoards(than: best) where showsMistake(smaller) {
        best = smaller
        continue search
      }
      return best
    }
  }

  private static func smallerBoards(than puzzle: Puzzle) -> [Puzzle] {
    let (side, quota) = (puzzle.grid.side, puzzle.grid.stars)
    var boards: [Puzzle] = []
    if let grid = try? Grid(side: side, stars: quota - 1),
      let board = try? Puzzle(grid: grid, regions: puzzle.regions)
    {
      boards.append(board)
    }
    for row in 0..<side {
      for column in 0..<side {
        if let board = without(row: row, column: column, of: puzzle) { boards.append(board) }
      }
    }
    return boards
  }

  /// The board without a row and a column, with one region less.
  static func without(row: Int, column: Int, of puzzle: Puzzle) -> Puzzle? {
    let side = puzzle.grid.side - 1
    guard let grid = try? Grid(side: side, stars: puzzle.grid.stars) else { return nil }
    var regions: [Int] = []
    for cell in puzzle.regions.indices
    where cell / (side + 1) != row && cell % (side + 1) != column {
      regions.append(puzzle.region(of: cell))
    }
    while true {
      let names = Set(regions).sorted()
      if names.count <= side { break }
      // The smallest region goes to the first one beside it.
      let sizes = names.map { name in (regions.count { $0 == name }, name) }
      guard let smallest = sizes.min(by: { $0 < $1 })?.1,
        let cell = regions.indices.first(where: { cell in
          regions[cell] == smallest
            && grid.edgeNeighbours(of: cell).contains { regions[$0] != smallest }
        }), let other = grid.edgeNeighbours(of: cell).first(where: { regions[$0] != smallest })
      else { return nil }
      let name = regions[other]
      regions = regions.map { $0 == smallest ? name : $0 }
    }
    return try? Puzzle(grid: grid, regions: regions)
  }
}
