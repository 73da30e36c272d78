import Printable

extension RecipeFile {
  /// A key that is given twice in one mapping.
  ///
  /// The YAML library names only the first place of such a key, so the second is looked for in the text.
  struct Repetition {
    private let key: String
    private let first: RecipePlace
    /// The lines of the text, each with its break.
    private let lines: [Substring]
    /// Where the key is given again, as far as that is found.
    private var second: RecipePlace?

    /// Looks for a key behind its first place.
    init(of key: String, at first: RecipePlace, in text: String) {
      self.key = key
      self.first = first
      lines = text.split(after: "\n")
      guard lines.indices.contains(first.line - 1), !key.isEmpty else { return }
      let before = lines[first.line - 1].unicodeScalars.prefix(first.column - 1)
      let isFlow = before.contains("{")
      second = isFlow ? secondInBraces() : secondBelow()
    }

    /// Where the mistake is.
    var place: RecipePlace { second ?? first }

    /// What is wrong.
    var message: String {
      let key = Printable.excerpt(key)
      return second == nil
        ? "the key `\(key)` is given more than once — keep one of them"
        : "the key `\(key)` is already given in line \(first.line) — keep one of them"
    }

    /// The text with another key in the second place, as long as the first, which no recipe knows.
    ///
    /// - Parameter number: Tells the masks of one text apart.
    /// - Returns: The text; nothing where the second place was not found.
    func masked(number: Int) -> String? {
      guard let second, let mask = Unicode.Scalar(0xE000 + number) else { return nil }
      var scalars = Array(lines[second.line - 1].unicodeScalars)
      scalars[second.column - 1] = mask
      var masked = lines.map(String.init)
      masked[second.line - 1] = String(String.UnicodeScalarView(scalars))
      return masked.joined()
    }

    /// The next line of the same indentation that begins with the key.
    private func secondBelow() -> RecipePlace? {
      for index in lines.indices.dropFirst(first.line) {
        let scalars = Array(lines[index].unicodeScalars)
        guard scalars.prefix(first.column - 1).allSatisfy({ $0 == " " }) else { continue }
        if isKey(at: first.column - 1, of: scalars) {
          return RecipePlace(line: index + 1, column: first.column)
        }
      }
      return nil
    }

    /// The next such key before the braces close, on the same line.
    private func secondInBraces() -> RecipePlace? {
      let scalars = Array(lines[first.line - 1].unicodeScalars)
      var depth = 0
      for index in scalars.indices.dropFirst(first.column) {
        switch scalars[index] {
        case "{", "[": depth += 1
        case "}", "]": depth -= 1
        default: break
        }
        guard depth >= 0 else { return nil }
        let isStart = scalars[index - 1] == " " || scalars[index - 1] == ","
        if depth == 0 && isStart && isKey(at: index, of: scalars) {
          return RecipePlace(line: first.line, column: index + 1)
        }
      }
      return nil
    }

    /// Whether a line has the key at a place, with a colon behind it.
    private func isKey(at start: Int, of line: [Unicode.Scalar]) -> Bool {
      let rest = line.dropFirst(start)
      guard rest.starts(with: key.unicodeScalars) else { return false }
      return rest.dropFirst(key.unicodeScalars.count).first { $0 != " " } == ":"
    }
  }
}

extension String {
  /// The pieces of a text, each with the separator that ends it.
  fileprivate func split(after separator: Unicode.Scalar) -> [Substring] {
    var pieces: [Substring] = []
    var start = startIndex
    for index in unicodeScalars.indices where unicodeScalars[index] == separator {
      let end = unicodeScalars.index(after: index)
      pieces.append(self[start..<end])
      start = end
    }
    pieces.append(self[start...])
    return pieces
  }
}
