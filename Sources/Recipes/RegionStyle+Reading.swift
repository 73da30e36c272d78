import Generating
import Yams

extension RegionStyle {
  /// Reads the `style` of a recipe: natural where none is given.
  static func read(_ fields: RecipeFields) -> RegionStyle? {
    guard let node = fields.values["style"] else { return .natural }
    return fields.reader.choice(node, "style", of: RegionStyle.allCases, named: \.name)
  }
}
