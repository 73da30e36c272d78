public import StarBattle

/// The second opinion on a puzzle: how many solutions it has, found by clause learning.
///
/// The rules are written as a formula (`RuleEncoding`), which a solver (`ClauseSolver`) is asked to
/// satisfy. What it finds is a solution. A clause is added that this solution does not meet, and it
/// is asked again: the next one is a second solution, and if there is none, the first one is the
/// only one. Neither the fast engine's board nor its rules nor its search has a part in this.
///
/// Every solution is held against `Solution.solves(_:)`, the plain definition of the game, before
/// it is given out. That there is *no* solution, or no second, rests on the formula and the solver;
/// a `Certificate` writes both down for someone else to check.
///
///     switch Prover().verdict(on: puzzle) {
///     case .unique(let solution): …
///
/// The answer and its witnesses are a function of the puzzle and the budget alone.
public struct Prover: Sendable {
  /// The most conflicts, or dead ends, to meet before giving up.
  public let conflictBudget: Int

  /// Makes a prover.
  ///
  /// - Parameter conflictBudget: The most conflicts to meet before the answer is `.undecided`, at
  ///   least
  ///   0. What the press makes takes under 1,000 at 25×25; the hardest real puzzle at hand, of
  ///   21×21, takes 18,000. A conflict takes some 10 to 60 µs.
  public init(conflictBudget: Int = 200_000) {
    self.conflictBudget = conflictBudget
  }

  /// Decides whether a puzzle has no solution, one, or several.
  ///
  /// - Parameter puzzle: The puzzle.
  /// - Returns: The verdict; `.undecided` when it takes more conflicts than the budget allows.
  /// - Complexity: Exponential at worst, and bounded by the budget: time is about proportional to
  ///   conflicts, memory to the size of the formula and the square root of the conflicts.
  public func verdict(on puzzle: Puzzle) -> Verdict {
    let encoding = RuleEncoding(puzzle)
    var solver = ClauseSolver(encoding.formula)
    return Prover.verdict(on: puzzle, from: &solver, conflictBudget: conflictBudget)
  }

  /// Asks for a solution, and for another one.
  static func verdict(
    on puzzle: Puzzle, from solver: inout ClauseSolver, conflictBudget: Int
  ) -> Verdict {
    var found: [Solution] = []
    while found.count < 2 {
      switch solver.solve(conflictLimit: conflictBudget) {
      case .undecided: return .undecided(conflicts: solver.conflicts)
      case .unsatisfiable: return found.first.map { .unique($0) } ?? .none
      case .satisfiable:
        let solution = Solution(stars: (0..<puzzle.grid.cellCount).filter { solver.isTrue($0) })
        precondition(
          solution.solves(puzzle) && !found.contains(solution),
          "Prover.verdict(on:): the formula has a model that is no new solution of \(puzzle)")
        found.append(solution)
        solver.add(RuleEncoding.exclusion(of: solution))
      }
    }
    return .several(found[0], found[1])
  }
}
