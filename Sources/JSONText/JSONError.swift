/// Why bytes are not JSON: where they go wrong and what should stand there.
package struct JSONError: Error, Hashable, Sendable {
  /// The place, in bytes from 0.
  package let offset: Int

  /// What stands there, ready to print: `“x”`, `the end`.
  package let found: String

  /// What would be right there, ready to print.
  package let expected: String
}

extension JSONError: CustomStringConvertible {
  /// `byte 17: found “x”, expected “,” or “]”`.
  package var description: String { "byte \(offset): found \(found), expected \(expected)" }
}
