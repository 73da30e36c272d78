public import StarBattle

/// Checks that a puzzle can be solved step by step, as a trace says: that it is fair.
///
/// A step is checked by what it says, not by how it was found. What is known by then, the quotas of
/// the containers that it names and the fact that stars do not touch are put on a board of its own
/// with the step wrong in one place or another (`ClaimSearch`), and counting has to find that this
/// cannot be completed. What takes too many dead ends that way is written as a formula
/// (`ClaimFormula`), which the clause-learning solver has to refute. Of an assumption each link of
/// the chain is checked that way on the board with the star, and then that the containers of the
/// failure cannot all be completed.
///
/// All steps of one cycle are checked on the board at its start, because they are the same rule in
/// different places, seen at one time. The last board must be full, and its stars must solve the
/// puzzle.
///
/// A step that names every container would be a solution in disguise. So the containers are also
/// held against what a rule may look at (`StepScope`). Which rule has which scope is neither known
/// here nor taken from the trace: whoever asks says it. Whether a step is *easy* is not checked:
/// levels are taken as they are written.
public struct TraceChecker: Sendable {
  /// The scopes of all rules that a trace may follow, by rule id.
  public let scopes: [String: StepScope]

  /// The most conflicts that one step, link or failure may take.
  public let conflictBudget: Int

  /// Makes a checker.
  ///
  /// - Parameters:
  ///   - scopes: The scopes of all rules that a trace may follow, by rule id.
  ///   - conflictBudget: The most conflicts to meet for one step, link or failure, at least 0.
  /// - Complexity: O(1).
  public init(scopes: [String: StepScope], conflictBudget: Int = 20_000) {
    self.scopes = scopes
    self.conflictBudget = conflictBudget
  }

  /// What a good trace comes to.
  public struct Summary: Hashable, Sendable {
    /// The stars at the end.
    public let solution: Solution
    /// The highest level among the steps.
    public let level: Int
    /// The steps that were checked.
    public let steps: Int
    /// The links of all chains.
    public let links: Int
    /// The conflicts that it took to check them, in all.
    public let conflicts: Int
    /// The most conflicts that one of them took.
    public let mostConflicts: Int
  }

  /// Checks a trace from the empty board to the solution.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - puzzle: The puzzle that it must be of.
  ///   - solution: The solution that it must end in; `nil` where any will do.
  /// - Returns: What it comes to.
  /// - Throws: `TraceFault`, for the first step that does not hold.
  /// - Complexity: Bounded by the budget for each step and link; in practice few take a conflict.
  public func check(
    _ trace: Trace, of puzzle: Puzzle, endingIn solution: Solution? = nil
  ) throws(TraceFault) -> Summary {
    guard trace.puzzle == puzzle else { throw .otherPuzzle }
    guard trace.failure == nil else { throw .wrongSolution }
    var inspection = TraceInspection(
      of: puzzle, scopes: scopes, conflictBudget: conflictBudget)
    var now = KnownCells(puzzle)
    var atStart = now
    for (index, step) in trace.steps.enumerated() {
      if index > 0, step.cycle != trace.steps[index - 1].cycle { atStart = now }
      try inspection.check(step, at: index, on: atStart)
      now.carryOut(step)
    }
    guard now.unknownCount == 0 else { throw .unfinished(unknowns: now.unknownCount) }
    let found = Solution(stars: now.stars)
    guard !now.isContradictory, found.solves(puzzle), solution == nil || solution == found else {
      throw .wrongSolution
    }
    return Summary(
      solution: found, level: trace.steps.map(\.level).max() ?? 0, steps: trace.steps.count,
      links: inspection.links, conflicts: inspection.conflicts,
      mostConflicts: inspection.mostConflicts)
  }

  /// Checks a step by itself on a board that somebody else has come to, such as a hint for a
  /// player.
  ///
  /// What is on the board is taken for true; whether it is, is not asked.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - board: What is known before it.
  ///   - puzzle: The puzzle, of the board's grid.
  /// - Throws: `TraceFault`, where the step does not hold, or names nothing that is not on the
  ///   board yet; its location is step 0.
  /// - Complexity: Bounded by the budget.
  public func check(
    _ step: Step, on board: PlayerBoard, of puzzle: Puzzle
  ) throws(TraceFault) {
    guard board.grid == puzzle.grid else { throw .otherPuzzle }
    var known = KnownCells(puzzle)
    for star in board.stars { known.place(star) }
    for mark in board.marks { known.mark(mark) }
    var inspection = TraceInspection(of: puzzle, scopes: scopes, conflictBudget: conflictBudget)
    try inspection.check(step, at: 0, on: known)
    let isNews = (step.stars + step.marks).contains { board[$0] == .open }
    guard isNews else {
      throw .malformed(TraceFault.Location(step: 0), what: "adds nothing to the board")
    }
  }
}
