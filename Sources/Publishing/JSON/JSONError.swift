/// Why bytes are not JSON: where they go wrong and what should stand there.
public struct JSONError: Error, Hashable, Sendable {
  /// The place, in bytes from 0.
  public let offset: Int

  /// What stands there, ready to print: `“x”`, `the end`.
  public let found: String

  /// What would be right there, ready to print.
  public let expected: String
}

extension JSONError: CustomStringConvertible {
  /// `byte 17: found “x”, expected “,” or “]”`.
  public var description: String { "byte \(offset): found \(found), expected \(expected)" }
}
