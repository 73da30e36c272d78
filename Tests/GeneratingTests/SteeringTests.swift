import Generating
import Grading
import Searching
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Steering")
struct SteeringTests {
  @Test("at every size of the house each difficulty is reached", arguments: [5, 6, 8, 10, 14])
  func difficulties(side: Int) throws {
    let grid = try Grid(side: side, stars: [10: 2, 14: 3][side] ?? 1)
    for difficulty in 1...10 {
      let profile = ClimbProfile.suited(to: difficulty, on: grid)
      let settings = SeedSettings(profile: profile, difficulty: difficulty)
      let grades = try grades(of: settings, on: grid, count: 4)
      #expect(grades.count >= 3, "difficulty \(difficulty)")
      for grade in grades {
        #expect(grade.difficulty == difficulty)
        #expect(profile.levels.contains(grade.level))
      }
    }
  }

  @Test(
    "a rule that is asked for is the hardest step",
    arguments: [
      (6, 1, "tiling.overhang"), (6, 1, "counting.marks"), (8, 1, "hypothetical.direct"),
      (10, 2, "tiling.forced"), (10, 2, "tiling.pairs"), (10, 2, "counting.tiles"),
      (10, 2, "tiling.parts"), (10, 2, "hypothetical.tiling"), (10, 2, "hypothetical.counting"),
      (14, 3, "tiling.pairs"), (14, 3, "hypothetical.propagated"), (14, 3, "hypothetical.chained"),
    ])
  func rules(side: Int, stars: Int, id: String) throws {
    let rule = try #require(Rule.ladder.first { $0.id == id })
    let grid = try Grid(side: side, stars: stars)
    let grades = try grades(of: SeedSettings(rule: rule), on: grid, count: 4)
    #expect(grades.count >= 3)
    for grade in grades { #expect(grade.rules.last?.id == id) }
  }

  @Test("rule and difficulty hold together")
  func both() throws {
    let rule = try #require(Rule.ladder.first { $0.id == "tiling.pairs" })
    let settings = SeedSettings(rule: rule, difficulty: 5)
    let grades = try grades(of: settings, on: Grid(side: 10, stars: 2), count: 4)
    #expect(grades.count >= 3)
    for grade in grades {
      #expect(grade.rules.last?.id == rule.id)
      #expect(grade.difficulty == 5)
    }
  }

  @Test("what cannot be leads to no puzzle within a bounded number of evaluations")
  func never() throws {
    let rule = try #require(Rule.ladder.first { $0.id == "direct.neighbours" })
    let grid = try Grid(side: 6, stars: 1)
    var generator = PuzzleGenerator(grid: grid)
    let seed = SeedSettings(rule: rule).written(
      into: Seed.derived(campaign: ReplaySeed(91).value, item: "never", attempt: 0))
    let puzzle = generator.puzzle(seed: seed)
    #expect(puzzle == nil)
    #expect(generator.evaluations > 0)
    #expect(generator.evaluations < 24 * 12_000)
  }

  /// The grades of the puzzles of some seeds; each is unique, and made again by another generator.
  private func grades(of settings: SeedSettings, on grid: Grid, count: Int) throws -> [Grade] {
    var grader = Grader()
    var solver = ExactSolver()
    var generator = PuzzleGenerator(grid: grid)
    var grades: [Grade] = []
    for attempt in 0..<count {
      let derived = Seed.derived(
        campaign: ReplaySeed(90).value, item: "steer", attempt: attempt)
      let seed = settings.written(into: derived)
      guard let puzzle = generator.puzzle(seed: seed) else { continue }
      var other = PuzzleGenerator(grid: grid)
      let again = other.puzzle(seed: seed)
      #expect(again == puzzle)
      let grade = grader.grade(puzzle)
      #expect(grade.isSolved)
      let search = solver.count(puzzle, limit: 2, nodeBudget: 2_000_000)
      #expect(search.isComplete && search.solutions == [grade.solution])
      grades.append(grade)
    }
    return grades
  }
}
