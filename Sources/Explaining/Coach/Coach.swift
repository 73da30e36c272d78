public import Grading
import Searching
import Solving
public import StarBattle

/// Finds the next hint for the board that a player has.
///
///     var coach = Coach()
///     let hint = try coach.hint(for: puzzle, on: board)
///     print(hint?.text(.explanation) ?? "The board is solved.")
///
/// A hint is true: it is a mistake on the board, or else a step that follows from what is on it.
/// The board may hold any stars and marks, however the player came to them; following hints alone
/// ends in the solution.
///
/// One coach for each thread; it keeps the solution of the last puzzle, and no hint depends on what
/// was asked before.
public struct Coach: ~Copyable {
  private var engine = RuleEngine()
  private var grader = Grader()
  private let rules: RuleSet
  private var known: (puzzle: Puzzle, solution: Solution)?

  /// Makes a coach; one for each thread.
  ///
  /// - Parameter rules: What hints may rest on: the ladder that puzzles are graded with;
  ///   `.withSmallSums`, which prefers sums of two to four parts to an assumed star;
  ///   `.withoutAssumptions`, which solves nearly every puzzle without assuming a star, with sums
  ///   that may be long; or `.thorough`, the ladder with such sums before its last level, and stars
  ///   that are assumed until one fails.
  /// - Complexity: O(1).
  public init(rules: RuleSet = GraderVersion.current.rules) { self.rules = rules }

  /// The next hint: the earliest mistake, else the easiest step that adds something to the board.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle, with exactly one solution.
  ///   - board: What the player has put on it.
  ///   - moves: The cells in the order in which the player filled them, as far as that is known; it
  ///     tells which of several mistakes is the earliest.
  /// - Returns: The hint; `nil` where the board is solved.
  /// - Throws: `CoachError`, where the board is of another grid, the puzzle has not one solution,
  ///   or no rule goes on from the board, which no puzzle of the press comes to.
  /// - Complexity: some milliseconds at 25×25, tenths of one at 10×10; a puzzle that the rules do
  ///   not solve is searched as well, up to a limit.
  public mutating func hint(
    for puzzle: Puzzle, on board: PlayerBoard, moves: [Int] = []
  ) throws(CoachError) -> Hint? {
    guard board.grid == puzzle.grid else { throw .otherGrid(board.grid, expected: puzzle.grid) }
    let solution = try solution(of: puzzle)
    if let mistake = Mistake.earliest(on: board, of: puzzle, solvedBy: solution, moves: moves) {
      return Hint(puzzle: puzzle, board: board, content: .mistake(mistake))
    }
    if board.isSolved(by: solution) { return nil }
    guard let step = easiestStep(of: puzzle, on: board) else { throw .noStep }
    return Hint(puzzle: puzzle, board: board, content: .step(step))
  }

  // MARK: - The solution

  private mutating func solution(of puzzle: Puzzle) throws(CoachError) -> Solution {
    if let known, known.puzzle == puzzle { return known.solution }
    let grade = grader.grade(puzzle)
    let solution: Solution
    if let graded = grade.solution {
      solution = graded
    } else {
      solution = try Coach.searched(puzzle, after: grade)
    }
    known = (puzzle, solution)
    return solution
  }

  private static func searched(
    _ puzzle: Puzzle, after grade: Grade
  ) throws(CoachError) -> Solution {
    var solver = ExactSolver()
    let count = solver.count(
      puzzle, after: grade, limit: 2, nodeBudget: ExactSolver.usualBudget)
    if count.solutions.count > 1 { throw .severalSolutions }
    guard count.isComplete else { throw .undecided }
    guard let solution = count.solutions.first else { throw .noSolution }
    return solution
  }

  // MARK: - The step

  /// The refuted stars among which the one with the shortest chain is looked for.
  private static let mostRefutations = 6

  /// The easiest step of the easiest rule that finds anything.
  ///
  /// - Precondition: what is on the board is right, and it is not solved.
  private mutating func easiestStep(of puzzle: Puzzle, on board: PlayerBoard) -> Step? {
    let layout = Layout(puzzle)
    let side = puzzle.grid.side
    var solve = LadderSolve(layout, climbing: rules.rules(through: Rule.levels.upperBound))
    var given = Deductions(stars: board.stars, marks: board.marks, side: side)
    guard solve.apply(&given, layout), let row = solve.findEasiest(&engine, layout) else {
      return nil
    }
    defer { engine.deductions.clear() }
    assert(!engine.deductions.isContradiction, "a board without mistakes has a solution")
    let rule = solve.ladder[row]
    if rule.scope == .assumption {
      // Each takes a walk of its own to explain.
      let cells = engine.deductions.cells(on: solve.board, side: side).marks
      engine.deductions.clear()
      engine.deductions.add(marks: Array(cells.prefix(Coach.mostRefutations)), side: side)
    }
    let steps = solve.steps(of: rule, &engine, layout)
      .map { $0.retold(on: solve, &engine, layout) }
    return steps.enumerated().min { left, right in
      (left.element.effort, left.offset) < (right.element.effort, right.offset)
    }?.element
  }
}

extension Step {
  /// What there is to look at, to tell steps of one rule apart: links first, then containers, or
  /// the parts of a sum.
  fileprivate var effort: Int {
    1000 * ((assumption?.chain.count ?? 0) + ways.count)
      + (sum.isEmpty ? containers.count : sum.count)
  }
}

/// Why there is no hint.
public enum CoachError: Error, Hashable, Sendable {
  /// The board is of another grid than the puzzle.
  case otherGrid(Grid, expected: Grid)
  /// The puzzle has no solution.
  case noSolution
  /// The puzzle has several solutions, so that a mistake cannot be told.
  case severalSolutions
  /// Whether the puzzle has one solution takes too long to find out.
  case undecided
  /// No rule finds anything more on the board.
  case noStep
}

extension CoachError: CustomStringConvertible {
  /// What is wrong, and what is needed.
  public var description: String {
    switch self {
    case .otherGrid(let grid, let expected):
      "the board is of \(grid) — the puzzle is \(expected)"
    case .noSolution: "the puzzle has no solution — hints are for puzzles with one"
    case .severalSolutions:
      "the puzzle has several solutions — hints are for puzzles with one"
    case .undecided:
      "the rules do not solve the puzzle, and whether it has one solution takes too long to find "
        + "out — hints are for puzzles that can be solved step by step"
    case .noStep:
      "no rule goes on from this board — hints are for puzzles that can be solved step by step"
    }
  }
}
