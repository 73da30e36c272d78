import Solving
import StarBattle

/// Single rules on given positions: what fixtures are checked with.
extension LadderSolve {
  /// A board with some stars and marks, every rule yet to look at all of it; `nil` where the
  /// stars touch or are too many for a container.
  ///
  /// - Parameters:
  ///   - layout: The layout of the board.
  ///   - stars: The cells with stars (row-major, 0-based).
  ///   - marks: The cells without.
  init?(_ layout: borrowing Layout, stars: [Int], marks: [Int]) {
    self.init(layout, climbing: Rule.ladder[...])
    let side = layout.grid.side
    var given = Deductions()
    for cell in stars { given.place(2 << UInt32(cell % side), in: cell / side + 1) }
    for cell in marks { given.mark(2 << UInt32(cell % side), in: cell / side + 1) }
    guard apply(&given, layout) else { return nil }
  }

  /// What one rule finds on this board, whatever easier rules would find.
  ///
  /// - Returns: The cells that get stars and marks, ascending; `nil` where the rule sees that the
  ///   board has no solution.
  mutating func findings(
    of rule: Rule, _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) -> (stars: [Int], marks: [Int])? {
    engine.forgetBoard()
    ask(rule, &engine, layout)
    defer { engine.deductions.clear() }
    if engine.deductions.isContradiction { return nil }
    return engine.deductions.cells(on: board, side: layout.grid.side)
  }
}
