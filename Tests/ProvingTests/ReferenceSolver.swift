import StarBattle

/// Counts solutions by trying everything, row by row: too plain to be wrong, too slow above 8×8.
struct ReferenceSolver {
  private let puzzle: Puzzle
  private let limit: Int
  private var isStar: [Bool]
  private var columns: [Int]
  private var regions: [Int]
  private(set) var solutions: [Solution] = []

  /// The solutions of a puzzle, up to a limit.
  static func solutions(of puzzle: Puzzle, limit: Int = 2) -> [Solution] {
    var solver = ReferenceSolver(puzzle, limit: limit)
    solver.fill(from: 0, starsInRow: 0)
    return solver.solutions
  }

  private init(_ puzzle: Puzzle, limit: Int) {
    self.puzzle = puzzle
    self.limit = limit
    isStar = Array(repeating: false, count: puzzle.grid.cellCount)
    columns = Array(repeating: 0, count: puzzle.grid.side)
    regions = columns
  }

  /// Decides a cell and all after it.
  private mutating func fill(from cell: Int, starsInRow: Int) {
    let (grid, quota) = (puzzle.grid, puzzle.grid.stars)
    if solutions.count == limit { return }
    if cell > 0 && cell % grid.side == 0 && starsInRow != quota { return }
    if cell == grid.cellCount {
      let solution = Solution(stars: isStar.indices.filter { isStar[$0] })
      if solution.solves(puzzle) { solutions.append(solution) }
      return
    }
    let stars = cell % grid.side == 0 ? 0 : starsInRow
    let (column, region) = (cell % grid.side, puzzle.region(of: cell))
    if stars < quota && columns[column] < quota && regions[region] < quota
      && !grid.neighbours(of: cell).contains(where: { isStar[$0] })
    {
      isStar[cell] = true
      columns[column] += 1
      regions[region] += 1
      fill(from: cell + 1, starsInRow: stars + 1)
      isStar[cell] = false
      columns[column] -= 1
      regions[region] -= 1
    }
    fill(from: cell + 1, starsInRow: stars)
  }
}
