package import Pipeline
import Searching
import Solving

/// What a thread needs to work on puzzles: scratch space of its own, and the run's context.
package struct PuzzleWorker: ~Copyable {
  let context: RunContext
  var grader = Grader()
  var solver = ExactSolver()

  package init(_ context: RunContext) { self.context = context }

  /// A result with an answer, written on this thread.
  func result(_ answer: some Answer) -> PuzzleResult { PuzzleResult([context.written(answer)]) }
}
