import StarBattle

/// Random boards that have a solution: stars first, then regions with the right number of them.
enum PlantedBoards {
  /// A random board of a grid and the solution it was made around; it may have others.
  ///
  /// - Parameters:
  ///   - grid: The outline; the stars are found by backtracking, quick up to 10×10.
  ///   - generator: Where the choices come from.
  /// - Returns: The board, and one of its solutions.
  /// - Throws: Nothing, unless this code is wrong: the layouts it makes are well formed.
  static func board(
    of grid: Grid, using generator: inout SeededGenerator
  ) throws -> (puzzle: Puzzle, solution: Solution) {
    let stars = placement(of: grid, using: &generator)
    // A path that snakes through the rows is cut behind every K-th star.
    var regions = [Int](repeating: 0, count: grid.cellCount)
    var met = 0
    for step in 0..<grid.cellCount {
      let (row, place) = (step / grid.side, step % grid.side)
      let cell = row * grid.side + (row % 2 == 0 ? place : grid.side - 1 - place)
      regions[cell] = min(grid.side - 1, met / grid.stars)
      if stars.contains(cell) { met += 1 }
    }
    // Then cells without a star change hands, as long as all regions stay in one piece.
    var puzzle = try Puzzle(grid: grid, regions: regions)
    for _ in 0..<20 * grid.cellCount {
      let cell = generator.below(grid.cellCount)
      let neighbours = grid.edgeNeighbours(of: cell)
      let taker = puzzle.regions[neighbours[generator.below(neighbours.count)]]
      if stars.contains(cell) || puzzle.regions[cell] == taker { continue }
      var changed = puzzle.regions
      changed[cell] = taker
      if let next = try? Puzzle(grid: grid, regions: changed) { puzzle = next }
    }
    return (puzzle, Solution(stars: stars))
  }

  /// Random stars that fill a grid without regions.
  static func placement(of grid: Grid, using generator: inout SeededGenerator) -> [Int] {
    while true {
      var columns = [Int](repeating: 0, count: grid.side)
      var stars: [Int] = []
      for row in 0..<grid.side {
        var places = Array(0..<grid.side)
        generator.shuffle(&places)
        var chosen: [Int] = []
        for place in places where chosen.count < grid.stars && columns[place] < grid.stars {
          let cell = row * grid.side + place
          let isTouched = grid.neighbours(of: cell).contains {
            stars.contains($0) || chosen.contains($0)
          }
          if !isTouched { chosen.append(cell) }
        }
        if chosen.count < grid.stars { break }
        for cell in chosen { columns[cell % grid.side] += 1 }
        stars += chosen
      }
      if stars.count == grid.starCount { return stars }
    }
  }
}
