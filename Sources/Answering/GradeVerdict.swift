import Explaining
package import Grading
package import JSONText
package import Searching
package import StarBattle
import Wording

/// What a graded puzzle is worth: how many solutions it has, and where the reasoning stopped.
package struct GradeVerdict: Sendable {
  /// How many solutions there are; the words are those of `prove`.
  package enum Solutions: String, Sendable {
    /// One: the rules or exact search found it.
    case unique
    /// Two or more.
    case several
    /// None: the rules or exact search ruled out every one.
    case none
    /// Exact search ran out of nodes.
    case undecided
  }

  package let grade: Grade
  package let solutions: Solutions
  /// The solution, the first two of several, or none where none was found.
  package let found: [Solution]
  /// The cells that are open where the reasoning stopped, ascending.
  package let openCells: [Int]
  /// What cannot be completed, where the rules show that there is no solution.
  package let failure: Failure?
  /// The same in words.
  let reason: String?

  /// Judges a grade; a puzzle that the rules do not solve is searched.
  ///
  /// - Parameters:
  ///   - grade: The grade.
  ///   - trace: The steps that lead to it, asked for only where the rules meet a contradiction.
  ///   - puzzle: The puzzle.
  ///   - solver: Scratch space.
  package init(
    of grade: Grade, trace: () -> Trace, _ puzzle: Puzzle, _ solver: inout ExactSolver
  ) {
    self.grade = grade
    switch grade.outcome {
    case .solved:
      (solutions, openCells, failure, reason) = (.unique, [], nil, nil)
      found = grade.solution.map { [$0] } ?? []
    case .stuck:
      let count = solver.count(
        puzzle, after: grade, limit: 2, nodeBudget: ExactSolver.usualBudget)
      switch count.solutions.count {
      case _ where !count.isComplete: solutions = .undecided
      case 0: solutions = .none
      case 1: solutions = .unique
      default: solutions = .several
      }
      (openCells, failure, reason) = (grade.openCells, nil, nil)
      found = count.solutions
    case .contradiction:
      let trace = trace()
      var board = KnownBoard(puzzle)
      for step in trace.steps { board.apply(step) }
      (solutions, found) = (.none, [])
      openCells = board.cells.indices.filter { board.cells[$0] == .open }
      failure = trace.failure
      reason = (board.flaw ?? failure).map {
        HintWriter().clause(for: $0, on: board)
      }
    }
  }

  /// How the ladder ended, in one word.
  static func word(for outcome: Grade.Outcome) -> String {
    switch outcome {
    case .solved: "solved"
    case .stuck: "stuck"
    case .contradiction: "contradiction"
    }
  }

  // MARK: - Text

  /// The verdict in a line.
  ///
  /// - Parameters:
  ///   - grid: The puzzle's outline.
  ///   - highestLevel: The highest rule level that was allowed; `nil` where that goes without
  ///     saying.
  ///   - triesSums: Whether sums of any size were tried where that level leaves the puzzle.
  /// - Returns: A clause without full stop.
  package func text(on grid: Grid, highestLevel: Int?, triesSums: Bool = false) -> String {
    let cycles = "\(grade.cycles, of: "cycle")"
    switch grade.outcome {
    case .solved:
      let score = ScoreText.decimal(hundredths: grade.scoreInHundredths)
      return "difficulty \(grade.difficulty) (\(grade.band.rawValue)), "
        + "score \(score), level \(grade.level), \(cycles)"
    case .contradiction:
      let shown =
        grade.cycles == 0 ? "" : ", as \(cycles) show\(grade.cycles == 1 ? "s" : "")"
      return "no solution\(shown): \(reason ?? "the rules meet a contradiction")"
    case .stuck:
      let number =
        switch solutions {
        case .unique: "one solution"
        case .several: "several solutions"
        case .none: "no solution"
        case .undecided: "solutions not counted in \(ExactSolver.usualBudget) nodes"
        }
      let sums = triesSums ? " and sums of any size" : ""
      let rules = highestLevel.map { ", not solved by the rules to level \($0)\(sums)" } ?? ""
      return "\(number)\(rules): \(stop(on: grid))"
    }
  }

  /// The open cells in words: a few by name, many by the rows and columns that they lie in.
  private func stop(on grid: Grid) -> String {
    let side = grid.side
    let count = openCells.count
    let stay = "\(count, of: "cell stays open", "cells stay open")"
    if count <= GradeVerdict.mostNamed {
      return "\(stay), "
        + openCells.map(grid.name(of:)).joined(separator: " ")
    }
    func range(_ title: String, _ lines: [Int]) -> String {
      "\(title) \((lines.min() ?? 0) + 1)…\((lines.max() ?? 0) + 1)"
    }
    return "\(stay), in \(range("rows", openCells.map { $0 / side }))"
      + ", \(range("columns", openCells.map { $0 % side }))"
  }

  /// The most cells that are named one by one.
  private static let mostNamed = 8

  // MARK: - JSON

  /// Writes the members that `grade --json` prints besides the grade itself.
  package func write(side: Int, to object: inout JSONWriter) {
    object.member("verdict", solutions.rawValue)
    object.member("outcome", GradeVerdict.word(for: grade.outcome))
    object.member("open", openCells.count)
    PuzzleJSON.write("openCells", openCells, side: side, to: &object)
    TraceJSON.write("failure", failure, side: side, to: &object)
  }

  /// The same as values.
  package func members(side: Int) -> [JSONMember] {
    JSONValue(writing: { $0.object { write(side: side, to: &$0) } }).members
  }
}
