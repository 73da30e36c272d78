package import Dates

/// A published date that an editor has given another puzzle, and that no release has told yet.
package struct Replacement: Hashable, Sendable {
  package let period: Period
  package let reason: String
  /// The puzzle that players have.
  package let before: String
  /// The release that published it first.
  package let release: Int
  /// The puzzle that they are to have.
  package let after: String
}
