import Solving
package import StarBattle

/// Draws the stars of a solved board at random, before there are regions.
///
/// The rule engine with every row as its own region knows all about lines: follow the rules, choose
/// a random cell of a random line among those with the least slack, put a star there, and if that
/// fails leave it empty. A search that goes astray is started again: that is quicker than searching
/// on.
package struct StarPlacer: ~Copyable {
  private let grid: Grid
  private let layout: Layout
  private let start: Board
  private var engine = RuleEngine()
  private var frames: [Board] = []

  package init(grid: Grid) {
    self.grid = grid
    layout = Layout(rowsAsRegions: grid)
    start = Board(layout)
  }

  /// Draws the stars.
  ///
  /// - Returns: The cells with stars; `nil` when the work budget ran out.
  package mutating func place(_ random: inout SeededGenerator) -> Solution? {
    let nodeBudget = 40 + 4 * grid.side
    for _ in 0..<50 {
      frames.removeAll(keepingCapacity: true)
      var board = start
      var nodes = 0
      while nodes < nodeBudget {
        nodes += 1
        if engine.propagate(&board, layout, through: 6) {
          if board.unknownCount == 0 { return board.solution(side: grid.side) }
          let (row, column) = choose(&board, &random)
          var without = board
          without.mark(1 << UInt32(column), in: row, layout)
          frames.append(without)
          // A star on an unknown cell always has its needs: the rules above have seen to it.
          if board.place(row: row, column: column, layout) { continue }
        }
        guard let last = frames.popLast() else { break }
        board = last
      }
    }
    return nil
  }

  /// A random unknown cell of a random line among those with the least slack.
  private func choose(
    _ board: inout Board, _ random: inout SeededGenerator
  ) -> (row: Int, column: Int) {
    var least = Int.max
    var ties = 0
    var line = 0
    for candidate in 1..<ContainerNumber.column(grid.side + 1) where board.lines[candidate] != 0 {
      let slack = Runs.capacity(board.lines[candidate]) - Int(board.needs[candidate])
      if slack < least {
        least = slack
        ties = 0
      }
      if slack == least {
        ties += 1
        if random.below(ties) == 0 { line = candidate }
      }
    }
    let cells = board.lines[line]
    let bit = SetBits.position(of: random.below(cells.nonzeroBitCount), in: cells)
    return line < .columns ? (line, bit) : (bit, line - .columns)
  }
}
