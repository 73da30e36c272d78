/// Text from outside, made fit for a message: what it names can be told, and nothing else happens.
///
/// A name in a tree or a line of a recipe can hold what moves a terminal's cursor, forges a line or
/// turns the writing direction. Nothing of the kind is printed.
package enum Printable {
  /// The most characters that an excerpt shows.
  package static let longestExcerpt = 40

  /// An excerpt of bytes: at most 40, of ASCII, with `?` for what is not.
  package static func ascii(_ bytes: some Sequence<UInt8>) -> String {
    let scalars = bytes.prefix(longestExcerpt).map {
      (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?")
    }
    return String(decoding: scalars, as: UTF8.self)
  }

  /// An excerpt of text in any language: at most 40 characters, with `\u{FFFD}` for what cannot be
  /// shown, and `…` where it was cut.
  package static func excerpt(_ text: String) -> String {
    let head = text.unicodeScalars.prefix(longestExcerpt + 1).map {
      isPrintable($0) ? $0 : "\u{FFFD}"
    }
    guard head.count > longestExcerpt else { return String(String.UnicodeScalarView(head)) }
    return String(String.UnicodeScalarView(head.dropLast())) + "…"
  }

  /// Whether a character can be shown on a terminal as it is.
  package static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: true
    }
  }
}
