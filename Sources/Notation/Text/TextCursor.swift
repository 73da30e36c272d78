/// A reading head on the part of a line that counts.
///
/// It looks at each byte once or twice, never allocates on the way, and gives errors with a place.
struct TextCursor {
  let line: TextLine

  /// The index in `line.bytes` of what is read next.
  private(set) var position: Int

  /// Starts at the beginning of what counts.
  init(_ line: TextLine) {
    self.line = line
    position = line.content.lowerBound
  }

  var isAtEnd: Bool { position == line.content.upperBound }

  /// The next byte; `nil` at the end.
  var next: UInt8? { isAtEnd ? nil : line.bytes[position] }

  /// The bytes that have not been read.
  var rest: ArraySlice<UInt8> { line.bytes[position..<line.content.upperBound] }

  /// Passes over the next bytes.
  mutating func skip(_ count: Int = 1) {
    position = min(position + count, line.content.upperBound)
  }

  /// Passes over the next bytes as long as they are of a kind, and gives their indices.
  @discardableResult
  mutating func skip(while isWanted: (UInt8) -> Bool) -> Range<Int> {
    let start = position
    while let byte = next, isWanted(byte) { position += 1 }
    return start..<position
  }

  /// Passes over a word if it is next.
  mutating func take(_ word: String) -> Bool {
    var end = position
    for byte in word.utf8 {
      guard end < line.content.upperBound, line.bytes[end] == byte else { return false }
      end += 1
    }
    position = end
    return true
  }

  /// Passes over a word that has to be next.
  mutating func expect(
    _ word: String, _ expected: @autoclosure () -> String? = nil
  ) throws(NotationError) {
    if !take(word) { throw unexpected(expected() ?? "“\(word)”") }
  }

  /// Throws unless everything has been read.
  func expectEnd(_ expected: String = "the end of the line") throws(NotationError) {
    if !isAtEnd { throw unexpected(expected) }
  }

  /// Reads a decimal number without a sign.
  ///
  /// - Parameter expected: What the number is, for the message.
  /// - Returns: The number and the index of its first digit.
  /// - Throws: `NotationError` when there is no digit, or the number is beyond `Int.max`.
  mutating func number(_ expected: String) throws(NotationError) -> (value: Int, start: Int) {
    let digits = skip(while: \.isDigit)
    guard !digits.isEmpty else { throw unexpected(expected) }
    var value = 0
    for byte in line.bytes[digits] {
      let (tens, isTooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooBig) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      guard !isTooBig && !isStillTooBig else { throw wrong(digits, expected: expected) }
      value = sum
    }
    return (value, digits.lowerBound)
  }

  /// The error of what is next.
  func unexpected(_ expected: String) -> NotationError {
    line.error(at: position, expected: expected)
  }

  /// The error of a word that has been read.
  func wrong(_ word: Range<Int>, expected: String) -> NotationError {
    line.error(at: word.lowerBound, found: line.excerpt(word), expected: expected)
  }
}
