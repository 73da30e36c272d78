/// Texts that have several forms: `[die|dat:den] Zeilen 3 und 4`.
///
/// Brackets hold what is said by itself, then what is said in other forms, each behind its name;
/// forms may hold brackets in turn.
package enum Inflection {
  /// A text in one form.
  ///
  /// - Parameters:
  ///   - text: The text, with brackets where it has forms.
  ///   - form: The name of the form; anything else stands for the first.
  /// - Returns: The text without brackets.
  package static func text(_ text: String, form: Substring = "") -> String {
    guard text.utf8.contains(UInt8(ascii: "[")) else { return text }
    var rest = text[...]
    return read(&rest, form, isInside: false)
  }

  /// Reads to the end of the text, or of the bracket that it is in.
  private static func read(
    _ rest: inout Substring, _ form: Substring, isInside: Bool
  ) -> String {
    var said = ""
    // The alternatives that were read before: the first, and the one that is asked for.
    var (first, asked): (String?, String?) = (nil, nil)
    func finish() {
      if first == nil {
        first = said
      } else if let colon = said.utf8.firstIndex(of: UInt8(ascii: ":")), said[..<colon] == form {
        asked = String(said[said.utf8.index(after: colon)...])
      }
      said = ""
    }
    while let place = rest.utf8.firstIndex(where: signs.contains) {
      let sign = rest.utf8[place]
      said += rest[..<place]
      rest = rest[rest.utf8.index(after: place)...]
      switch sign {
      case UInt8(ascii: "["): said += read(&rest, form, isInside: true)
      case UInt8(ascii: "|") where isInside: finish()
      case UInt8(ascii: "]") where isInside:
        finish()
        return asked ?? first ?? ""
      default: said.unicodeScalars.append(Unicode.Scalar(sign))
      }
    }
    said += rest
    rest = rest[rest.endIndex...]
    return said
  }

  /// What is not said itself; bytes, because characters are found far slower.
  private static let signs = Array("[|]".utf8)

  /// The names of the forms that a text has.
  package static func forms(of text: String) -> [String] {
    text.split(separator: "|").dropFirst().compactMap { part in
      part.firstIndex(of: ":").map { String(part[..<$0]) }
    }
  }
}
