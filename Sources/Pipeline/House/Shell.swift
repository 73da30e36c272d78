import Printable

/// Words for commands that people copy into a shell.
package enum Shell {
  /// A path as it can be typed, and shown.
  package static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_./".utf8.contains(byte)
    }
    if plain, !path.isEmpty { return path }
    guard Printable.isPrintable(path) else { return escaped(path) }
    return "'\(path.replacing("'", with: "'\\''"))'"
  }

  /// A path with escapes for every byte that might do something to a terminal.
  private static func escaped(_ path: String) -> String {
    let bytes = path.utf8.map { byte in
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

  /// The command that removes files, folders too if asked for.
  ///
  /// A name that is not UTF-8 cannot be typed, so a pattern stands for it, and the command asks.
  package static func removal(of paths: [String], withFolders: Bool = false) -> String {
    let unknown: Character = "\u{FFFD}"
    let words = paths.map { path in
      path.split(separator: unknown, omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : quoted(String($0)) }.joined(separator: "*")
    }
    let flags = paths.contains { $0.contains(unknown) } ? "-ri " : withFolders ? "-r " : ""
    return "rm \(flags)-- " + words.joined(separator: " ")
  }

  /// The command that gives something another name, one that nothing has.
  package static func moving(_ path: String, isTaken: (String) -> Bool) -> String {
    let names = (1...).lazy.map { $0 == 1 ? "\(path)-aside" : "\(path)-aside-\($0)" }
    let name = names.first { !isTaken($0) } ?? path + "-aside"
    return "mv -- \(quoted(path)) \(quoted(name))"
  }
}
