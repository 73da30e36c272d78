import Solving
import StarBattle

/// Levels 8–13: a star assumed, what follows, and what fails.
extension Explanation {
  /// What the ways to fill a container have in common.
  func hypothetical(_ ways: [Way]) -> String {
    let isAnyLeft = ways.contains { $0.failure == nil }
    return phrases.text(
      isAnyLeft ? .ways : .waysNone,
      [
        "count": phrases.number(ways.count), "need": need(of: step.containers),
        "where": phrases.name(of: step.containers), "then": then,
      ])
  }

  func hypothetical(_ assumption: Assumption) -> String {
    let chain = AssumedChain(assumption, on: board)
    if let sentence = pressured(chain, from: assumption.cell) { return sentence }
    let forced = Set(chain.steps.flatMap(\.stars)).subtracting([assumption.cell]).sorted()
    let isPlain = chain.steps.allSatisfy {
      $0.rule == Rule.neighbours.id || $0.rule == Rule.complete.id
    }
    let failure = FailureClause(of: chain.failure, on: chain.board, in: phrases).text
    var values = [
      "place": place(assumption.cell), "failure": failure, "then": then,
      "count": phrases.number(forced.count),
    ]
    switch forced.count {
    case 0: return phrases.text(isPlain ? .assumePlain : .assumeMarks, values)
    case 1:
      values["cells"] = place(forced[0])
      return phrases.text(.assumeStar, values)
    default:
      guard let cells = phrases.places(forced, side: side) else {
        return phrases.text(.assumeStarsMany, values)
      }
      values["cells"] = cells
      return phrases.text(.assumeStars, values)
    }
  }
}
