import Explaining
import JSONText

extension HintStep {
  /// `{"rule","level","containers","cells","placements","marks","text"}`, members in this order,
  /// and `"assumption"` before the text where there is one: for apps that word and colour steps
  /// themselves.
  var structured: JSONValue {
    .object(
      [
        JSONMember("rule", rule),
        JSONMember("level", level),
        JSONMember("containers", .array(containers.map { .string($0) })),
        JSONMember("cells", HintStep.pairs(cells)),
        JSONMember("placements", HintStep.pairs(placements)),
        JSONMember("marks", HintStep.pairs(marks)),
      ]
        + (assumption.map { [JSONMember("assumption", .array($0.map { .integer($0) }))] } ?? [])
        + [JSONMember("text", sentence)])
  }

  /// `{"rule","level","placements","marks"}`, members in this order: the sentence is the rule, as
  /// the mobile app reads it.
  var json: JSONValue {
    .object([
      JSONMember("rule", sentence),
      JSONMember("level", level),
      JSONMember("placements", HintStep.pairs(placements)),
      JSONMember("marks", HintStep.pairs(marks)),
    ])
  }

  private static func pairs(_ cells: [[Int]]) -> JSONValue {
    .array(cells.map { .array($0.map { .integer($0) }) })
  }
}
