import Generating
import Grading
import Searching
import StarBattle
import TestSupport
import Testing

/// No step of any trace contradicts a solution.
///
/// `make soak` looks at all 20,000 boards, `make test` at a share.
@Suite("Trace soundness")
struct TraceSoundnessTests {
  /// The first step that takes a star from a solution, or puts one where it has none.
  private func contradiction(of trace: Trace, to solution: Solution) -> String? {
    let stars = Set(solution.stars)
    for step in trace.steps {
      let isSound =
        stars.isSuperset(of: step.stars) && stars.isDisjoint(with: step.marks)
        && (step.assumption.map { step.marks == [$0.cell] } ?? true)
      if !isSound { return "\(trace.puzzle.grid) \(trace.puzzle.regions): \(step)" }
    }
    return nil
  }

  @Test("on random boards around known stars, at every size", arguments: 4...25)
  func randomBoards(side: Int) throws {
    let seed = ReplaySeed(UInt64(7000 + side))
    var random = seed.generator
    var grader = Grader()
    // 22 sizes: 20,020 boards in all.
    let count = Effort.isSoak ? 910 : 12
    var steps = 0
    for number in 0..<count {
      let quotas = Grid.quotas(ofSide: side)
      let grid = try Grid(side: side, stars: quotas.lowerBound + random.below(quotas.count))
      guard let mixed = try MixedPuzzle(on: grid, &random) else { continue }
      let (puzzle, stars) = (mixed.puzzle, mixed.stars)
      let level = number % 3 == 0 ? 13 : 12
      let (grade, trace) = grader.trace(puzzle, highestLevel: level)
      let found = contradiction(of: trace, to: stars)
      #expect(found == nil, "seed \(seed.value), board \(number)")
      #expect(grade.outcome != .contradiction && trace.failure == nil)
      if grade.isSolved { #expect(grade.solution == stars) }
      steps += trace.steps.count
    }
    #expect(steps > 0)
  }

  @Test("on generated puzzles of every profile", arguments: ClimbProfile.allCases)
  func generated(profile: ClimbProfile) throws {
    var grader = Grader()
    var solver = ExactSolver()
    var made = 0
    for (side, stars) in [(5, 1), (6, 1), (8, 1), (10, 2), (14, 3), (17, 4), (21, 5), (25, 6)] {
      var generator = PuzzleGenerator(grid: try Grid(side: side, stars: stars))
      for attempt in 0..<(Effort.isSoak ? 100 : side > 14 ? 2 : 8) {
        let seed = ClimbProfile.seed(
          for: profile, from: Seed.derived(campaign: 9, item: "sound \(side)", attempt: attempt))
        guard let puzzle = generator.puzzle(seed: seed) else { continue }
        made += 1
        let (grade, trace) = grader.trace(puzzle)
        let solution = try #require(grade.solution)
        // Exact search agrees; at the largest sizes that can take long.
        if side <= 14 {
          let count = solver.count(puzzle, limit: 2)
          #expect(count.solutions == [solution])
        }
        #expect(contradiction(of: trace, to: solution) == nil)
        #expect(trace.steps.reduce(0) { $0 + $1.stars.count } == side * stars)
      }
    }
    #expect(made >= 10)
  }
}
