import Files
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
    guard Printable.isPrintable(path) else { return escaped(path.utf8) }
    return "'\(path.replacingScalars { $0 == "'" ? "'\\''" : nil })'"
  }

  /// A path of any bytes as it can be typed, and shown.
  static func quoted(_ path: [UInt8]) -> String {
    String(validating: path, as: UTF8.self).map { quoted($0) } ?? escaped(path)
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

  /// The command that removes files, folders too if asked for.
  ///
  /// A name that is not UTF-8 is looked up and spelt byte by byte: a pattern in its place could mean
  /// everything beside it. A folder of such a name was not looked into, so the command asks.
  package static func removal(of paths: [String], withFolders: Bool = false) -> String {
    var words: [String] = []
    var isAsking = false
    for path in paths {
      let spellings = path.contains("\u{FFFD}") ? Folders.spellings(of: path) : []
      words += spellings.isEmpty ? [quoted(path)] : spellings.map { quoted($0.path) }
      isAsking = isAsking || spellings.contains { $0.isFolder }
    }
    let flags = isAsking ? "-ri " : withFolders ? "-r " : ""
    return "rm \(flags)-- " + words.joined(separator: " ")
  }

  /// The command that gives something another name, one that nothing has.
  package static func moving(_ path: String, isTaken: (String) -> Bool) -> String {
    "mv -- \(quoted(path)) \(quoted(free(path, isTaken: isTaken)))"
  }

  /// A name beside another for what is put aside, one that nothing has.
  package static func free(_ path: String, isTaken: (String) -> Bool) -> String {
    let names = (1...).lazy.map { $0 == 1 ? "\(path)-aside" : "\(path)-aside-\($0)" }
    return names.first { !isTaken($0) } ?? path + "-aside"
  }
}
