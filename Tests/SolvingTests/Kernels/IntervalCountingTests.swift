import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Counting with tiles")
struct IntervalCountingTests {
  /// A larger puzzle whose regions are those of another one, by number, but for what they have
  /// beyond its last row and column; and two more in the last row.
  private func grown(_ puzzle: Puzzle) throws -> Puzzle {
    let side = puzzle.grid.side
    let grid = try Grid(side: side + 2, stars: puzzle.grid.stars)
    let regions = (0..<grid.cellCount).map { cell in
      let (row, column) = (cell / grid.side, cell % grid.side)
      if row == side + 1 { return column < side ? side : side + 1 }
      return Int(puzzle.regions[min(row, side - 1) * side + min(column, side - 1)])
    }
    return try Puzzle(grid: grid, regions: regions)
  }

  @Test("what is kept of a larger board says nothing of a smaller one")
  func smallerBoard() throws {
    var random = ReplaySeed(72).generator
    var telling = 0
    for _ in 0..<200 {
      // Of seven lines eight are looked at, and what the larger one has in the next stays unseen.
      let puzzle = RandomBoards.puzzle(sides: 7...7, using: &random)
      var used = IntervalCounting()
      var fresh = IntervalCounting()
      let large = Layout(try grown(puzzle))
      var largeBoard = Board(large)
      let layout = Layout(puzzle)
      var board = Board(layout)
      for base in [0, 32] {
        var (before, found, expected) = (Deductions(), Deductions(), Deductions())
        used.deduce(&largeBoard, large, base: base, into: &before)
        used.deduce(&board, layout, base: base, into: &found)
        fresh.deduce(&board, layout, base: base, into: &expected)
        #expect(found.isContradiction == expected.isContradiction)
        #expect(found.rows(on: board) == expected.rows(on: board))
        telling += expected.isEmpty ? 0 : 1
      }
    }
    #expect(telling > 100, "\(telling) of 400")
  }
}
