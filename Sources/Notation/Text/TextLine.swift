/// One line of a text, and the part of it that counts.
struct TextLine {
  /// The line's number, from 1.
  let number: Int

  /// All bytes of the line, without its line end; columns are counted from the first.
  let bytes: ArraySlice<UInt8>

  /// The indices in `bytes` that are left without blanks around and without a comment.
  let content: Range<Int>

  /// A line that counts as it stands, blanks and all.
  init(verbatim bytes: ArraySlice<UInt8>, number: Int) {
    self.number = number
    self.bytes = bytes
    content = bytes.startIndex..<bytes.endIndex
  }

  /// A line of a list: `#` starts a comment at the start of a line or after a blank.
  ///
  /// Inside a word it does not, since no notation has a blank before its first stray `#`: there
  /// the character is a mistake that is better named than hidden. No-break spaces around what
  /// counts are blanks, since browsers copy them from pages.
  init(ofList bytes: ArraySlice<UInt8>, number: Int) {
    self.number = number
    self.bytes = bytes
    let start = bytes.indexBehindBlanks(from: bytes.startIndex)
    var end = start
    var index = start
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "#"),
        index == start || bytes[index - 1].isBlank || bytes.hasNoBreakSpace(at: index - 2)
      {
        break
      }
      index += 1
      if !byte.isBlank { end = index }
      // Too long to be read: no need to look where it ends.
      if end - start > TextLimits.longestLine { end = bytes.endIndex }
      if end == bytes.endIndex { break }
    }
    while end >= start + 2 && bytes.hasNoBreakSpace(at: end - 2) {
      end -= 2
      while end > start && bytes[end - 1].isBlank { end -= 1 }
    }
    content = start..<end
  }

  /// A part of a line that counts for itself, such as a text in quotes.
  init(part content: Range<Int>, of bytes: ArraySlice<UInt8>, number: Int) {
    self.number = number
    self.bytes = bytes
    self.content = content
  }

  var isEmpty: Bool { content.isEmpty }

  /// A part of this line that counts for itself.
  func part(_ range: Range<Int>) -> TextLine { TextLine(part: range, of: bytes, number: number) }

  /// This line without a pair of quotation marks around it, and without a comma behind them.
  ///
  /// Lists are copied from programs as often as from files. Quotation marks inside are another
  /// matter: then they stand around parts of the line.
  var withoutQuotes: TextLine {
    guard let first = bytes[content].first, first.isQuote else { return self }
    var end = content.upperBound
    while end > content.lowerBound + 1 {
      if bytes[end - 1].isBlank || bytes[end - 1] == UInt8(ascii: ",") {
        end -= 1
      } else if bytes.hasNoBreakSpace(at: end - 2) {
        end -= 2
      } else {
        break
      }
    }
    let inside = content.lowerBound + 1..<max(content.lowerBound + 1, end - 1)
    guard end - 1 > content.lowerBound, bytes[end - 1] == first, !bytes[inside].contains(first)
    else { return self }
    return part(inside)
  }

  /// The error of something found at an index of `bytes`, described by the caller.
  func error(at index: Int, found: String, expected: String) -> NotationError {
    // Bytes are characters here: what stands before an error was read, and only ASCII is ever read.
    let column = index - bytes.startIndex + 1
    return NotationError(line: number, column: column, found: found, expected: expected)
  }

  /// The error of the character at an index of `bytes`, or of the end of what counts.
  func error(at index: Int, expected: String) -> NotationError {
    error(at: index, found: excerpt(index..<min(index + 1, content.upperBound)), expected: expected)
  }

  /// Part of the line, quoted for a message and cut short where it is long.
  func excerpt(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "the end of the line" }
    let first = bytes[range.lowerBound]
    if first.isBlank { return "a blank" }
    if first >= 0x80 {
      // Four bytes hold any one character; what follows it is broken off and left out.
      let four = bytes[range.lowerBound..<min(range.lowerBound + 4, bytes.endIndex)]
      var decoder = UTF8()
      var iterator = four.makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
        return "the byte 0x\(String(first, radix: 16, uppercase: true)), which is not UTF-8"
      }
      return scalar.quoted
    }
    if first < 0x20 || first == 0x7F { return Unicode.Scalar(first).quoted }
    let shown = bytes[range].prefix(24).prefix { 0x20..<0x7F ~= $0 }
    let text = String(decoding: shown, as: UTF8.self)
    return shown.count < range.count ? "“\(text)…”" : "“\(text)”"
  }
}

extension ArraySlice<UInt8> {
  /// Whether a no-break space begins at an index.
  func hasNoBreakSpace(at index: Int) -> Bool {
    index >= startIndex && index + 1 < endIndex && self[index] == 0xC2 && self[index + 1] == 0xA0
  }

  /// The first index, from some index on, at which there is neither a blank nor a no-break space.
  func indexBehindBlanks(from start: Int) -> Int {
    var index = start
    while index < endIndex {
      if self[index].isBlank {
        index += 1
      } else if hasNoBreakSpace(at: index) {
        index += 2
      } else {
        break
      }
    }
    return index
  }
}
