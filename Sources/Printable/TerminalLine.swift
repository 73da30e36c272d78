/// A line that can be shown on a terminal: nothing in it moves the cursor, forges another line or
/// turns the writing direction.
///
/// All that is printed is of this type, so whatever a text holds that came from a tree, a recipe or
/// a command line, nobody can forget to look at it.
package struct TerminalLine: Hashable, Sendable {
  /// The line, without an end.
  package let text: String

  /// Words, with `\u{FFFD}` for what cannot be shown.
  package init(_ words: String) { text = Printable.line(words) }

  /// Words with colours of the program's own (`ESC [ … m`), which end with the line.
  package init(painted words: String) {
    guard words.utf8.contains(TerminalLine.escape) else {
      text = Printable.line(words)
      return
    }
    var line = ""
    var isPainted = false
    for (index, part) in words.unicodeScalars.split(
      separator: "\u{1B}", omittingEmptySubsequences: false
    ).enumerated() {
      var rest = String(part)
      if index > 0 {
        let colour = TerminalLine.colour(rest)
        line += colour.isEmpty ? "\u{FFFD}" : "\u{1B}" + colour
        if !colour.isEmpty { isPainted = colour != TerminalLine.plain }
        rest = String(rest.dropFirst(colour.count))
      }
      line += Printable.line(rest)
    }
    text = isPainted ? line + "\u{1B}" + TerminalLine.plain : line
  }

  /// JSON, or a line of a log, with what cannot be shown in the escapes of JSON: it says the same.
  ///
  /// Such characters can stand in strings alone.
  package init(json line: String) {
    guard !Printable.isPrintable(line) else {
      text = line
      return
    }
    text = Printable.replacing(line) { scalar in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }

  private static let escape: UInt8 = 0x1B
  private static let plain = "[0m"

  /// The colour that a text behind an escape begins with; empty where there is none.
  private static func colour(_ text: String) -> Substring {
    guard text.utf8.first == UInt8(ascii: "[") else { return "" }
    let codes = text.dropFirst().prefix { $0 == ";" || ("0"..."9").contains($0) }
    guard codes.endIndex < text.endIndex, text[codes.endIndex] == "m" else { return "" }
    return text[...codes.endIndex]
  }
}
