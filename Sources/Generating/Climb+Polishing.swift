import Solving
import StarBattle

extension Climb {
  /// The evaluations that polishing may take.
  ///
  /// On smaller boards the climb itself keeps shapes near what they are drawn to, and going
  /// downhill alone would lead past it. From 16 up real regions have nearly one size: a climb that
  /// had to keep to that would take five times as many evaluations.
  static func polishBudget(for grid: Grid) -> Int {
    switch grid.side {
    case ...15: 0
    case ...19: 4 * grid.side
    default: 5 * grid.side
    }
  }

  /// Moves cells of a solved board, which stays solved, where that brings shapes nearer to what
  /// they are drawn to.
  ///
  /// The climb has to take what solves the board, and its kicks part regions into any sizes.
  /// Afterwards most boards have room for dozens of moves that mend this.
  mutating func polish(through level: Int, _ random: inout SeededGenerator) {
    let budget = evaluations + Climb.polishBudget(for: canvas.grid)
    var tries = 0
    while evaluations < budget && tries < 4 * canvas.grid.cellCount {
      tries += 1
      guard let choice = canvas.improvement(at: random.below(canvas.grid.cellCount), &random),
        !isResting(choice.cell)
      else { continue }
      let move = attempt(choice.cell, to: choice.region, through: level)
      if trial.end.unknownCount == 0 {
        keep(move)
        tries = 0
      } else {
        undo(move)
        rest(move)
      }
    }
  }
}
