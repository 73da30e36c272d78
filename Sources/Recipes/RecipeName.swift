import Printable
import StarBattle
import Yams

/// The words and numbers that all recipes share: ids, titles, seeds, grids.
package enum RecipeName {
  /// The campaign numbers that a recipe can have: the seeds that a JavaScript client reads exactly.
  static let seeds = 0...Int(Seed.range.upperBound)

  /// The most characters that an id can have.
  static let longestID = 64

  /// The most characters that a title can have.
  static let longestTitle = 80

  /// Reads an id; ids become file names and URLs, so nothing but these characters gets through.
  static func id(_ node: Node, _ key: String, reader: RecipeReader) -> String? {
    guard let text = reader.text(node, key) else { return nil }
    guard isID(text) else {
      reader.note(
        RecipePlace(node.mark),
        "`\(key)` is `\(Printable.excerpt(text))` — it can have lower-case letters, digits and "
          + "`-` between them, up to \(longestID)")
      return nil
    }
    return text
  }

  /// Whether a text is made of lower-case ASCII letters and digits with single `-` between them.
  package static func isID(_ text: String) -> Bool {
    guard (1...longestID).contains(text.utf8.count) else { return false }
    let words = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      !word.isEmpty
        && word.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }
  }

  /// Reads a title: one line for people.
  static func title(_ node: Node, _ key: String, reader: RecipeReader) -> String? {
    guard let text = reader.text(node, key) else { return nil }
    let scalars = text.unicodeScalars
    guard (1...longestTitle).contains(scalars.count),
      scalars.allSatisfy(Printable.isPrintable),
      scalars.first?.properties.isWhitespace == false,
      scalars.last?.properties.isWhitespace == false
    else {
      reader.note(
        RecipePlace(node.mark),
        "`\(key)` is \(RecipeReader.described(node)) — it must be one line of "
          + "1…\(longestTitle) printable characters, without blanks around it")
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
      fields.reader.note(RecipePlace(node.mark), "\(error)")
      return nil
    }
  }
}
