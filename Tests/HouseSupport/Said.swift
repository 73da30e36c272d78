package import Pipeline
import Printable

/// A line as it is printed, and where.
package enum Said: Hashable {
  /// On standard output.
  case result(String)
  /// On standard error: what is wrong.
  case problem(String)
  /// On standard error, for those who want to know.
  case note(String)

  package var text: String {
    switch self {
    case .result(let text), .problem(let text), .note(let text): text
    }
  }
}

extension Message {
  /// The lines of a message in a form.
  package func lines(as form: AnswerForm = .text) -> [Said] {
    switch self {
    case .answer(let answer):
      answer.written(as: form).lines.map { .result($0) }
        + (form == .text ? answer.advice.map { .note($0) } : [])
    case .written(let text): text.lines.map { .result($0) }
    case .problem(let text): [.problem(text)]
    case .note(let text): [.note(text)]
    }
  }
}

extension Command {
  /// Runs it to its end.
  ///
  /// - Returns: How it ended, and every line that is printed.
  @discardableResult
  package func said(
    in house: House = .usual, _ context: RunContext
  ) async throws -> (status: Pipeline.ExitStatus, lines: [Said]) {
    var lines: [Said] = []
    let status = try await run(in: house, context) { lines += $0.lines(as: context.form) }
    return (status, lines)
  }
}
