import JSONText

/// One step of a hint for the mobile app: its `HintStep`.
package struct HintStep: Hashable, Sendable {
  /// The sentence for the player; the app calls it the rule.
  package let sentence: String
  /// The rule's level, 1…13.
  package let level: Int
  /// The cells that get a star, as row and column from 0.
  package let placements: [[Int]]
  /// The cells that get a mark, as row and column from 0.
  package let marks: [[Int]]

  /// `{"rule","level","placements","marks"}`, members in this order.
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
