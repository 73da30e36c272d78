import Generating
import Grading
import Searching
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Grading")
struct GraderTests {
  private let grids: [(side: Int, stars: Int)] = [
    (4, 1), (5, 1), (6, 1), (8, 1), (9, 2), (10, 2), (14, 3), (17, 4),
  ]

  @Test("turning, mirroring and renaming regions changes no grade")
  func symmetry() throws {
    var grader = Grader()
    for (side, stars) in grids {
      var generator = PuzzleGenerator(grid: try Grid(side: side, stars: stars))
      var made = 0
      for attempt in 0..<6 {
        let seed = ClimbProfile.seed(
          for: ClimbProfile.allCases[attempt % 4],
          from: Seed.derived(campaign: 3, item: "symmetry \(side)", attempt: attempt))
        guard let puzzle = generator.puzzle(seed: seed) else { continue }
        made += 1
        let grade = grader.grade(puzzle)
        for symmetry in Symmetry.allCases {
          let image = grader.grade(puzzle.applying(symmetry))
          #expect(image.level == grade.level)
          #expect(image.cycles == grade.cycles)
          #expect(image.scoreInHundredths == grade.scoreInHundredths)
          #expect(image.rules == grade.rules)
          #expect(image.solution == grade.solution?.applying(symmetry, side: side))
        }
      }
      #expect(made > 1, "\(side)×\(side)")
    }
  }

  @Test("the hardest rule is one of the grade's level, also where an easier one is tried behind it")
  func hardest() throws {
    let ids = [
      "direct.neighbours", "direct.complete", "counting.marks", "tiling.overhang", "direct.forced",
    ]
    let rules = ids.compactMap { Rule(id: $0) }
    var grader = Grader()
    for letters in [
      "ABBCCBBCCCBDDDDBBEEDEEEED", "ABCCCABBDDAABDEBBBDEBBBBE", "AABCCABBDCABBDCAABDEAAEEE",
    ] {
      let regions = letters.utf8.map { Int($0) }
      let puzzle = try Puzzle(grid: Grid(side: 5, stars: 1), regions: regions)
      let grade = grader.grade(Layout(puzzle), climbing: rules[...])
      #expect(grade.rules.last?.id == "direct.forced" && grade.level > 2)
      #expect(grade.hardest?.rule.level == grade.level)
      let usual = grader.grade(puzzle)
      #expect(usual.isSolved && usual.hardest == usual.rules.last)
    }
  }

  @Test("solved means solved: one solution, and it is the one that exact search finds")
  func agreesWithSearch() {
    var random = ReplaySeed(61).generator
    var grader = Grader()
    var solver = ExactSolver()
    var solved = 0
    for _ in 0..<3000 {
      let puzzle = RandomBoards.puzzle(sides: 4...8, using: &random)
      let count = solver.count(puzzle, limit: 2)
      let grade = grader.grade(puzzle, highestLevel: 13)
      switch grade.outcome {
      case .solved:
        solved += 1
        #expect(count.solutions == [grade.solution])
        #expect(grade.cycles == grade.rules.reduce(0) { $0 + $1.count })
      case .contradiction: #expect(count.solutions.isEmpty)
      case .stuck(let unknowns):
        #expect(unknowns > 0)
        #expect(grade.solution == nil)
      }
    }
    #expect(solved > 20)
  }

  @Test("a puzzle with two solutions ends stuck, one with none never ends solved")
  func verdicts() throws {
    let grid = try Grid(side: 5, stars: 1)
    var grader = Grader()
    let rows = try Puzzle(grid: grid, regions: (0..<25).map { $0 / 5 })
    let open = grader.grade(rows)
    guard case .stuck = open.outcome else {
      Issue.record("rows as regions have 14 solutions")
      return
    }
    // Two regions of one cell each that touch.
    var cells = (0..<25).map { _ in 2 }
    cells[0] = 0
    cells[1] = 1
    cells[23] = 3
    cells[24] = 4
    let impossible = try Puzzle(grid: grid, regions: cells)
    let grade = grader.grade(impossible)
    #expect(grade.outcome == .contradiction)
  }

  @Test("easier levels alone never reach further than all levels")
  func ladderIsMonotone() throws {
    var grader = Grader()
    var generator = PuzzleGenerator(grid: try Grid(side: 10, stars: 2))
    var made = 0
    for attempt in 0..<20 {
      let seed = ClimbProfile.seed(
        for: .hard, from: Seed.derived(campaign: 4, item: "ladder", attempt: attempt))
      guard let puzzle = generator.puzzle(seed: seed) else { continue }
      made += 1
      let grade = grader.grade(puzzle)
      #expect(grade.isSolved && grade.level >= 8)
      let same = grader.grade(puzzle, highestLevel: grade.level)
      #expect(same == grade)
      let less = grader.grade(puzzle, highestLevel: grade.level - 1)
      #expect(!less.isSolved)
    }
    #expect(made > 5)
  }
}
