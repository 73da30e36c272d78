import Searching
import Solving
import StarBattle

extension Climb {
  /// Evaluations in a row without gain before a board may become easier again.
  private static let stubbornness = 10

  /// The nodes that a search for a second solution may take; what takes more is passed over.
  static let searchBudget = 400

  /// Moves cells of a solved board, which stays unique, until the rules through a level no longer
  /// solve it.
  ///
  /// A walk over unique puzzles: a random move is kept when the easy rules (levels 1–7) leave no
  /// fewer cells undecided than before and exact search finds no second solution. Search takes a
  /// small part of what following assumptions takes; these are followed only on what is left. Among
  /// unique puzzles that the easy rules leave open, those that need level 11 are 1 in 170 at 6×6, 1
  /// in 110 at 8×8, and 1 in 10 from 10×10 up.
  ///
  /// - Parameters:
  ///   - level: 7…11.
  ///   - highest: The level that must solve the board, up to 12.
  ///   - random: Where chance comes from.
  /// - Returns: Whether that was reached within the budget.
  mutating func harden(
    beyond level: Int, upTo highest: Int, _ random: inout SeededGenerator
  ) -> Bool {
    let budget = evaluations + (canvas.grid.side < 10 ? 10_000 : 3000)
    let all = Board(canvas.layout)
    var idle = 0
    while evaluations < budget {
      idle += 1
      // Half of the cells that move are among those that the easy rules leave.
      let left = trail.end.unknownCount
      let isNear = left > 0 && random.below(2) == 0
      var undecided = isNear ? trail.end : all
      guard let choice = chooseMove(&undecided, &random) else {
        evaluations += 1
        continue
      }
      let move = attempt(choice.cell, to: choice.region, through: 7)
      let open = trial.end.unknownCount
      if open < left && idle <= Climb.stubbornness || !isUnique(trial.end) {
        undo(move)
        continue
      }
      if open > 0 && !isSolved(trial.end, level) {
        if isSolved(trial.end, highest) {
          keep(move)
          return true
        }
        undo(move)
        continue
      }
      if open > left || idle > Climb.stubbornness { idle = 0 }
      keep(move)
    }
    return false
  }

  /// Whether a board that the easy rules have been followed on has one solution.
  mutating func isUnique(_ board: Board) -> Bool {
    board.unknownCount == 0
      || exact.isUnique(board, canvas.layout, nodeBudget: Climb.searchBudget)
  }

  /// Whether assumptions up to a level solve a board that the easy rules have been followed on.
  private mutating func isSolved(_ start: Board, _ level: Int) -> Bool {
    var board = start
    let isStar = canvas.isStar
    if level > 9 { engine.assumeSingly(&board, canvas.layout, level: 9, sparing: isStar) }
    if level > 7 && board.unknownCount > 0 {
      engine.assumeSingly(&board, canvas.layout, level: level, sparing: isStar)
    }
    return board.unknownCount == 0
  }
}
