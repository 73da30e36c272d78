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
    let head = line(text).unicodeScalars.prefix(longestExcerpt + 1)
    guard head.count > longestExcerpt else { return String(String.UnicodeScalarView(head)) }
    return String(String.UnicodeScalarView(head.dropLast())) + "…"
  }

  /// The excerpt of an address: what may be a secret, a name or password in front of `@`, the query
  /// and the fragment, is left out.
  package static func address(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var (scheme, rest) = (bytes[..<0], bytes[...])
    if let end = bytes.lastIndex(of: UInt8(ascii: "@")) {
      let start = bytes[..<end].firstRange(of: "://".utf8)?.upperBound ?? 0
      (scheme, rest) = (bytes[..<start], bytes[end...])
    }
    let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let left = rest[path.endIndex...].first.map { "\(UnicodeScalar($0))…" } ?? ""
    return ascii(scheme) + (path.first == UInt8(ascii: "@") ? "…" : "") + ascii(path) + left
  }

  /// Text with `\u{FFFD}` for everything that cannot be shown, line breaks included.
  package static func line(_ text: String) -> String {
    isPrintable(text) ? text : replacing(text) { _ in "\u{FFFD}" }
  }

  /// Whether a text can be shown on a terminal as it is, on one line.
  package static func isPrintable(_ text: String) -> Bool {
    if isPlain(text) { return true }
    var isShown = true
    visit(text) { if !$1 { isShown = false } }
    return isShown
  }

  /// A text with another one for each character that cannot be shown.
  static func replacing(
    _ text: String, with replacement: (Unicode.Scalar) -> String
  ) -> String {
    var line = ""
    visit(text) { scalar, isShown in
      if isShown {
        line.unicodeScalars.append(scalar)
      } else {
        line += replacement(scalar)
      }
    }
    return line
  }

  /// Whether a text is of characters alone that the program's own words and pictures are made of,
  /// as nearly all are: Unicode's tables are slow, and a million puzzles have a line each.
  static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var place = 0
      while place < bytes.count {
        let (scalar, length) = scalar(at: place, bytes)
        switch scalar {
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0xFF, 0x2010...0x2027, 0x2190...0x21FF,
          0x2500...0x27BF:
          break
        default: return false
        }
        place += length
      }
      return true
    }
  }

  /// A character of one to three bytes and their number; (0, 1) for a longer one.
  private static func scalar(
    at place: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (value: UInt32, length: Int) {
    func tail(_ index: Int) -> UInt32 { UInt32(bytes[place + index]) & 0x3F }
    let head = UInt32(bytes[place])
    switch head {
    case ..<0x80: return (head, 1)
    case 0xC0..<0xE0: return ((head & 0x1F) << 6 | tail(1), 2)
    case 0xE0..<0xF0: return ((head & 0x0F) << 12 | tail(1) << 6 | tail(2), 3)
    default: return (0, 1)
    }
  }

  /// Goes through a text, and says of each character whether it can be shown.
  private static func visit(_ text: String, _ body: (Unicode.Scalar, _ isShown: Bool) -> Void) {
    let scalars = text.unicodeScalars
    var before: Unicode.Scalar?
    var place = scalars.startIndex
    while place < scalars.endIndex {
      let scalar = scalars[place]
      place = scalars.index(after: place)
      let next = place < scalars.endIndex ? scalars[place] : nil
      body(scalar, isPrintable(scalar) || joinsEmoji(scalar, before, next))
      before = scalar
    }
  }

  /// Whether a character can be shown on a terminal as it is, wherever it stands.
  ///
  /// What Unicode calls default-ignorable shows nothing: zero-width characters, fillers, and those
  /// that turn the direction.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether an invisible character is a part of an emoji.
  ///
  /// A joiner between two of them, and a selector behind one, change which picture is seen; both
  /// are nothing but a way to hide a difference anywhere else.
  private static func joinsEmoji(
    _ scalar: Unicode.Scalar, _ before: Unicode.Scalar?, _ next: Unicode.Scalar?
  ) -> Bool {
    guard let before else { return false }
    switch scalar {
    case "\u{FE0E}", "\u{FE0F}": return before.properties.isEmoji
    case "\u{200D}":
      return (before == "\u{FE0F}" || isPicture(before)) && next.map(isPicture) == true
    default: return false
    }
  }

  private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmoji && !scalar.isASCII
  }
}
