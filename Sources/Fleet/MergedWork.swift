import Answering
import JSONText
import Pipeline
import Wording

/// What a merge has found, and what came of it.
struct MergedWork: Answer {
  /// The units of the plan.
  let units: Int
  let added: Int
  let known: Int
  let twins: Int
  let refused: Int
  /// The numbers of the units that are not there, ascending.
  let missing: [Int]
  /// The numbers of those that are left for a later merge, since one before them is missing.
  let waiting: [Int]

  var isRoutine: Bool { missing.isEmpty }

  var text: [String] {
    let line =
      "\(units - missing.count - waiting.count) of \(units, of: "unit is", "units are") there: "
      + "\(added, of: "puzzle is", "puzzles are") new in reserve, "
      + "\(known, of: "was", "were") there already, \(twins, of: "is a twin", "are twins") "
      + "of others, \(refused, of: "is", "are") refused"
    return [line]
      + [("missing", missing), ("waiting for them", waiting)].filter { !$1.isEmpty }.map {
        "\($0): \($1.count == 1 ? "unit" : "units") \(MergedWork.ranges($1))"
      }
  }

  var json: JSONValue {
    AnswerJSON.object(
      "work merge",
      [
        JSONMember("units", units), JSONMember("added", added), JSONMember("known", known),
        JSONMember("twins", twins), JSONMember("refused", refused), JSONMember("missing", missing),
        JSONMember("waiting", waiting),
      ])
  }

  /// Numbers as Slurm's `--array` and people write them: `0-3,7`.
  private static func ranges(_ numbers: [Int]) -> String {
    var parts: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = parts.last, number == last.upperBound + 1 {
        parts[parts.count - 1] = last.lowerBound...number
      } else {
        parts.append(number...number)
      }
    }
    return parts.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }
}
