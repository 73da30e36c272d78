import Printable

extension RecipeFile {
  /// What is wrong with a key that is given more than once in one mapping.
  ///
  /// The YAML library stops there and names the first place alone. The second one, where an editor
  /// looks, has the key in the same column further down, or behind it in the same braces.
  func repetition(of key: String, at first: RecipeLocation, in text: String) -> RecipeProblem {
    let shown = Printable.excerpt(key)
    guard let second = RecipeFile.secondPlace(of: key, after: first, in: text) else {
      return problem(first, "the key `\(shown)` is given more than once — keep one of them")
    }
    return problem(
      second, "the key `\(shown)` is already given in line \(first.line) — keep one of them")
  }

  private typealias Line = Substring.UnicodeScalarView

  private static func secondPlace(
    of key: String, after first: RecipeLocation, in text: String
  ) -> RecipeLocation? {
    let lines = text[...].unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard !key.isEmpty, lines.indices.contains(first.line - 1) else { return nil }
    let line = lines[first.line - 1]
    if line.prefix(first.column - 1).contains("{") {
      return column(of: key, inBracesAround: first.column, of: line).map {
        RecipeLocation(line: first.line, column: $0)
      }
    }
    let second = lines.indices.dropFirst(first.line).first { index in
      lines[index].prefix(first.column - 1).allSatisfy { $0 == " " }
        && isKey(key, lines[index].dropFirst(first.column - 1))
    }
    return second.map { RecipeLocation(line: $0 + 1, column: first.column) }
  }

  /// Where a line has a key again, before the braces around a column close.
  private static func column(
    of key: String, inBracesAround column: Int, of line: Line
  ) -> Int? {
    var (rest, column, depth) = (line.dropFirst(column - 1), column, 0)
    while let scalar = rest.popFirst(), depth >= 0 {
      column += 1
      switch scalar {
      case "{", "[": depth += 1
      case "}", "]": depth -= 1
      case " ", ",": if depth == 0, isKey(key, rest) { return column }
      default: break
      }
    }
    return nil
  }

  /// Whether a text begins with a key and a colon.
  private static func isKey(_ key: String, _ text: Line) -> Bool {
    text.starts(with: key.unicodeScalars)
      && text.dropFirst(key.unicodeScalars.count).first { $0 != " " } == ":"
  }
}
