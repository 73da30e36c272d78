import Adding
import Foundation
import Generating
import Solving
import StarBattle
import Testing

/// Writes positions and what the search for sums finds there, for `make test-sums`: an integer
/// program is asked for something smaller.
@Suite("Positions of sums")
struct SumPositions {
  private static let path = ProcessInfo.processInfo.environment["ALMANAC_SUMS"]

  /// How many positions, and the most open cells of one: an integer program takes seconds for 48.
  private static let count = 200
  private static let mostCells = 48

  @Test("are written for an integer program", .enabled(if: path != nil))
  func write() throws {
    let path = try #require(SumPositions.path)
    var lines: [String] = []
    var attempt = 0
    while lines.count < SumPositions.count {
      for (side, stars) in [(6, 1), (7, 1), (8, 1), (9, 2), (10, 2)] {
        try add(&lines, Grid(side: side, stars: stars), attempt: attempt)
      }
      attempt += 1
    }
    let text = lines.prefix(SumPositions.count).map { $0 + "\n" }.joined()
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Adds positions of one generated puzzle: where levels 1–7 find nothing more.
  private func add(_ lines: inout [String], _ grid: Grid, attempt: Int) throws {
    var generator = PuzzleGenerator(grid: grid)
    let seed = ClimbProfile.seed(
      for: .hard, from: Seed.derived(campaign: 13, item: "sums \(grid)", attempt: attempt))
    guard let puzzle = generator.puzzle(seed: seed) else { return }
    let layout = Layout(puzzle)
    var engine = RuleEngine()
    var solve = LadderSolve(layout, climbing: Rule.ladder(through: 13))
    while solve.board.unknownCount > 0, let row = solve.findEasiest(&engine, layout) {
      if Rule.ladder[row].level > 7 && solve.board.unknownCount <= SumPositions.mostCells {
        lines.append(line(of: solve.board, puzzle, layout))
      }
      guard solve.apply(&engine.deductions, layout) else { return }
    }
  }

  /// A position as JSON, with the size of its smallest argument of up to eight parts.
  private func line(
    of board: Board, _ puzzle: Puzzle, _ layout: borrowing Layout
  ) -> String {
    let side = puzzle.grid.side
    let open = (0..<side * side).filter {
      board.lines[$0 / side + 1] & 2 << UInt32($0 % side) != 0
    }
    let regions = (0..<side * side).map(puzzle.region)
    let lines = (0..<side).map(Container.row) + (0..<side).map(Container.column)
    let needs = (lines + (0..<side).map(Container.region)).map { container in
      puzzle.grid.stars
        - container.cells(in: puzzle).count {
          board.stars[$0 / side + 1] & 2 << UInt32($0 % side) != 0
        }
    }
    let size = board.arguments(of: 2...8, layout).all.first.map { "\($0.size)" } ?? "null"
    return #"{"side":\#(side),"open":\#(open),"regions":\#(regions),"needs":\#(needs),"#
      + #""size":\#(size)}"#
  }
}
