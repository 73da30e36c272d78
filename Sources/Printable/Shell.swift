/// Words for commands that people copy into a shell.
public enum Shell {
  /// A word as it can be typed, and shown; `path(_:)` is for paths.
  ///
  /// - Parameter word: Any text.
  /// - Returns: The word itself where a shell reads it as it is, or else in quotation marks.
  /// - Complexity: O(n) in its bytes.
  public static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_./".utf8.contains(byte)
    }
    if plain, !word.isEmpty { return word }
    guard Printable.isPrintable(word) else { return escaped(word.utf8) }
    return "'\(word.replacingScalars { $0 == "'" ? "'\\''" : nil })'"
  }

  /// A path, or the address of a bucket, as it can be typed behind a command and its options.
  package static func path(_ path: String) -> String { quoted(Shell.named(path.utf8) + path) }

  /// A path of any bytes as it can be typed, and shown.
  package static func path(_ path: [UInt8]) -> String {
    String(validating: path, as: UTF8.self).map { Shell.path($0) }
      ?? escaped(Shell.named(path).utf8 + path)
  }

  /// What stands in front of a path that would be read as an option, or as standard input.
  ///
  /// The bytes are looked at: “-” with an accent is another character, and an option all the same.
  private static func named(_ path: some Collection<UInt8>) -> String {
    path.first == UInt8(ascii: "-") ? "./" : ""
  }

  /// A path with escapes for every byte that might do something to a terminal.
  private static func escaped(_ path: some Sequence<UInt8>) -> String {
    let bytes = path.map { byte in
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
      case 0x20...0x7E: String(UnicodeScalar(byte))
      default:
        // Three digits, so that none behind is taken for one of them.
        "\\" + [byte >> 6, byte >> 3 & 7, byte & 7].map { String($0) }.joined()
      }
    }
    return "$'" + bytes.joined() + "'"
  }
}
