import Answering
import JSONText
import Notation
import Pipeline
import Proving
import StarBattle

/// How many solutions a puzzle has, proved, and whether the rules reach it.
struct ProvedPuzzle: WrittenAnswer {
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

  func writeJSON(to writer: inout JSONWriter) {
    var solution: Solution?
    if case .unique(let found) = verdict { solution = found }
    writer.object { object in
      PuzzleJSON.writeOpening(item.sbn, index: item.index, to: &object)
      object.member("verdict", words.name)
      PuzzleJSON.write("solution", solution, item.sbn.puzzle.grid, to: &object)
      object.member("fair", fairness?.isFair)
      object.member("level", fairness?.summary?.level)
      object.member("steps", fairness?.summary?.steps)
      object.member("fault", fairness?.fault.map { "\($0)" })
      if let files { object.member("certificate") { $0.array(files) { $0.write($1) } } }
    }
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
