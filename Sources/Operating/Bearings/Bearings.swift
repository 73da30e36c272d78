import Answering
import JSONText
import Pipeline

/// What there is in a folder, and what to do next.
struct Bearings: Hashable {
  /// A command, and what it does.
  struct Step: Hashable {
    let command: String
    let effect: String

    init(_ command: String, _ effect: String) {
      self.command = command
      self.effect = effect
    }
  }

  /// What there is, a line each.
  let here: [String]
  /// What to do next, the first first.
  let next: [Step]
}

extension Bearings: Answer {
  var text: [String] {
    let width = next.map(\.command.count).max() ?? 0
    return here.enumerated().map { ($0 == 0 ? "Here:  " : "       ") + $1 }
      + next.enumerated().map { index, step in
        let room = String(repeating: " ", count: width - step.command.count)
        return (index == 0 ? "Next:  " : "       ") + "\(step.command)\(room)  — \(step.effect)"
      } + ["More:  almanac help, almanac help COMMAND, almanac manual"]
  }

  var json: JSONValue {
    AnswerJSON.object(
      "status",
      [
        JSONMember("here", here),
        JSONMember("next", next.map(\.command)),
      ])
  }
}
