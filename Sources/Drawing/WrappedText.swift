/// Text in lines of some columns, for terminals and pictures.
///
/// Lines break at spaces, and in Japanese between characters: those take two columns each, and have
/// no spaces between words.
package enum WrappedText {
  /// Breaks a text into lines.
  ///
  /// - Parameters:
  ///   - text: The text, in one line.
  ///   - columns: The most columns of a line; words that are longer stay whole.
  /// - Returns: The lines, one at least.
  package static func lines(of text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var width = 0
    func add(_ piece: Substring, _ pieceWidth: Int, behindSpace: Bool) {
      let gap = behindSpace && !line.isEmpty ? 1 : 0
      if !line.isEmpty && width + gap + pieceWidth > columns {
        lines.append(line)
        (line, width) = (String(piece), pieceWidth)
      } else {
        if gap > 0 { line += " " }
        line += piece
        width += gap + pieceWidth
      }
    }
    for word in text.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init) {
      if let width = narrowColumns(of: word) {
        add(word, width, behindSpace: true)
      } else {
        for (index, piece) in pieces(of: word).enumerated() {
          add(piece, self.columns(of: piece), behindSpace: index == 0)
        }
      }
    }
    return lines + [line]
  }

  /// The columns that a text takes on a terminal.
  package static func columns(of text: Substring) -> Int {
    narrowColumns(of: text) ?? text.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
  }

  /// A word in the pieces between which a line may break: behind a wide character, but not before
  /// one that closes something.
  private static func pieces(of word: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var start = word.startIndex
    var previous: Character?
    for index in word.indices {
      if let last = previous, isWide(last), !"（「".contains(last), !closing.contains(word[index]) {
        pieces.append(word[start..<index])
        start = index
      }
      previous = word[index]
    }
    return pieces + [word[start...]]
  }

  /// The columns of a text of nothing but letters and signs of European languages; `nil` of others.
  ///
  /// No character before U+0300 takes two columns, or none; and all of them begin with a lower
  /// byte.
  private static func narrowColumns(of text: Substring) -> Int? {
    var columns = 0
    for byte in text.utf8 {
      if byte >= 0xCC { return nil }
      if byte & 0xC0 != 0x80 { columns += 1 }
    }
    return columns
  }

  private static let closing = "、。，．：；？！）」・〜"

  /// Whether a character takes two columns: what Unicode calls wide or fullwidth, as far as our
  /// languages have it.
  private static func isWide(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
