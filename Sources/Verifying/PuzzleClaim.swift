package import Identity
package import Stores

/// What a profile says of a puzzle: for whoever can solve it to compare.
package struct PuzzleClaim: Hashable, Sendable {
  /// A step of a hint, cells row-major from 0.
  package struct Step: Hashable, Sendable {
    /// The level of the rule.
    package let level: Int
    /// The cells that get a star, in the order in which they are written.
    package let stars: [Int]
    /// The cells that get a mark.
    package let marks: [Int]
  }

  /// What is said.
  package enum Statement: Hashable, Sendable {
    /// Where the stars are, cells row-major from 0, and how hard it is, 1…100 and in a word.
    case solved(stars: [Int], difficulty: Int, band: String)
    /// How to get there, and by which grader, where that is written.
    case explained([Step], grader: Int?)
  }

  /// The puzzle's id: `intro:3`, `daily:2026-11-21`.
  package let id: PuzzleID

  /// The object that says it.
  package let object: ObjectKey

  /// What it says.
  package let statement: Statement
}
