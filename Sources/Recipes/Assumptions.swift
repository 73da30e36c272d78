import Generating
import Printable
import Solving
import Yams

/// Whether solving may assume a star: `assumptions: none`, or nothing.
enum Assumptions {
  case any
  case none

  /// Reads what a recipe says; `nil` means a mistake.
  ///
  /// - Parameters:
  ///   - fields: The fields of the recipe.
  ///   - rules: The rules that its puzzles have to have for their hardest step.
  init?(_ fields: RecipeFields, rules: [Rule] = []) {
    guard let node = fields.values["assumptions"] else {
      self = .any
      return
    }
    let reader = fields.reader
    guard let text = reader.text(node, "assumptions") else { return nil }
    guard text == "none" else {
      reader.note(
        RecipeLocation(node.mark),
        "`assumptions` is `\(Printable.excerpt(text))` — it can only be none; leave it out where "
          + "puzzles may need them")
      return nil
    }
    let levels = GradeRange.levelsWithoutAssumptions
    if let rule = rules.first(where: { !levels.contains($0.level) }) {
      reader.note(
        RecipeLocation(node.mark),
        "`assumptions` is none, but `\(rule.id)` is asked for, which assumes a star — leave one of "
          + "them out")
      return nil
    }
    self = .none
  }
}
