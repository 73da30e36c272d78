/// What a profile says of a puzzle: for whoever can solve it to compare.
public struct PuzzleClaim: Hashable, Sendable {
  /// A step of a hint, cells row-major from 0.
  public struct Step: Hashable, Sendable {
    /// The level of the rule.
    public let level: Int
    /// The cells that get a star, in the order in which they are written.
    public let stars: [Int]
    /// The cells that get a mark.
    public let marks: [Int]
  }

  /// What is said.
  public enum Statement: Hashable, Sendable {
    /// Where the stars are, cells row-major from 0, and how hard it is, 1…100 and in a word.
    case solved(stars: [Int], difficulty: Int, band: String)
    /// How to get there, and by which grader, where that is written.
    case explained([Step], grader: Int?)
  }

  /// The puzzle's id: `intro:3`, `daily:2026-11-21`.
  public let id: String

  /// The object that says it.
  public let object: ObjectKey

  /// What it says.
  public let statement: Statement
}
