import Explaining
import Generating
import Grading
import Notation
import StarBattle

/// The time of a hint, from positions along the solves of puzzles at each grid.
///
/// The first hint for a puzzle finds its solution as well; later ones know it. Both are for the
/// same positions: the empty board, and each step of the solve carried out.
func benchmarkCoaching(_ options: Options) {
  print("\ncoach, ms a hint: the first for a puzzle, and later ones")
  row(
    ["grid", "puzzles", "hints", "first p50", "p95", "most", "later p50", "p95", "most"],
    width: 11)
  var boards: [(name: String, puzzles: [Puzzle])] = []
  for (side, stars, _, _) in grids where side >= 10 {
    guard let grid = try? Grid(side: side, stars: stars) else { continue }
    for profile in [ClimbProfile.standard, .expert] {
      var generator = PuzzleGenerator(grid: grid)
      var puzzles: [Puzzle] = []
      for attempt in 0..<1000 where puzzles.count < options.count ?? 10 {
        let seed = ClimbProfile.seed(
          for: profile,
          from: Seed.derived(campaign: options.seed, item: "coach \(grid)", attempt: attempt))
        if let puzzle = generator.puzzle(seed: seed) { puzzles.append(puzzle) }
      }
      boards.append(("\(side)×\(side), \(stars)\(profile == .standard ? "" : " hard")", puzzles))
    }
  }
  for (name, puzzles) in boards {
    var first: [Double] = []
    var later: [Double] = []
    for puzzle in puzzles {
      var grader = Grader()
      let (grade, trace) = grader.trace(puzzle)
      guard grade.isSolved else { continue }
      var board = PlayerBoard(puzzle.grid)
      var warm = Coach()
      _ = try? warm.hint(for: puzzle, on: board)
      for step in trace.steps {
        first.append(
          timed {
            var coach = Coach()
            return (try? coach.hint(for: puzzle, on: board)) != nil
          }.microseconds / 1e3)
        later.append(timed { (try? warm.hint(for: puzzle, on: board)) != nil }.microseconds / 1e3)
        board.apply(step)
      }
    }
    row(
      [name, "\(puzzles.count)", "\(first.count)"]
        + [first, later].flatMap { times in
          [percentile(0.5, of: times), percentile(0.95, of: times), times.max() ?? 0].map(format)
        }, width: 11)
  }
}
