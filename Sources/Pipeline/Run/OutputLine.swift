/// What a command has to say: results are its product, problems are for people.
package enum OutputLine: Hashable, Sendable {
  /// For standard output.
  case result(String)
  /// For standard error: `file:line:column: what`.
  case problem(String)
  /// For standard error, and only where people want to know: what differs from run to run.
  case note(String)
}
