package import JSONText
package import Printable

/// What a command has to answer: the same thing in words and as JSON.
package protocol Answer: Sendable {
  /// The lines for people, without a break in any of them; none where there is nothing to say.
  var text: [String] { get }

  /// The value for programs.
  var json: JSONValue { get }

  /// Adds the same as it is printed, an object a line; mostly one.
  func addObjects(to text: inout TerminalText)

  /// What people might do next, for standard error.
  var advice: [String] { get }

  /// Whether its text has colours of its own; where it has none, none are printed.
  var isPainted: Bool { get }

  /// Whether its text quotes commands as they are typed for the usual places, as what finds a fault
  /// advises them: they are to name the house that the answer is about.
  var quotesCommands: Bool { get }

  /// Whether it only says that all is done as it should be, so that `--quiet` leaves its text out.
  var isRoutine: Bool { get }
}

extension Answer {
  package var advice: [String] { [] }
  package var isPainted: Bool { false }
  package var quotesCommands: Bool { false }
  package var isRoutine: Bool { false }

  /// The answer as it is printed.
  ///
  /// - Parameters:
  ///   - form: For people or for programs.
  ///   - told: What becomes of a line for people.
  /// - Returns: The lines to print.
  package func written(
    as form: AnswerForm, _ told: (String) -> String = { $0 }
  ) -> TerminalText {
    var written = TerminalText()
    switch form {
    case .text:
      for line in text {
        let line = told(line)
        written.append(isPainted ? TerminalLine(painted: line) : TerminalLine(line))
      }
    case .json: addObjects(to: &written)
    }
    return written
  }

  package func addObjects(to text: inout TerminalText) { text.append { json.write(to: &$0) } }
}

extension TerminalText {
  /// Adds a line of JSON as it is written.
  fileprivate mutating func append(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(&writer)
    writer.withBytes { append(json: $0) }
  }
}

/// An answer of which there is one for each of many puzzles: it is written straight away, without a
/// value in between.
package protocol WrittenAnswer: Answer {
  /// Writes the value for programs.
  func writeJSON(to writer: inout JSONWriter)
}

extension WrittenAnswer {
  package var json: JSONValue { JSONValue(writing: writeJSON) }

  package func addObjects(to text: inout TerminalText) {
    // Named as a function, it would hold a copy of the answer.
    text.append { writeJSON(to: &$0) }
  }
}

/// An answer about several things at once: a list for programs, an object a line.
package protocol ListAnswer: Answer {
  var objects: [JSONValue] { get }
}

extension ListAnswer {
  package var json: JSONValue { .array(objects) }

  package func addObjects(to text: inout TerminalText) {
    for object in objects { text.append { object.write(to: &$0) } }
  }
}

/// The form in which answers are printed.
package enum AnswerForm: Hashable, Sendable {
  /// Words for people.
  case text
  /// JSON for programs, an object a line.
  case json
}
