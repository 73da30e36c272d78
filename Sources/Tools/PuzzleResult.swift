package import Pipeline
import StarBattle

/// What came of one puzzle.
package struct PuzzleResult: Sendable {
  package var messages: [Message]
  /// Whether an empty line keeps what is written of it apart from what is written before.
  var isApart: Bool
  /// `badData` for what is no puzzle or failed its check, `partial` for what was not decided.
  var status: ExitStatus
  /// What ends the whole command.
  package var error: (any Error)?
  /// What is counted of it, for statistics.
  var graded: GradedPuzzle?
  /// Whose regions are measured, for statistics of shapes.
  var measured: Puzzle?

  init(_ messages: [Message], status: ExitStatus = .done, isApart: Bool = false) {
    self.messages = messages
    self.isApart = isApart
    self.status = status
  }
}
