package import Notation
package import Solving
package import StarBattle

/// A puzzle that may be published: graded from cold, and proved unique by code that shares nothing
/// with the grader.
package struct Pressed: Hashable, Sendable {
  /// The puzzle.
  package let puzzle: Puzzle
  /// The puzzle with its seed and grade as canonical text.
  package let sbn: SBN
  /// Its grade from cold.
  package let grade: Grade
  /// The one solution, on which rules and proof agree.
  package let solution: Solution
  /// The seed that it was generated from; a puzzle made by hand has none.
  package let seed: Seed?
}
