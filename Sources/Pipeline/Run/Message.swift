package import Printable

/// What a command has to say: answers are its product, the rest is for people.
package enum Message: Sendable {
  /// For standard output.
  case answer(any Answer)
  /// The same, already written in the form that the context asks for: writing is work, too, and a
  /// command that answers for a million puzzles does it on all its threads (`RunContext.written`).
  case written(TerminalText)
  /// For standard error: `file:line:column: what`.
  case problem(String)
  /// For standard error, and only where people want to know: what differs from run to run.
  case note(String)
}
