import Grading
import JSONText
import Solving
import Wording

/// What a puzzle needs, in words and as JSON.
struct GradeNeeds: Sendable {
  let needs: [RuleNeed]

  /// The needed rules as clauses, hardest first: `exactly one counting.marks, as step 7`.
  var text: [String] {
    let needed = needs.filter(\.isNeeded).reversed().map { need in
      let count = need.steps.count
      let name = "\(need.rule.id) (\(need.rule.name))"
      let times =
        count == 1
        ? "exactly one \(name), as step \(need.steps[0] + 1)" : "\(name), \(count) steps"
      return "  needs \(times); without it, " + GradeNeeds.words(for: need)
    }
    let others = needs.filter { !$0.isNeeded }.map(\.rule.id)
    return needed
      + (others.isEmpty
        ? []
        : [
          "  could do without \(others.count == 1 ? "" : "any one of ")"
            + others.joined(separator: ", ")
        ])
  }

  private static func words(for need: RuleNeed) -> String {
    if need.isIrreplaceable {
      let open = need.without.openCells.count
      return open > 0 ? "\(open, of: "cell stays", "cells stay") open" : "it has no end"
    }
    let hardest = need.without.hardest?.id ?? ""
    return "\(hardest) has to do it, level \(need.without.level)"
  }

  /// What `--json` prints: the rules in ladder order.
  var json: JSONValue {
    .array(
      needs.map { need in
        .object([
          JSONMember("rule", need.rule.id),
          JSONMember("needed", need.isNeeded),
          JSONMember("cycles", need.cycles),
          JSONMember("steps", need.steps),
          JSONMember(
            "without",
            .object([
              JSONMember("solved", need.without.isSolved),
              JSONMember("level", need.without.level),
              JSONMember("hardest", need.without.hardest?.id),
              JSONMember("open", need.without.openCells.count),
            ])),
        ])
      })
  }
}
