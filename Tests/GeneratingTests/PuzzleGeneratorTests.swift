import Generating
import Grading
import Searching
import StarBattle
import TestSupport
import Testing

@Suite("Generating")
struct PuzzleGeneratorTests {
  @Test(
    "a seed makes the same puzzle whatever was made before it",
    arguments: [(5, 1), (8, 1), (10, 2), (14, 3)])
  func deterministic(side: Int, stars: Int) throws {
    let grid = try Grid(side: side, stars: stars)
    let seeds = (0..<6).map {
      ClimbProfile.seed(
        for: .standard, from: Seed.derived(campaign: 5, item: "twice", attempt: $0))
    }
    var first = PuzzleGenerator(grid: grid)
    var second = PuzzleGenerator(grid: grid)
    let forward = seeds.map { first.puzzle(seed: $0) }
    let backward = seeds.reversed().map { second.puzzle(seed: $0) }
    #expect(forward == backward.reversed())
    #expect(Set(forward).count == seeds.count)
  }

  @Test(
    "every puzzle is solved by the rules its profile allows, needs those it asks for, and is unique",
    arguments: [ClimbProfile.gentle, .standard, .hard, .expert])
  func profiles(profile: ClimbProfile) throws {
    var grader = Grader()
    var solver = ExactSolver()
    for (side, stars) in [(10, 2), (14, 3), (17, 4)] {
      let grid = try Grid(side: side, stars: stars)
      var generator = PuzzleGenerator(grid: grid)
      var made = 0
      for attempt in 0..<8 {
        let seed = ClimbProfile.seed(
          for: profile, from: Seed.derived(campaign: 6, item: "profile", attempt: attempt))
        #expect(ClimbProfile.of(seed) == profile)
        guard let puzzle = generator.puzzle(seed: seed) else { continue }
        made += 1
        let grade = grader.grade(puzzle)
        #expect(grade.isSolved)
        #expect(profile.levels.contains(grade.level), "level \(grade.level)")
        #expect(puzzle.regionSizes.allSatisfy { $0 >= RegionCanvas.leastSize(for: grid) })
        let count = solver.count(puzzle, limit: 2, nodeBudget: 2_000_000)
        #expect(count.isComplete && count.solutions == [grade.solution])
      }
      #expect(made > 0)
    }
  }

  @Test(
    "at every side and quota that can be filled there is a placement of stars", arguments: 4...25)
  func everyGrid(side: Int) throws {
    var random = ReplaySeed(81).generator
    for stars in Grid.quotas(ofSide: side) {
      let grid = try Grid(side: side, stars: stars)
      var placer = StarPlacer(grid: grid)
      let placed = placer.place(&random)
      let solution = try #require(placed, "no stars at \(grid)")
      let rows = try Puzzle(grid: grid, regions: (0..<grid.cellCount).map { $0 / side })
      #expect(solution.solves(rows))
    }
  }
}
