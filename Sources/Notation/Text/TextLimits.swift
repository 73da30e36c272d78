/// What keeps reading bounded, whatever is fed in.
enum TextLimits {
  /// The most bytes that a line with a puzzle can have: 64 KiB.
  ///
  /// A 25×25 board needs 630 bytes as SBN and under 2,000 as a task list; the rest is room for
  /// metadata of others and for a player's whole history in a StarBattleLab string. Anything longer
  /// is some other kind of file, and is refused before it is looked at.
  static let longestLine = 65_536

  /// Throws for a line that is too long.
  static func checkLength(_ length: Int, line: Int) throws(NotationError) {
    guard length <= longestLine else {
      throw NotationError(
        line: line, column: longestLine + 1, found: "a line of \(length) bytes",
        expected: "a puzzle, in at most \(longestLine) bytes a line")
    }
  }
}
