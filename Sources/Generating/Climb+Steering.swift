import Grading
import Solving
import StarBattle

extension Climb {
  /// Evaluations in a row without gain before a move may lead away from the goal.
  private static let steadiness = 20

  /// Moves cells of a solved board, which stays solved, until its grade is what the goal asks for.
  ///
  /// A move is kept when the grade comes no further from the goal; after a while without gain, one
  /// that leads away is kept as well.
  ///
  /// - Returns: Whether the goal was reached within the budget.
  mutating func steer(towards goal: ClimbGoal, _ random: inout SeededGenerator) -> Bool {
    let budget = evaluations + (canvas.grid.side < 10 ? 1500 : 300 + 30 * canvas.grid.side)
    var all = Board(canvas.layout)
    var distance = goal.distance(of: grader.grade(canvas.layout, highestLevel: 12))
    var idle = 0
    while distance > 0 {
      if evaluations >= budget { return false }
      guard let choice = chooseMove(&all, &random) else {
        evaluations += 1
        continue
      }
      let move = attempt(choice.cell, to: choice.region, through: goal.followed)
      idle += 1
      let isOpen = trial.end.unknownCount > 0
      if isOpen && (goal.levels.upperBound <= 7 || !isUnique(trial.end)) {
        undo(move)
        continue
      }
      let grade = grader.grade(canvas.layout, highestLevel: goal.levels.upperBound)
      let next = goal.distance(of: grade)
      if !grade.isSolved || next > distance && idle <= Climb.steadiness {
        undo(move)
        continue
      }
      if next < distance || idle > Climb.steadiness { idle = 0 }
      distance = next
      keep(move)
    }
    return true
  }
}
