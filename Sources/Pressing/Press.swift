package import Flagging
import Generating
package import Grading
package import Proving
package import Solving
package import StarBattle

/// The gate: turns seeds into puzzles and lets through what may be published.
///
/// *Fair*: the rules, from cold, reach the solution. *Unique*: a prover that shares no code with
/// them finds that solution and no other. Grading comes first because it is quick and most refusals
/// are its; proving comes last because only what is kept has to be proved.
///
/// One press for each thread: it keeps the scratch space of its generator and grader.
package struct Press: ~Copyable {
  package let grid: Grid
  /// Whether what it lets through is going to be kept, and so has to have its trace: several times
  /// the work of a grade.
  private let isTracing: Bool
  private var generator: PuzzleGenerator
  private var grader = Grader()
  private let prover: Prover

  /// The conflicts that a proof may take.
  ///
  /// Proofs of puzzles that the rules solve are short; this is a bound for the worst, counted in
  /// work and not in seconds so that it falls alike on every machine.
  package static let conflictBudget = 200_000

  /// Makes a press for one grid.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - isTracing: Whether what it lets through has its trace.
  package init(grid: Grid, isTracing: Bool = false) {
    self.grid = grid
    self.isTracing = isTracing
    generator = PuzzleGenerator(grid: grid)
    prover = Prover(conflictBudget: Press.conflictBudget)
  }

  /// The puzzle of a seed, if it may be published.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - tally: Counts the candidate, and why it was refused.
  /// - Returns: The puzzle, graded and proved; `nil` when it was refused.
  package mutating func press(_ seed: Seed, _ tally: inout Tally) -> Pressed? {
    guard let candidate = candidate(of: seed, &tally) else { return nil }
    return prove(candidate, &tally)
  }

  /// A puzzle made by hand, or the reason why it may not be published.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - seed: The seed that it says it has; it is believed, and printed, only if it leads there.
  ///   - solve: Its grade and trace by the rules that may be used, where somebody has solved it
  ///     already.
  /// - Returns: The puzzle, graded and proved, or why not.
  package mutating func check(
    _ puzzle: Puzzle, seed: Seed? = nil, solve: (grade: Grade, trace: Trace)? = nil
  ) -> Result<Pressed, Refused> {
    var (grade, trace): (Grade, Trace?)
    if let solve {
      (grade, trace) = (solve.grade, solve.trace)
    } else if isTracing {
      (grade, trace) = grader.trace(puzzle)
    } else {
      (grade, trace) = (grader.grade(puzzle), nil)
    }
    guard grade.isSolved else { return .failure(Refused(reason: .notSolved)) }
    let believed = seed.flatMap { generator.puzzle(seed: $0) == puzzle ? $0 : nil }
    var tally = Tally()
    let candidate = Candidate(puzzle: puzzle, grade: grade, trace: trace, seed: believed)
    if let pressed = prove(candidate, &tally) { return .success(pressed) }
    let reason = Refusal.allCases.first { tally[$0] > 0 } ?? .notUnique
    return .failure(Refused(reason: reason))
  }

  /// A refusal to throw.
  package struct Refused: Error, Hashable, Sendable {
    /// Why the puzzle was not let through.
    package let reason: Refusal

    package init(reason: Refusal) {
      self.reason = reason
    }
  }

  /// Generates and grades, without proof.
  package mutating func candidate(of seed: Seed, _ tally: inout Tally) -> Candidate? {
    tally.tried += 1
    let made = generator.puzzle(seed: seed)
    tally.evaluations += generator.evaluations
    guard let puzzle = made else {
      tally.refuse(.notGenerated)
      return nil
    }
    let grade = grader.grade(puzzle)
    guard grade.isSolved else {
      tally.refuse(.notSolved)
      return nil
    }
    return Candidate(puzzle: puzzle, grade: grade, seed: seed)
  }

  /// Whether a candidate cannot do without a rule.
  package mutating func isNeeded(_ rule: Rule, by candidate: Candidate) -> Bool {
    grader.isNeeded(rule, by: candidate.puzzle, candidate.grade)
  }

  /// The parts of the longest argument that a candidate's solve cannot do without.
  package mutating func longestArgument(of candidate: inout Candidate) -> Int {
    let trace = candidate.trace ?? grader.trace(candidate.puzzle).trace
    candidate.trace = trace
    return SolveSignals(trace).longest
  }

  /// Whether a candidate has flags.
  package mutating func isFlagged(_ candidate: Candidate, _ limits: FlagLimits) -> Bool {
    let trace = candidate.trace ?? grader.trace(candidate.puzzle).trace
    return !FlagFigures(candidate.grade, trace, &grader).flags(limits).isEmpty
  }

  /// Proves a candidate: the one solution has to be the one that the rules found.
  package mutating func prove(_ candidate: Candidate, _ tally: inout Tally) -> Pressed? {
    let found = candidate.grade.solution
    if let objection = Press.objection(to: found, of: candidate.puzzle, by: prover) {
      tally.refuse(objection)
      return nil
    }
    guard let solution = found else { return nil }
    let trace =
      candidate.trace ?? (isTracing ? grader.trace(candidate.puzzle).trace : nil)
    return Pressed(
      puzzle: candidate.puzzle, form: candidate.form ?? candidate.puzzle.canonicalForm,
      sbn: candidate.sbn, grade: candidate.grade, trace: trace, solution: solution,
      seed: candidate.seed)
  }

  /// Why the prover does not bear out that a puzzle has one solution, and which; `nil` where it
  /// does.
  package static func objection(
    to solution: Solution?, of puzzle: Puzzle,
    by prover: Prover = Prover(conflictBudget: Press.conflictBudget)
  ) -> Refusal? {
    switch prover.verdict(on: puzzle) {
    case .unique(let proved):
      proved == solution && proved.solves(puzzle) ? nil : .disagreement
    case .several, .none: .notUnique
    case .undecided: .undecided
    }
  }
}
