import JSONText

/// One step of a hint, for apps.
package struct HintStep: Hashable, Sendable {
  /// The sentence for the player; the app calls it the rule.
  package let sentence: String
  /// The rule's level, 1…13.
  package let level: Int
  /// The cells that get a star, as row and column from 0.
  package let placements: [[Int]]
  /// The cells that get a mark, as row and column from 0.
  package let marks: [[Int]]
  /// The id of the rule, such as `tiling.overhang`.
  let rule: String
  /// The containers that the step rests on: `row 3`, `column 5`, `region C`, whatever the language.
  let containers: [String]
  /// The cells that it looks at, as row and column from 0.
  let cells: [[Int]]
  /// The cell on which a star is assumed and refuted, for rules that do so.
  let assumption: [Int]?

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
