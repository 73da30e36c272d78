/// Words for commands that people copy into a shell.
package enum Shell {
  /// A path as it can be typed.
  package static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_./".utf8.contains(byte)
    }
    return plain ? path : "'\(path.replacing("'", with: "'\\''"))'"
  }
}
