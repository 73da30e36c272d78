public import Notation
public import Solving
public import StarBattle

/// A puzzle that may be published: graded from cold, and proved unique by code that shares nothing
/// with the grader.
public struct Pressed: Hashable, Sendable {
  /// The puzzle.
  public let puzzle: Puzzle
  /// The puzzle with its seed and grade as canonical text.
  public let sbn: SBN
  /// Its grade from cold.
  public let grade: Grade
  /// The one solution, on which rules and proof agree.
  public let solution: Solution
  /// The seed that it was generated from; a puzzle made by hand has none.
  public let seed: Seed?
}
