import Identity
import Printable
import StarBattle
import Yams

/// The words and numbers that all recipes share: ids, titles, seeds, grids.
package enum RecipeName {
  /// The campaign numbers that a recipe can have: the seeds that a JavaScript client reads exactly.
  static let seeds = 0...Int(Seed.range.upperBound)

  /// Reads the id of a pack.
  static func id(_ node: Node, _ key: String, reader: RecipeReader) -> PackID? {
    guard let text = reader.text(node, key) else { return nil }
    guard let fault = PackID.fault(in: text) else { return PackID(text) }
    reader.note(RecipeLocation(node.mark), "`\(key)` is `\(Printable.excerpt(text))` — \(fault)")
    return nil
  }

  /// Reads the name of a pack or a calendar in a list.
  static func entry(_ node: Node, _ key: String, reader: RecipeReader) -> String? {
    guard let text = reader.text(node, key) else { return nil }
    if case .grammar? = PackID.fault(in: text) {
      reader.note(
        RecipeLocation(node.mark),
        "`\(key)` is `\(Printable.excerpt(text))` — \(PackID.Fault.grammar)")
      return nil
    }
    return text
  }

  /// Reads a title: one line for people.
  static func title(_ node: Node, _ key: String, reader: RecipeReader) -> String? {
    guard let text = reader.text(node, key) else { return nil }
    guard PackName.isValid(text) else {
      reader.note(
        RecipeLocation(node.mark),
        "`\(key)` is \(RecipeReader.described(node)) — it must be \(PackName.rule)")
      return nil
    }
    return text
  }
}

extension Grid {
  /// Reads `{ size: 10, stars: 2 }`.
  init?(_ node: Node, reader: RecipeReader) {
    let fields = reader.fields(of: node, "`grid`", allowed: ["size", "stars"])
    guard let fields else { return nil }
    self.init(fields)
  }

  /// Reads the `size` and `stars` of a mapping.
  init?(_ fields: RecipeFields) {
    let size = fields.integer("size", in: Grid.sides)
    guard let size else {
      if let stars = fields.values["stars"] {
        _ = fields.reader.integer(stars, "stars", in: Grid.quotas(ofSide: Grid.sides.upperBound))
      }
      return nil
    }
    guard let node = fields.required("stars") else { return nil }
    guard let stars = fields.reader.number(node) else {
      _ = fields.reader.integer(node, "stars", in: Grid.quotas(ofSide: size))
      return nil
    }
    do {
      try self.init(side: size, stars: stars)
    } catch {
      fields.reader.note(RecipeLocation(node.mark), "\(error)")
      return nil
    }
  }
}
