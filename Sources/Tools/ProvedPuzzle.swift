import Answering
import JSONText
import Notation
import Pipeline
import Proving
import StarBattle

/// How many solutions a puzzle has, proved, and whether the rules reach it.
struct ProvedPuzzle: Answer {
  let item: PuzzleItem
  let verdict: Verdict
  /// Whether it is fair; `nil` where it is not unique.
  var fairness: Fairness?
  /// The files of its certificate; `nil` where none is wanted.
  var files: [String]?

  var text: [String] {
    let end = fairness.map { "; \($0.words)" } ?? ""
    return [item.head + words.text + end]
  }

  var json: JSONValue {
    var solution: Solution?
    if case .unique(let found) = verdict { solution = found }
    let members = [
      JSONMember("verdict", words.name),
      JSONMember("solution", PuzzleJSON.cells(solution, item.sbn.puzzle.grid)),
      JSONMember("fair", fairness.map { .bool($0.isFair) } ?? .null),
      JSONMember("level", fairness?.summary?.level),
      JSONMember("steps", fairness?.summary?.steps),
      JSONMember("fault", fairness?.fault.map { "\($0)" }),
    ]
    return .object(
      PuzzleJSON.opening(item.sbn, index: item.index) + members
        + (files.map { [JSONMember("certificate", $0)] } ?? []))
  }

  /// The verdict for programs and for people.
  private var words: (name: String, text: String) {
    switch verdict {
    case .unique: ("unique", "one solution, proved")
    case .several: ("several", "several solutions")
    case .none: ("none", "no solution")
    case .undecided(let conflicts): ("undecided", "not decided in \(conflicts) conflicts")
    }
  }
}
