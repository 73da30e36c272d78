import Grading
import Searching
import StarBattle
import TestSupport
import Testing

@Suite("Exact search")
struct ExactSolverTests {
  /// Counts solutions row by row, straight from the rules of the game.
  private func countByTrial(_ puzzle: Puzzle) -> Int {
    let (side, quota) = (puzzle.grid.side, puzzle.grid.stars)
    var columns = [Int](repeating: 0, count: side)
    var regions = columns
    var stars: [Int] = []
    func count(from cell: Int, inRow: Int) -> Int {
      if cell == side * side {
        return columns + regions == Array(repeating: quota, count: 2 * side) ? 1 : 0
      }
      let (row, column) = (cell / side, cell % side)
      let endsRow = column == side - 1
      var total = 0
      if !endsRow || inRow == quota { total += count(from: cell + 1, inRow: endsRow ? 0 : inRow) }
      let region = puzzle.region(of: cell)
      if inRow < quota, columns[column] < quota, regions[region] < quota,
        !endsRow || inRow == quota - 1,
        stars.allSatisfy({ abs($0 / side - row) > 1 || abs($0 % side - column) > 1 })
      {
        stars.append(cell)
        columns[column] += 1
        regions[region] += 1
        total += count(from: cell + 1, inRow: endsRow ? 0 : inRow + 1)
        stars.removeLast()
        columns[column] -= 1
        regions[region] -= 1
      }
      return total
    }
    return count(from: 0, inRow: 0)
  }

  @Test("it finds every solution, and only solutions, on small random boards")
  func agreesWithTrial() {
    var random = ReplaySeed(51).generator
    var solver = ExactSolver()
    var kinds: Set<Int> = []
    for round in 0..<1500 {
      let puzzle = RandomBoards.puzzle(sides: round % 10 == 0 ? 8...8 : 4...6, using: &random)
      let expected = countByTrial(puzzle)
      let count = solver.count(puzzle, limit: .max)
      #expect(count.isComplete)
      #expect(count.solutions.count == expected)
      #expect(Set(count.solutions).count == expected)
      #expect(count.solutions.allSatisfy { $0.solves(puzzle) })
      kinds.insert(min(expected, 2))
    }
    #expect(kinds == [0, 1, 2], "the boards should include unsolvable, unique and ambiguous ones")
  }

  @Test("it finds the same solutions where it begins with what the rules have found")
  func beginningAfterTheRules() {
    var random = ReplaySeed(52).generator
    var solver = ExactSolver()
    var grader = Grader()
    var stuck = 0
    for _ in 0..<3000 {
      let puzzle = RandomBoards.puzzle(sides: 5...9, using: &random)
      let grade = grader.grade(puzzle, highestLevel: random.below(13))
      guard case .stuck = grade.outcome else { continue }
      stuck += 1
      let whole = solver.count(puzzle, limit: 50)
      let rest = solver.count(puzzle, after: grade, limit: 50)
      #expect(rest.isComplete && rest.solutions.count == whole.solutions.count)
      #expect(rest.solutions.allSatisfy { $0.solves(puzzle) })
      if whole.solutions.count < 50 { #expect(Set(rest.solutions) == Set(whole.solutions)) }
    }
    #expect(stuck > 500)
  }

  @Test("it stops at the limit, and says when its budget ran out")
  func limits() throws {
    // Rows as regions: nothing but the grid's own placements; 5×5 with one star has 14 of them.
    let grid = try Grid(side: 5, stars: 1)
    let puzzle = try Puzzle(grid: grid, regions: (0..<25).map { $0 / 5 })
    var solver = ExactSolver()
    let all = solver.count(puzzle, limit: .max)
    #expect(all.solutions.count == 14)
    let two = solver.count(puzzle, limit: 2)
    #expect(two.solutions.count == 2 && two.isComplete)
    let cut = solver.count(puzzle, limit: .max, nodeBudget: 3)
    #expect(!cut.isComplete && cut.nodes == 3)
  }

  @Test(
    "star placements without regions have the known totals",
    arguments: [
      (4, 1, 2), (5, 1, 14), (6, 1, 90), (7, 1, 646), (8, 1, 5242), (8, 2, 2), (9, 2, 664),
    ])
  func placements(side: Int, stars: Int, total: Int) throws {
    // One star: permutations without neighbours in adjacent places, OEIS A002464. Two stars:
    // counted by the row-by-row trial above.
    let grid = try Grid(side: side, stars: stars)
    let puzzle = try Puzzle(grid: grid, regions: (0..<grid.cellCount).map { $0 / side })
    var solver = ExactSolver()
    let count = solver.count(puzzle, limit: .max)
    #expect(count.solutions.count == total)
  }

  @Test(
    "every puzzle of the corpus has exactly one solution",
    .enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
  func corpus() throws {
    var solver = ExactSolver()
    for file in Corpus.files where !file.hasPrefix("21") {
      for line in Corpus.lines(of: file, limit: 100) ?? [] {
        let fields = line.split(separator: ".")
        let header = fields[0].split(separator: "x").compactMap { Int($0) }
        let grid = try Grid(side: header[0], stars: header[1])
        let puzzle = try Puzzle(grid: grid, regions: Array(fields[1].utf8))
        let count = solver.count(puzzle, limit: 2)
        #expect(count.isComplete && count.solutions.count == 1)
        #expect(count.solutions.first?.solves(puzzle) == true)
      }
    }
  }
}
