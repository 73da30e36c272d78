/// How a run of the program ends, for schedulers and scripts.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Done, or nothing to do.
  case done = 0
  /// Only a part could be done; nothing was published.
  case partial = 2
  /// The command line is wrong.
  case usage = 64
  /// The input is wrong, or a check has failed.
  case badData = 65
  /// An input is not there or cannot be read.
  case noInput = 66
  /// A store cannot be reached.
  case unavailable = 69
  /// A mistake in this program.
  case bug = 70
  /// A file or folder cannot be made.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// Somebody else is at work; trying again later helps.
  case retryLater = 75
  /// A recipe is wrong.
  case badRecipe = 78
  /// Interrupted (Ctrl-C).
  case interrupted = 130
  case terminated = 143

  /// The status in words, for help texts.
  package var meaning: String {
    switch self {
    case .done: "done, or nothing to do"
    case .partial: "only a part could be done; nothing was published"
    case .usage: "the command line is wrong"
    case .badData: "the input is wrong, or a check has failed"
    case .noInput: "an input is not there or cannot be read"
    case .unavailable: "a store cannot be reached"
    case .bug: "a mistake in this program"
    case .cannotCreate: "a file or folder cannot be made"
    case .inputOutput: "reading or writing failed"
    case .retryLater: "somebody else is at work; try again later"
    case .badRecipe: "a recipe is wrong"
    case .interrupted: "interrupted"
    case .terminated: "terminated"
    }
  }

  /// A table for help texts, a line for each status.
  ///
  /// - Parameters:
  ///   - statuses: The statuses; whatever can be interrupted can be terminated.
  ///   - words: What those mean here that can be told more precisely than by `meaning`.
  /// - Returns: The lines.
  package static func table(
    of statuses: [ExitStatus], saying words: [ExitStatus: String] = [:]
  ) -> String {
    let ends: [ExitStatus] = statuses.contains(.interrupted) ? [.terminated] : []
    return Set(statuses + ends).sorted { $0.rawValue < $1.rawValue }.map { status in
      let code = String(status.rawValue)
      return String(repeating: " ", count: 5 - code.count) + code + "  "
        + (words[status] ?? status.meaning)
    }.joined(separator: "\n")
  }
}
