import Grading
package import Pipeline
import Searching

/// What a thread needs to work on puzzles: scratch space of its own, and the run's context.
package struct PuzzleWorker: ~Copyable {
  let context: RunContext
  var grader: Grader
  /// Made when it is asked for: few runs explain by other rules than they solve by.
  private var ladderGrader: Grader?
  var solver = ExactSolver()

  /// Makes a worker; one for each thread.
  ///
  /// - Parameters:
  ///   - context: The run's context.
  ///   - reasoning: What its grader solves by.
  package init(_ context: RunContext, _ reasoning: Reasoning = .usual) {
    self.context = context
    grader = Grader(rules: reasoning.rules)
  }

  /// Calls something with the rules that explain a puzzle.
  ///
  /// - Parameters:
  ///   - isOfLadder: Whether the ladder has solved it: then what goes on behind the ladder has no
  ///     part in it.
  ///   - body: Explains it.
  /// - Returns: What that returns.
  mutating func explaining<Answer>(
    isOfLadder: Bool, _ body: (inout Grader) -> Answer
  ) -> Answer {
    guard isOfLadder else { return body(&grader) }
    var ladder = ladderGrader.take() ?? Grader()
    let answer = body(&ladder)
    ladderGrader = consume ladder
    return answer
  }

  /// A result with an answer, written on this thread.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - isApart: Whether its text is kept apart from others by an empty line.
  /// - Returns: The result.
  func result(_ answer: some Answer, isApart: Bool = false) -> PuzzleResult {
    PuzzleResult([context.written(answer)], isApart: isApart && context.form == .text)
  }
}
