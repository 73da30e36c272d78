/// Whole lines that can be shown on a terminal, as the bytes that are written: each ends with a
/// line feed.
///
/// Those who print a line for each of a million puzzles write them here on their own thread, and
/// hand over a buffer.
package struct TerminalText: Hashable, Sendable {
  /// UTF-8.
  package private(set) var bytes: [UInt8] = []

  package init(_ lines: [TerminalLine] = []) {
    for line in lines { append(line) }
  }

  /// Adds a line.
  package mutating func append(_ line: TerminalLine) {
    bytes += line.text.utf8
    bytes.append(TerminalText.lineFeed)
  }

  /// Adds a line of JSON, with what cannot be shown in its escapes.
  ///
  /// - Parameter json: The JSON, in UTF-8.
  package mutating func append(json: UnsafeBufferPointer<UInt8>) {
    // Of printable ASCII alone; without a way out of the loop, many bytes are looked at at once.
    var highest: UInt8 = 0
    for byte in json { highest = max(highest, byte &- 0x20) }
    if highest < 0x5F {
      // A line mostly stands alone here.
      if bytes.isEmpty { bytes.reserveCapacity(json.count + 1) }
      bytes += json
      bytes.append(TerminalText.lineFeed)
    } else {
      append(TerminalLine(json: String(decoding: json, as: UTF8.self)))
    }
  }

  /// Adds the lines of another text.
  package mutating func append(_ text: TerminalText) { bytes += text.bytes }

  /// The lines, for those who look at them one by one.
  package var lines: [String] {
    bytes.split(separator: TerminalText.lineFeed, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static let lineFeed = UInt8(ascii: "\n")
}
