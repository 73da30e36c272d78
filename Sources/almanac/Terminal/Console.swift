import Foundation
import Pipeline
import Printable

/// The two outputs: results for programs, messages for people.
///
/// They take nothing but lines that were made fit for a terminal.
enum Console {
  /// Writing a result has failed.
  enum Failure: Error {
    /// Nobody reads any more, as in `almanac generate … | head`: a quiet end.
    case nobodyReads
    /// The system refused.
    case system(reason: String)
  }

  /// Writes lines of results.
  static func print(_ text: TerminalText) throws { try write(text.bytes, to: STDOUT_FILENO) }

  /// Writes a line for people; when that fails there is nobody to tell.
  static func tell(_ line: TerminalLine) {
    try? write(TerminalText([line]).bytes, to: STDERR_FILENO)
  }

  /// The same for words, with what cannot or must not be shown left out.
  static func tell(_ words: String) { tell(TerminalLine(ErrorLines.line(words))) }

  /// Writes a line for people in the place of the one that the cursor is on, and stays on it.
  static func redraw(_ line: TerminalLine) {
    try? write(Array("\r\u{1B}[K\(line.text)".utf8), to: STDERR_FILENO)
  }

  /// Leaves the line that the cursor is on.
  static func endLine() { try? write([UInt8(ascii: "\n")], to: STDERR_FILENO) }

  /// Whether people see messages as they are written.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether results go to a terminal.
  static var showsResults: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether results go to a terminal that shows colours, and nobody has asked for none
  /// (no-color.org).
  static var showsColours: Bool {
    showsResults && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
  }

  /// The columns of the terminal that results go to; `nil` where it is none or does not say.
  static var width: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Somebody made the pipe non-blocking: wait until there is room.
        var state = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        _ = poll(&state, 1, 1000)
      case EPIPE: throw Failure.nobodyReads
      default: throw Failure.system(reason: String(cString: strerror(errno)))
      }
    }
  }
}
