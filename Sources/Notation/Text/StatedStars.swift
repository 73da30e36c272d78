import StarBattle
import Wording

/// The star quota in a comment, for notations that have no place for it: `# 2 stars`.
///
/// It stands behind the first line of a puzzle or on a line of its own right above. A 9×9 board of
/// two stars written as letters would come back with the usual one otherwise.
enum StatedStars {
  /// What a puzzle's first line gets behind it, where its quota is not the usual one.
  static func comment(_ grid: Grid) -> String {
    guard grid.stars != Grid.usualStars(ofSide: grid.side) else { return "" }
    return "  # \(grid.stars, of: "star")"
  }
}

extension TextLine {
  /// Whether the line has a comment, and whether that gives a star quota and nothing else.
  var comment: (isThere: Bool, stars: Int?) {
    let index = bytes.indexBehindBlanks(from: content.upperBound)
    guard index < bytes.endIndex && bytes[index] == UInt8(ascii: "#") else { return (false, nil) }
    // `2 stars`, `1 star`, `2★`, `stars: 2`, `stars=2`, `stars 2`.
    let text = bytes[index...].prefix(40)
    guard text.endIndex == bytes.endIndex || text.count < 40 else { return (true, nil) }
    let words = String(decoding: text.dropFirst(), as: UTF8.self).lowercased()
      .split { $0 == " " || $0 == "\t" || $0 == ":" || $0 == "=" }
    switch words.count {
    case 1 where words[0].hasSuffix("★"): return (true, Int(words[0].dropLast()))
    case 2 where ["star", "stars", "★"].contains(words[1]): return (true, Int(words[0]))
    case 2 where words[0] == "stars": return (true, Int(words[1]))
    default: return (true, nil)
    }
  }
}
