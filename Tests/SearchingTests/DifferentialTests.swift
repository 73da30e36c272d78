import Foundation
import Generating
import Notation
import Proving
import Searching
import Solving
import StarBattle
import TestSupport
import Testing

/// Solving and Proving have nothing in common but the board: what they agree on is likely true.
@Suite("Solving and Proving agree")
struct DifferentialTests {
  private enum Answer: Hashable {
    case none, unique(Solution), several, undecided
  }

  private static func searched(_ puzzle: Puzzle, _ solver: inout ExactSolver) -> Answer {
    let count = solver.count(puzzle, limit: 2, nodeBudget: 200_000)
    switch count.solutions.count {
    case 2: return count.solutions.allSatisfy { $0.solves(puzzle) } ? .several : .none
    case _ where !count.isComplete: return .undecided
    case 0: return .none
    default: return .unique(count.solutions[0])
    }
  }

  private static func proved(_ puzzle: Puzzle) -> Answer {
    switch Prover(conflictBudget: 20_000).verdict(on: puzzle) {
    case .none: .none
    case .unique(let solution): .unique(solution)
    case .several: .several
    case .undecided: .undecided
    }
  }

  private static func differs(_ first: Answer, _ second: Answer) -> Bool {
    first != .undecided && second != .undecided && first != second
  }

  /// What came of a run: boards of each kind.
  private struct Tally: CustomStringConvertible {
    var (none, unique, several, undecided) = (0, 0, 0, 0)
    var total: Int { none + unique + several + undecided }
    var description: String {
      "\(none) without a solution, \(unique) unique, \(several) with several, \(undecided) undecided"
    }
  }

  /// Compares both on a board; shrinks it before it is reported.
  private func compare(_ puzzle: Puzzle, _ solver: inout ExactSolver, _ tally: inout Tally) {
    let answers = (Self.searched(puzzle, &solver), Self.proved(puzzle))
    switch answers {
    case (.undecided, _), (_, .undecided): tally.undecided += 1
    case (.none, _): tally.none += 1
    case (.unique, _): tally.unique += 1
    case (.several, _): tally.several += 1
    }
    guard Self.differs(answers.0, answers.1) else { return }
    let small = Shrinking.shrink(puzzle) { board in
      var solver = ExactSolver()
      return Self.differs(Self.searched(board, &solver), Self.proved(board))
    }
    Issue.record(
      """
      search and proof disagree on \(SBN(puzzle: small)), shrunk from \(SBN(puzzle: puzzle)); \
      keep the small one in Tests/Fixtures/differential.txt
      """)
  }

  /// A board with a few border cells given to the region beside them: most are no longer unique.
  private func changed(
    _ puzzle: Puzzle, by moves: Int, _ random: inout SeededGenerator
  ) -> Puzzle {
    var puzzle = puzzle
    for _ in 0..<moves {
      let cell = random.below(puzzle.grid.cellCount)
      let neighbours = puzzle.grid.edgeNeighbours(of: cell)
      var regions = puzzle.regions
      regions[cell] = regions[neighbours[random.below(neighbours.count)]]
      if let next = try? Puzzle(grid: puzzle.grid, regions: regions) { puzzle = next }
    }
    return puzzle
  }

  private func run(sides: ClosedRange<Int>, boards: Int, seed: UInt64) throws -> Tally {
    var random = ReplaySeed(seed).generator
    var solver = ExactSolver()
    var tally = Tally()
    var attempt = 0
    while tally.total < boards {
      attempt += 1
      let side = sides.lowerBound + attempt % sides.count
      let quotas = Grid.quotas(ofSide: side)
      // Mostly the quota that fills the board well, at times any.
      let quota =
        attempt / sides.count % 4 == 0
        ? quotas.lowerBound + random.below(quotas.count) : quotas.upperBound
      let grid = try Grid(side: side, stars: quota)
      compare(RandomBoards.puzzle(of: grid, using: &random), &solver, &tally)
      var generator = PuzzleGenerator(grid: grid)
      let seed = ClimbProfile.seed(
        for: .standard,
        from: Seed.derived(
          campaign: UInt64(random.below(1 << 30)), item: "differential", attempt: 0))
      guard let made = generator.puzzle(seed: seed) else { continue }
      compare(made, &solver, &tally)
      for moves in 1...8 where tally.total < boards {
        compare(changed(made, by: 2 * moves, &random), &solver, &tally)
      }
    }
    print("sides \(sides): \(tally)")
    return tally
  }

  @Test("on boards up to 14×14 with no, one and several solutions")
  func small() throws {
    let boards = Effort.isSoak ? 50_000 : 1200
    let tally = try run(sides: 4...14, boards: boards, seed: 81)
    #expect(tally.undecided * 100 <= boards)
    #expect(min(tally.none, tally.unique, tally.several) * 20 >= boards, "\(tally)")
  }

  @Test("on boards from 15×15 to 25×25")
  func large() throws {
    let boards = Effort.isSoak ? 500 : 22
    let tally = try run(sides: 15...25, boards: boards, seed: 82)
    #expect(tally.undecided * 4 <= boards, "\(tally)")
    #expect(tally.unique > 0 && tally.none > 0)
  }

  @Test("on every board that they ever disagreed on")
  func kept() throws {
    let file = Project.folder.appendingPathComponent("Tests/Fixtures/differential.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
    var solver = ExactSolver()
    var tally = Tally()
    for line in lines where !line.hasPrefix("#") {
      compare(try SBN(String(line)).puzzle, &solver, &tally)
    }
    #expect(tally.undecided == 0)
  }

  @Test("a board that shows a mistake is made smaller and still shows it")
  func shrinking() throws {
    var random = ReplaySeed(83).generator
    for _ in 0..<20 {
      let board = RandomBoards.puzzle(of: try Grid(side: 12, stars: 3), using: &random)
      // As if the mistake showed wherever there is room for it.
      let shows: (Puzzle) -> Bool = { $0.grid.side >= 6 && $0.regionSizes.contains { $0 >= 4 } }
      let small = Shrinking.shrink(board, while: shows)
      #expect(shows(small))
      #expect(small.grid.stars == 1)
      #expect(small.grid.side < 9)
    }
  }
}
