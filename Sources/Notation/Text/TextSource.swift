/// A text that is walked line by line.
///
/// A copy looks ahead: it shares the bytes, and costs as much as two numbers.
struct TextSource: Sendable {
  let bytes: [UInt8]

  /// The index of the next line's first byte.
  private(set) var position: Int

  /// The number of the line that was taken last; 0 before the first.
  private(set) var lineNumber = 0

  /// Starts behind a byte order mark, if there is one.
  init(_ bytes: [UInt8]) {
    let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    // Spreadsheets still write files as old Macs did, with CR alone.
    let isOfOldMac = !bytes.contains(newline) && bytes.contains(carriageReturn)
    self.bytes = isOfOldMac ? bytes.map { $0 == carriageReturn ? newline : $0 } : bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next line; `nil` at the end of the text.
  mutating func takeLine() -> TextLine? {
    guard position < bytes.count else { return nil }
    let newline = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
    var end = newline ?? bytes.count
    let start = position
    position = newline.map { $0 + 1 } ?? bytes.count
    lineNumber += 1
    if end > start && bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return TextLine(ofList: bytes[start..<end], number: lineNumber)
  }

  /// The line after the ones that were taken, which is not taken by this.
  var following: TextLine? {
    var ahead = self
    return ahead.takeLine()
  }

  /// Passes over all that is left.
  mutating func skipToEnd() { position = bytes.count }

  /// Goes on behind a line that something else has read up to.
  ///
  /// - Parameters:
  ///   - end: The index of the line's end: of its `\n`, or of the end of the text.
  ///   - number: The line's number.
  mutating func goOn(behindLineEndingAt end: Int, number: Int) {
    position = min(end + 1, bytes.count)
    lineNumber = number
  }
}
