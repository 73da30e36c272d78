import Foundation

/// What a player does at the keyboard; `tick` comes every second.
enum Key: Equatable, Sendable {
  case up, down, left, right, enter, space, backspace, escape, tick, end
  case letter(Character)
}

/// The terminal while a game is on it: its second screen, and keys as they are pressed.
@MainActor
final class Terminal {
  private var before = termios()
  let keys: AsyncStream<Key>
  let isColoured: Bool

  init() {
    tcgetattr(STDIN_FILENO, &before)
    var raw = before
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    let environment = ProcessInfo.processInfo.environment
    isColoured = environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    let (stream, continuation) = AsyncStream.makeStream(of: Key.self)
    keys = stream
    Thread.detachNewThread { Terminal.read(into: continuation) }
    Thread.detachNewThread {
      while true {
        Thread.sleep(forTimeInterval: 1)
        continuation.yield(.tick)
      }
    }
    write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Gives the terminal back as it was.
  func close() {
    write("\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }

  private nonisolated static func read(into keys: AsyncStream<Key>.Continuation) {
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
      guard count > 0 else {
        keys.yield(.end)
        return
      }
      var rest = bytes[..<count]
      while let byte = rest.popFirst() {
        switch byte {
        case 0x1B where rest.first == 0x5B && rest.count > 1:
          rest = rest.dropFirst()
          switch rest.popFirst() {
          case 0x41: keys.yield(.up)
          case 0x42: keys.yield(.down)
          case 0x43: keys.yield(.right)
          case 0x44: keys.yield(.left)
          default: break
          }
        case 0x1B: keys.yield(.escape)
        case 0x03, 0x04: keys.yield(.end)
        case 0x0A, 0x0D: keys.yield(.enter)
        case 0x20: keys.yield(.space)
        case 0x7F, 0x08: keys.yield(.backspace)
        case 0x21...0x7E: keys.yield(.letter(Character(Unicode.Scalar(byte))))
        default: break
        }
      }
    }
  }

  /// The lines and columns that there are.
  var size: (lines: Int, columns: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else {
      return (24, 80)
    }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Shows lines in place of those before.
  func show(_ lines: [String]) {
    let shown = lines.prefix(size.lines).map { $0 + "\u{1B}[K" }
    write("\u{1B}[H" + shown.joined(separator: "\r\n") + "\u{1B}[J")
  }

  private func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  /// A text in lines of the terminal's width.
  func wrapped(_ text: String) -> [String] {
    let width = max(20, min(80, size.columns))
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= width {
        lines[lines.count - 1] = line + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
