import Generating
import Printable
import Yams

extension RegionStyle {
  /// Reads the `style` of a recipe: natural where none is given.
  static func read(_ fields: RecipeFields) -> RegionStyle? {
    guard let node = fields.values["style"] else { return .natural }
    guard let text = fields.reader.text(node, "style") else { return nil }
    if let style = RegionStyle(name: text) { return style }
    let names = RegionStyle.allCases.map(\.name)
    let advice =
      Spelling.guess(for: text, among: names).map { "did you mean `\($0)`?" }
      ?? "it can be \(names.joined(separator: ", "))"
    fields.reader.note(
      RecipeLocation(node.mark), "`style` is `\(Printable.excerpt(text))` — \(advice)")
    return nil
  }
}
