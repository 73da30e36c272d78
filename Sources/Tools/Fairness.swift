import Grading
import Proving
import Solving
import StarBattle
import Wording

/// Whether the rules reach a puzzle's solution, as someone sees who did not find the way.
struct Fairness {
  /// What the steps come to, when each was checked.
  private(set) var summary: TraceChecker.Summary?
  /// What is wrong with the steps.
  private(set) var fault: TraceFault?

  init(of puzzle: Puzzle, endingIn solution: Solution, _ grader: inout Grader) {
    let (grade, trace) = grader.trace(puzzle)
    if grade.isSolved { self.init(of: trace, endingIn: solution) } else { self.init() }
  }

  /// Checks the steps of a solve.
  init(of trace: Trace, endingIn solution: Solution) {
    do throws(TraceFault) {
      summary = try TraceChecker(scopes: Rule.scopes).check(
        trace, of: trace.puzzle, endingIn: solution)
    } catch {
      fault = error
    }
  }

  /// That of a puzzle that is not solved.
  private init() {}

  var isFair: Bool { summary != nil }

  var words: String {
    if let fault { return "its steps fail the check: \(fault)" }
    guard let summary else { return "not solved by the rules" }
    return "fair, \(summary.steps, of: "step") checked, level \(summary.level)"
  }
}
