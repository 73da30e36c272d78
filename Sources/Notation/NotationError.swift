/// Why a text is not a puzzle: where it went wrong, what stands there, and what should.
public struct NotationError: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int

  /// The column, from 1, in characters.
  public let column: Int

  /// What stands there, ready to print: `“#”`, `the end of the line`, `5 regions`.
  ///
  /// At most a few dozen characters, whatever the text.
  public let found: String

  /// What would be right there, ready to print: `a region letter A–Z`.
  public let expected: String

  /// Makes an error at a place.
  ///
  /// - Parameters:
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
  ///   - found: What stands there; quote it if it is an excerpt of the text.
  ///   - expected: What would be right.
  /// - Complexity: O(1).
  public init(line: Int, column: Int, found: String, expected: String) {
    self.line = line
    self.column = column
    self.found = found
    self.expected = expected
  }
}

extension NotationError: CustomStringConvertible {
  /// `line 3, column 17: found “#”, expected a region letter A–Z`.
  public var description: String {
    "line \(line), column \(column): found \(found), expected \(expected)"
  }
}
