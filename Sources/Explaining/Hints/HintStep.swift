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
  package let rule: String
  /// The containers that the step rests on: `row 3`, `column 5`, `region C`, whatever the language.
  package let containers: [String]
  /// The cells that it looks at, as row and column from 0.
  package let cells: [[Int]]
  /// The cell on which a star is assumed and refuted, for rules that do so.
  package let assumption: [Int]?
}
