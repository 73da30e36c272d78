import Generating
import Grading
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("What a puzzle needs")
struct NeedsTests {
  private func puzzles(_ side: Int, _ stars: Int, _ count: Int) throws -> [Puzzle] {
    let grid = try Grid(side: side, stars: stars)
    var generator = PuzzleGenerator(grid: grid)
    return try (0..<count).compactMap { number in
      let profile = ClimbProfile.allCases[number % 3]
      return generator.puzzle(
        seed: ClimbProfile.seed(for: profile, from: try #require(Seed(64 * number))))
    }
  }

  @Test("a rule that is left out is not used, and nothing false is found without it")
  func leavingOut() throws {
    for puzzle in try puzzles(8, 1, 30) + puzzles(8, 2, 30) + puzzles(10, 2, 30) {
      var grader = Grader()
      let grade = grader.grade(puzzle)
      let solution = try #require(grade.solution)
      for rule in Rule.ladder(through: 12) {
        let without = grader.grade(puzzle, leavingOut: rule)
        #expect(!without.rules.contains { $0.rule == rule })
        #expect(without.outcome != .contradiction, "\(rule.id)")
        if without.isSolved { #expect(without.solution == solution, "\(rule.id)") }
        if !grade.rules.contains(where: { $0.rule == rule }) { #expect(without == grade) }
      }
    }
  }

  @Test("a depth of assumptions sees what the ones before it see, when they are left out")
  func depths() throws {
    // Trials of two depths are made together; without one of them the other stands alone.
    let depths = try ["direct", "tiling", "counting"].map {
      try #require(Rule(id: "hypothetical.\($0)"))
    }
    for puzzle in try puzzles(10, 2, 60) {
      var grader = Grader()
      for rule in depths {
        let without = grader.grade(puzzle, leavingOut: rule)
        #expect(without.isSolved, "\(rule.id)")
      }
    }
  }

  @Test("needs name every rule that is used, its steps, and the hardest as needed")
  func needs() throws {
    for puzzle in try puzzles(6, 1, 20) + puzzles(10, 2, 20) {
      var grader = Grader()
      let (grade, trace) = grader.trace(puzzle)
      let needs = grader.needs(of: puzzle)
      #expect(needs.map(\.rule.id) == grade.rules.map(\.id))
      #expect(needs.last?.isNeeded == true)
      for need in needs {
        #expect(need.steps == trace.steps.indices.filter { trace.steps[$0].rule == need.rule.id })
        #expect(need.cycles.count == grade.rules.first { $0.rule == need.rule }?.count)
        let isNeeded = grader.isNeeded(need.rule, by: puzzle, grade)
        #expect(isNeeded == need.isNeeded)
        let harder = (need.without.rules.last?.rule.row ?? 0) > (grade.rules.last?.rule.row ?? 0)
        #expect(need.isNeeded == (!need.without.isSolved || harder))
      }
      let unused = Rule.ladder.filter { rule in !grade.rules.contains { $0.rule == rule } }
      for rule in unused {
        let isNeeded = grader.isNeeded(rule, by: puzzle, grade)
        #expect(!isNeeded)
      }
    }
  }

  @Test("a puzzle that the rules do not solve needs nothing")
  func unsolved() throws {
    let grid = try Grid(side: 6, stars: 1)
    let rows = try Puzzle(grid: grid, regions: (0..<36).map { $0 / 6 })
    var grader = Grader()
    let needs = grader.needs(of: rows)
    #expect(needs.isEmpty)
    let grade = grader.grade(rows)
    let isNeeded = grader.isNeeded(Rule.ladder[1], by: rows, grade)
    #expect(!isNeeded)
  }
}
