import Generating
import Solving

extension RecipeReader {
  /// A rule of those that published puzzles can need, by its id.
  func rule(_ node: YAMLNode, _ name: String) -> Rule? {
    let rules = Rule.ladder.filter { GradeRange.levels.contains($0.level) }
    return choice(node, name, of: rules, named: \.id)
  }
}
