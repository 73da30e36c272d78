import Solving
package import StarBattle

extension Grader {
  /// Whether several lines have to be counted together, since nothing leads on that single rows,
  /// columns and regions show.
  ///
  /// - Complexity: less than that of a grade.
  package mutating func needsCounting(_ puzzle: Puzzle) -> Bool {
    let layout = Layout(puzzle)
    return withEngine { engine, _ in
      var board = Board(layout)
      return !engine.solvesBySingleContainers(&board, layout)
    }
  }
}
