import Solving
import StarBattle
import TestSupport

/// Boards on the way to nowhere in particular: random regions, random marks, a few stars, complete
/// lines cleared.
enum SomeBoards {
  /// Calls a body with boards of all sides, in an order in which sides come and go; up to `marks`
  /// cells in ten are marked.
  static func forEach(
    _ count: Int, marks: Int = 7, using random: inout SeededGenerator,
    _ body: (borrowing Layout, inout Board, inout SeededGenerator) -> Void
  ) {
    for _ in 0..<count {
      let puzzle = RandomBoards.puzzle(sides: 4...25, using: &random)
      let layout = Layout(puzzle)
      let side = puzzle.grid.side
      var board = Board(layout)
      let share = random.below(marks + 1)
      for row in 1...side {
        for column in 1...side where board.lines[row] >> UInt32(column) & 1 == 1 {
          if random.below(10) < share { board.mark(1 << UInt32(column), in: row, layout) }
        }
      }
      for _ in 0..<random.below(side) {
        let (row, column) = (1 + random.below(side), 1 + random.below(side))
        guard board.lines[row] >> UInt32(column) & 1 == 1 else { continue }
        let region = 64 + layout.region(of: (row - 1) * side + column - 1)
        if board.needs[row] > 0, board.needs[32 + column] > 0, board.needs[region] > 0 {
          _ = board.place(row: row, column: column, layout)
        }
      }
      complete(&board, layout)
      body(layout, &board, &random)
    }
  }

  /// Marks what is left of the lines that have all their stars.
  static func complete(_ board: inout Board, _ layout: borrowing Layout) {
    for base in [0, 32] {
      for line in base + 1...base + layout.grid.side where board.needs[line] == 0 {
        board.mark(board.lines[line], in: line, layout)
      }
    }
  }
}
