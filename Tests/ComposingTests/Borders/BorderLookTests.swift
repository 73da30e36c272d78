import Composing
import Generating
import Grading
import Searching
import StarBattle
import TestSupport
import Testing

@Suite("Borders")
struct BorderLookTests {
  /// What a move comes to, worked out anew from the puzzle that it makes.
  private func expected(_ puzzle: Puzzle, _ move: BorderMove) -> BorderOutcome.Verdict {
    var regions = puzzle.regions
    regions[move.cell] = UInt8(move.region)
    if puzzle.regionSizes[move.home] <= puzzle.grid.stars { return .small }
    guard let moved = try? Puzzle(grid: puzzle.grid, regions: regions) else { return .parted }
    var solver = ExactSolver()
    switch solver.count(moved, limit: 2).solutions.count {
    case 0: return .none
    case 2: return .several
    default:
      var grader = Grader()
      return grader.grade(moved).isSolved ? .fair : .unfair
    }
  }

  @Test("a move is what the puzzle that it makes is", arguments: [(6, 1), (8, 1), (10, 2)])
  func agreesWithSolvingAnew(side: Int, stars: Int) throws {
    var random = ReplaySeed(220).generator
    let grid = try Grid(side: side, stars: stars)
    var generator = PuzzleGenerator(grid: grid)
    var grader = Grader()
    var kinds: Set<BorderOutcome.Verdict> = []
    for _ in 0..<4 {
      let seed = try #require(Seed(UInt64(random.below(1 << 30))))
      guard let puzzle = generator.puzzle(seed: seed) else { continue }
      let studied = StudiedPuzzle(puzzle)
      let trace = grader.trace(puzzle).trace
      var look = BorderLook(studied)
      for move in BorderMove.all(of: puzzle) {
        let outcome = look.outcome(of: move)
        #expect(outcome.verdict == expected(puzzle, move), "\(seed), \(move)")
        kinds.insert(outcome.verdict)
        guard outcome.verdict == .fair, let moved = outcome.puzzle else { continue }
        #expect(outcome.grade == grader.grade(moved))
        #expect(outcome.keepsSolution == (outcome.grade?.solution == studied.solution))
        let other = grader.trace(moved).trace
        let cycles = [trace, other].map { trace in
          Dictionary(grouping: trace.steps, by: \.cycle).mapValues { steps in
            [
              Set(steps.map(\.rule)).sorted(), steps.flatMap(\.stars).sorted().map(String.init),
              steps.flatMap(\.marks).sorted().map(String.init),
            ]
          }
        }
        let parting = (0...max(cycles[0].count, cycles[1].count)).first {
          cycles[0][$0] != cycles[1][$0]
        }
        #expect(outcome.parting == parting, "\(seed), \(move)")
        if let parting, parting < cycles[0].count {
          let step = trace.steps.firstIndex { $0.cycle == parting }
          #expect(studied.step(ofCycle: parting) == step)
        }
      }
    }
    #expect(kinds.isSuperset(of: [.fair, .several, .parted]))
  }

  @Test("a puzzle with several solutions or none is looked at as well")
  func openPuzzles() {
    var random = ReplaySeed(221).generator
    var standings: Set<Int> = []
    for _ in 0..<60 {
      let puzzle = RandomBoards.puzzle(sides: 5...7, using: &random)
      let studied = StudiedPuzzle(puzzle)
      standings.insert(studied.solutions.count)
      var look = BorderLook(studied)
      for move in BorderMove.all(of: puzzle) {
        #expect(look.outcome(of: move).verdict == expected(puzzle, move), "\(puzzle), \(move)")
      }
    }
    #expect(standings.isSuperset(of: [0, 2]))
  }

  @Test("every cell of a border is moved to each region beside it")
  func moves() throws {
    let puzzle = try Puzzle(
      grid: Grid(side: 4, stars: 1), regions: [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3])
    let moves = BorderMove.all(of: puzzle)
    #expect(moves.count == 16)
    #expect(moves.first == BorderMove.all(of: puzzle).first { $0.cell == 1 })
    #expect(moves.filter { $0.cell == 5 }.map(\.region) == [1, 2])
    #expect(!moves.contains { $0.cell == 0 })
  }
}
