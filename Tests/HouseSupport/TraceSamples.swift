package import Explaining
import Generating
package import Grading
import Pipeline
package import StarBattle
import Testing

/// Traces of puzzles made from fixed seeds.
package enum TraceSamples {
  /// The grids of the product.
  package static let grids = [(5, 1), (6, 1), (8, 1), (10, 2), (14, 3), (17, 4), (21, 5), (25, 6)]

  /// Traces at every grid of the product, made once for all tests: four or more each.
  package static let shared = Result {
    try grids.map { side, stars in
      (side: side, traces: try traces(side: side, stars: stars, count: side > 12 ? 6 : 16))
    }
  }

  /// The shared traces of a side.
  package static func traces(side: Int) throws -> [(grade: Grade, trace: Trace)] {
    let found = try shared.get().first { $0.side == side }?.traces ?? []
    try #require(!found.isEmpty, "no puzzle at \(side)×\(side)")
    return found
  }

  /// Traces of the puzzles of some seeds, every profile in turn.
  package static func traces(
    side: Int, stars: Int, count: Int
  ) throws -> [(grade: Grade, trace: Trace)] {
    var generator = PuzzleGenerator(grid: try Grid(side: side, stars: stars))
    var grader = Grader()
    var traces: [(grade: Grade, trace: Trace)] = []
    for attempt in 0..<count {
      let profiles = ClimbProfile.allCases
      let seed = ClimbProfile.seed(
        for: side < 6 ? .standard : profiles[attempt % profiles.count],
        from: Seed.derived(campaign: 3, item: "hints", attempt: attempt))
      guard let puzzle = generator.puzzle(seed: seed) else { continue }
      traces.append(grader.trace(puzzle, highestLevel: 13))
    }
    return traces
  }

  /// A puzzle from the letters of its rows.
  package static func puzzle(_ rows: String, stars: Int = 1) throws -> Puzzle {
    let letters = Array(rows.utf8.filter { $0 != UInt8(ascii: "/") })
    let side = rows.split(separator: "/").count
    return try Puzzle(grid: Grid(side: side, stars: stars), regions: letters)
  }

  /// A board with some stars and marks.
  package static func board(_ puzzle: Puzzle, stars: [Int], marks: [Int]) -> KnownBoard {
    var board = KnownBoard(puzzle)
    board.apply(
      Step(
        rule: "given", level: 1, cycle: 0, containers: [], cells: [], stars: stars, marks: marks))
    return board
  }
}
