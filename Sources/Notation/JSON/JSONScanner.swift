/// A reading head on JSON, which may go over many lines and be as long as it likes.
///
/// It keeps no tree: what is not wanted is passed over where it stands, so that the memory is that
/// of one board whatever is fed in. Two things are taken that JSON does not have, since people copy
/// boards from programs: texts in single quotation marks, and a comma behind the last value.
struct JSONScanner {
  let bytes: [UInt8]
  private(set) var place: Place

  /// Where it stands, to come back to.
  struct Place: Sendable {
    var position: Int
    /// The number of the line, and its bytes without the line end.
    var lineNumber: Int
    var lineRange: Range<Int>
  }

  /// The most values that may stand in each other.
  static let deepest = 32

  /// Starts at what counts of a line.
  init(_ bytes: [UInt8], at line: TextLine) {
    self.bytes = bytes
    let start = line.bytes.startIndex
    place = Place(
      position: line.content.lowerBound, lineNumber: line.number,
      lineRange: start..<JSONScanner.end(ofLineAt: start, bytes))
  }

  /// A reading head on the same text at another place.
  func at(_ place: Place) -> JSONScanner {
    var copy = self
    copy.place = place
    return copy
  }

  private var position: Int {
    get { place.position }
    set { place.position = newValue }
  }

  private var lineRange: Range<Int> { place.lineRange }

  private static func end(ofLineAt start: Int, _ bytes: [UInt8]) -> Int {
    bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }

  /// The next byte; `nil` at the end of the text.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The line that is being read, up to its end.
  var line: TextLine { part(position..<max(position, lineRange.upperBound)) }

  /// A part of the line that is being read.
  func part(_ range: Range<Int>) -> TextLine {
    let end = max(lineRange.upperBound, range.upperBound)
    return TextLine(part: range, of: bytes[lineRange.lowerBound..<end], number: place.lineNumber)
  }

  /// Passes over a byte.
  mutating func skip() {
    if bytes[position] == UInt8(ascii: "\n") && position + 1 < bytes.count {
      place.lineNumber += 1
      place.lineRange = position + 1..<JSONScanner.end(ofLineAt: position + 1, bytes)
    }
    position += 1
  }

  /// Passes over blanks and line ends.
  mutating func skipSpace() {
    while let byte = next, byte.isSpace { skip() }
  }

  /// Passes over blanks, line ends and a character, if that is next.
  mutating func take(_ character: UInt8) -> Bool {
    skipSpace()
    guard next == character else { return false }
    skip()
    return true
  }

  mutating func expect(_ character: UInt8) throws(NotationError) {
    if !take(character) { throw unexpected("“\(Character(Unicode.Scalar(character)))”") }
  }

  /// The error of what is next.
  func unexpected(_ expected: String) -> NotationError {
    guard let next, !next.isSpace else {
      let found = position < bytes.count ? "the end of the line" : "the end of the text"
      return line.error(at: position, found: found, expected: expected)
    }
    return line.error(at: position, expected: expected)
  }

  /// Reads a text in quotation marks.
  ///
  /// - Returns: The part of the line inside the marks, and whether it has a `\` in it.
  mutating func text() throws(NotationError) -> (line: TextLine, isEscaped: Bool) {
    skipSpace()
    guard let mark = next, mark.isQuote else { throw unexpected("a text in quotation marks") }
    skip()
    let start = position
    var isEscaped = false
    while let byte = next, byte != mark {
      guard byte != UInt8(ascii: "\n") else { break }
      if byte == UInt8(ascii: "\\") && position + 1 < bytes.count {
        isEscaped = true
        position += 1
        if bytes[position] == UInt8(ascii: "\n") { break }
      }
      position += 1
    }
    guard next == mark else { throw unexpected("a quotation mark behind the text") }
    let inside = part(start..<position)
    skip()
    return (inside, isEscaped)
  }

  /// Reads a number, if one is next: a whole one without a sign.
  mutating func wholeNumber() throws(NotationError) -> Int {
    skipSpace()
    var cursor = TextCursor(line)
    let (value, _) = try cursor.number("a whole number")
    position = cursor.position
    if next?.isOfWord == true { throw unexpected("the end of a whole number") }
    return value
  }

  /// Passes over a value of any kind.
  mutating func skipValue() throws(NotationError) {
    var open: [UInt8] = []
    repeat {
      skipSpace()
      guard let byte = next else { throw unexpected(open.isEmpty ? "a value" : "the end of it") }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        guard open.count < JSONScanner.deepest else {
          throw unexpected("at most \(JSONScanner.deepest) brackets in each other")
        }
        open.append(byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: "}"))
        skip()
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard open.last == byte else { throw unexpected("a value") }
        open.removeLast()
        skip()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = try text()
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard !open.isEmpty else { throw unexpected("a value") }
        skip()
      default:
        let start = position
        while let byte = next, byte.isOfWord { position += 1 }
        guard position > start else { throw unexpected("a value") }
      }
    } while !open.isEmpty
  }
}

extension UInt8 {
  /// What numbers, `true`, `false` and `null` are made of.
  fileprivate var isOfWord: Bool {
    isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "+")
      || self == UInt8(ascii: ".")
  }
}
