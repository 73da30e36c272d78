package import JSONText
package import Printable

/// What a command has to answer: the same thing in words and as JSON.
package protocol Answer: Sendable {
  /// The lines for people, without a break in any of them; none where there is nothing to say.
  var text: [String] { get }

  /// The value for programs.
  var json: JSONValue { get }

  /// The same as it is printed, an object a line; mostly one.
  var objects: [JSONValue] { get }

  /// What people might do next, for standard error.
  var advice: [String] { get }

  /// Whether its text has colours of its own; where it has none, none are printed.
  var isPainted: Bool { get }

  /// Whether it only says that all is done as it should be, so that `--quiet` leaves its text out.
  var isRoutine: Bool { get }
}

extension Answer {
  package var objects: [JSONValue] { [json] }
  package var advice: [String] { [] }
  package var isPainted: Bool { false }
  package var isRoutine: Bool { false }

  /// The lines to print.
  package func written(as form: AnswerForm) -> TerminalText {
    var written = TerminalText()
    switch form {
    case .text:
      for line in text {
        written.append(isPainted ? TerminalLine(painted: line) : TerminalLine(line))
      }
    case .json:
      for object in objects { written.append { object.write(to: &$0) } }
    }
    return written
  }
}

/// An answer about several things at once: a list for programs, an object a line.
package protocol ListAnswer: Answer {
  var objects: [JSONValue] { get }
}

extension ListAnswer {
  package var json: JSONValue { .array(objects) }
}

/// The form in which answers are printed.
package enum AnswerForm: Hashable, Sendable {
  /// Words for people.
  case text
  /// JSON for programs, an object a line.
  case json
}
