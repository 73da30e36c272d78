import Catalog
import Dates
import Notation
import StarBattle
import TestSupport

/// Puzzles with a solution, made to be kept.
enum Samples {
  /// A puzzle of its own for every number, with one star in each row.
  static func puzzle(_ number: Int, side: Int = 8, difficulty: Int = 3) -> NewPuzzle {
    var generator = SeededGenerator(seed: UInt64(number) &* 0x9E37_79B9 &+ UInt64(side))
    let stars = stars(side: side, using: &generator)
    let puzzle = puzzle(around: stars, side: side, using: &generator)
    let metadata = SBN.Metadata(
      seed: Seed(number), difficulty: difficulty, level: 2, cycles: 10 + number)
    return NewPuzzle(
      sbn: SBN(puzzle: puzzle, metadata: metadata), generatorVersion: 1, graderVersion: 2,
      scoreInHundredths: 100 * difficulty, rules: ["row.full": number, "cell.last": 2],
      solution: Solution(stars: stars))
  }

  /// A day, such as `2026-11-21`.
  static func daily(_ key: String) -> Period {
    do {
      return try Period(.daily, key: key)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The same with a trace that places its stars one after the other.
  static func traced(_ number: Int, side: Int = 8) -> NewPuzzle {
    var sample = puzzle(number, side: side)
    let steps = sample.solution.stars.enumerated().map { cycle, star in
      Step(
        rule: "direct.last", level: 1 + cycle % 2, cycle: cycle,
        containers: [.row(star / side), .region(cycle)], cells: [], stars: [star],
        marks: [(star + 1) % (side * side), (star + side) % (side * side)].sorted())
    }
    sample.trace = Trace(puzzle: sample.sbn.puzzle, steps: steps, failure: nil)
    return sample
  }

  /// The same puzzle turned, mirrored and relettered.
  static func turned(_ puzzle: NewPuzzle, _ symmetry: Symmetry) -> NewPuzzle {
    var twin = puzzle
    let board = puzzle.sbn.puzzle.applying(symmetry)
    twin.sbn = SBN(puzzle: board, metadata: puzzle.sbn.metadata)
    twin.solution = puzzle.solution.applying(symmetry, side: board.grid.side)
    return twin
  }

  /// One star a row and column, none touching.
  private static func stars(side: Int, using generator: inout SeededGenerator) -> [Int] {
    while true {
      var columns = Array(0..<side)
      generator.shuffle(&columns)
      if zip(columns, columns.dropFirst()).allSatisfy({ abs($0 - $1) > 1 }) {
        return columns.enumerated().map { $0 * side + $1 }
      }
    }
  }

  /// Regions grown from the stars, one each.
  private static func puzzle(
    around stars: [Int], side: Int, using generator: inout SeededGenerator
  ) -> Puzzle {
    do {
      let grid = try Grid(side: side, stars: 1)
      var regions = [Int](repeating: -1, count: grid.cellCount)
      for (region, star) in stars.enumerated() { regions[star] = region }
      while regions.contains(-1) {
        let cell = generator.below(grid.cellCount)
        guard regions[cell] == -1 else { continue }
        let near = grid.edgeNeighbours(of: cell).filter { regions[$0] >= 0 }
        if !near.isEmpty { regions[cell] = regions[near[generator.below(near.count)]] }
      }
      return try Puzzle(grid: grid, regions: regions)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
