public import StarBattle

/// The second opinion on a puzzle: how many solutions it has, and why there are no more.
///
/// Stars are counted first (`CountingSearch`): what fits into lines and regions, and what the
/// regions need between two lines. That decides all but the hardest puzzles in a few dead ends. For
/// these the rules are written as a formula (`RuleEncoding`) with all that was concluded so far,
/// and a solver that learns clauses (`ClauseSolver`) goes on from there. Neither the fast engine's
/// board nor its rules nor its search has a part in this.
///
/// Every solution is held against `Solution.solves(_:)`, the plain definition of the game, before
/// it is given out. That there is *no* solution, or no second, is proved on demand: a `Certificate`
/// follows the very search that gave the verdict, conclusion by conclusion, and derives each from
/// the formula (`ProofWriter`). What does not follow stops the program.
///
///     switch Prover().verdict(on: puzzle) {
///     case .unique(let solution): …
///
/// The answer and its witnesses are a function of the puzzle and the budget alone.
public struct Prover: Sendable {
  /// The most conflicts, or dead ends, to meet before giving up.
  public let conflictBudget: Int

  /// After how many of them clauses are learnt from the next.
  private let countingLimit: Int

  /// Makes a prover.
  ///
  /// - Parameter conflictBudget: The most conflicts to meet before the answer is `.undecided`, at
  ///   least 0. What the press makes takes under 100 at 25×25; the hardest real puzzle at hand, of
  ///   21×21, takes some 20,000. A conflict takes some 5 to 60 µs.
  /// - Complexity: O(1).
  public init(conflictBudget: Int = 200_000) {
    self.init(conflictBudget: conflictBudget, countingLimit: 1_000)
  }

  /// Makes a prover that counts for so long before it learns; the verdict is the same.
  package init(conflictBudget: Int, countingLimit: Int) {
    self.conflictBudget = conflictBudget
    self.countingLimit = countingLimit
  }

  /// Decides whether a puzzle has no solution, one, or several.
  ///
  /// - Parameter puzzle: The puzzle.
  /// - Returns: The verdict; `.undecided` when it takes more conflicts than the budget allows.
  /// - Complexity: Exponential at worst, and bounded by the budget: time is about proportional to
  ///   conflicts, memory to the size of the formula and the square root of the conflicts.
  public func verdict(on puzzle: Puzzle) -> Verdict { decide(puzzle, writingProof: false).verdict }

  /// Decides how many solutions a puzzle has.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - writingProof: Whether a proof is wanted that there are no more.
  /// - Returns: The verdict; where there is one solution or none, the proof if it is wanted.
  package func decide(
    _ puzzle: Puzzle, writingProof: Bool
  ) -> (verdict: Verdict, proof: ProofLog?) {
    var search = CountingSearch(CountingBoard(puzzle, isRecording: writingProof))
    let limit = min(conflictBudget, countingLimit)
    var found: [Solution] = []
    var answer = search.next(deadEndLimit: limit)
    while answer == .found {
      Prover.take(search.board.solution, of: puzzle, to: &found)
      if found.count == 2 { return (.several(found[0], found[1]), nil) }
      answer = search.next(deadEndLimit: limit)
    }
    if answer == .undecided { search.startOver() }
    let proof =
      writingProof ? ProofWriter.proof(of: search.board, on: puzzle, excluding: found) : nil
    if answer == .exhausted { return (found.first.map { .unique($0) } ?? .none, proof) }
    return learn(from: search, on: puzzle, &found, proof)
  }

  /// Goes on where counting took too many dead ends, with clauses that are learnt.
  private func learn(
    from search: borrowing CountingSearch, on puzzle: Puzzle, _ found: inout [Solution],
    _ proof: ProofLog?
  ) -> (verdict: Verdict, proof: ProofLog?) {
    var formula = RuleEncoding(puzzle).formula
    for fact in search.board.facts { formula.require(anyOf: [fact]) }
    for solution in found { formula.require(anyOf: RuleEncoding.exclusion(of: solution)) }
    var solver = ClauseSolver(formula)
    solver.proof = proof
    while found.count < 2 {
      switch solver.solve(conflictLimit: conflictBudget - search.deadEnds) {
      case .undecided: return (.undecided(conflicts: search.deadEnds + solver.conflicts), nil)
      case .unsatisfiable: return (found.first.map { .unique($0) } ?? .none, solver.proof)
      case .satisfiable:
        let solution = Solution(stars: (0..<puzzle.grid.cellCount).filter { solver.isTrue($0) })
        Prover.take(solution, of: puzzle, to: &found)
        solver.add(RuleEncoding.exclusion(of: solution))
      }
    }
    return (.several(found[0], found[1]), nil)
  }

  /// Takes in a solution, unless it has been found before.
  private static func take(
    _ solution: Solution, of puzzle: Puzzle, to found: inout [Solution]
  ) {
    precondition(
      solution.solves(puzzle), "Prover: what was found does not solve \(puzzle)")
    if !found.contains(solution) { found.append(solution) }
  }
}
