package import Solving
import StarBattle

extension LadderSolve {
  /// Climbs until the board is solved or no rule applies.
  ///
  /// - Parameters:
  ///   - engine: The rules.
  ///   - layout: The layout of the board.
  ///   - measure: What steps take.
  ///   - looked: Called with its row each time a rule has been tried, whether or not it found
  ///     something.
  ///   - explain: Called before what a rule found is carried out; must leave the engine's
  ///     deductions alone, and the solve as well, which is `inout` for what `Rule.Find` says.
  /// - Returns: How it ended.
  package mutating func run(
    _ engine: inout RuleEngine, _ layout: borrowing Layout, measuring measure: EffortMeasure,
    looked: (Int) -> Void = { _ in },
    explain: (Int, inout LadderSolve, inout RuleEngine, borrowing Layout) -> Void = {
      _, _, _, _ in
    }
  ) -> Grade.Outcome {
    while board.unknownCount > 0 {
      guard let row = findEasiest(&engine, layout, looked: looked) else {
        return .stuck(unknowns: board.unknownCount)
      }
      if engine.deductions.isContradiction {
        engine.deductions.clear()
        return .contradiction
      }
      explain(row, &self, &engine, layout)
      countCycle(row)
      let unknowns = board.unknownCount
      let isSearched = ladder[row].level >= Score.searchedLevel
      if isSearched { keepGround() }
      guard apply(&engine.deductions, layout) else { return .contradiction }
      spend(
        effort: measure.effort(
          cost: ladder[row].cost, finding: unknowns - board.unknownCount, of: unknowns),
        searching: isSearched ? Score.share(of: unknowns, grid: layout.grid) : 0)
    }
    for container in 1..<ContainerNumber.region(layout.grid.side) where board.needs[container] != 0
    {
      return .contradiction
    }
    return .solved
  }
}
