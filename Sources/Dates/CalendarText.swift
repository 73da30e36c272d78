import Printable

/// Reads the fixed-width numbers that dates and times are written with, left to right.
struct CalendarText {
  private let text: String
  private let bytes: [UInt8]
  private var position = 0

  /// Starts before the first character.
  ///
  /// No date or time is longer than 20 characters; of a longer text only the head is looked at,
  /// which is enough to refuse it.
  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8.prefix(64))
    self.text = String(decoding: bytes, as: UTF8.self)
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Reads a number of exactly so many digits.
  mutating func number(
    digits: Int, in range: ClosedRange<Int>, _ what: String
  ) throws(CalendarError) -> Int {
    let field = bytes[position...].prefix(digits)
    let expected = "\(what) \(padded(range.lowerBound, digits))…\(padded(range.upperBound, digits))"
    guard field.count == digits, field.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw wrong(field, expected)
    }
    let value = field.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard range.contains(value) else { throw wrong(field, expected) }
    position += digits
    return value
  }

  /// Reads one given character.
  mutating func expect(_ character: Unicode.Scalar, _ what: String) throws(CalendarError) {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
      throw wrong(bytes[position...].prefix(1), what)
    }
    position += 1
  }

  /// Makes sure that nothing is left.
  func end() throws(CalendarError) {
    guard isAtEnd else { throw wrong(bytes[position...].prefix(8), "the end") }
  }

  private func wrong(_ field: ArraySlice<UInt8>, _ expected: String) -> CalendarError {
    let found = field.isEmpty ? "the end" : "“\(Printable.ascii(field))”"
    return CalendarError(text: text, column: position + 1, found: found, expected: expected)
  }
}

/// A number with leading zeros, as dates are written.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (number < 0 ? "-" : "") + zeros + digits
}
