package import Grading
package import StarBattle

/// What becomes of a puzzle when one cell goes to a neighbouring region.
package struct BorderOutcome: Sendable {
  /// What becomes of it in a word.
  package enum Verdict: String, CaseIterable, Sendable {
    /// One solution, and the rules reach it.
    case fair
    /// One solution, which the rules do not reach.
    case unfair
    /// Two solutions or more.
    case several
    /// No solution.
    case none
    /// Exact search ran out of nodes.
    case undecided
    /// The region that the cell leaves falls to pieces.
    case parted
    /// The region that the cell leaves has no room for its stars.
    case small
  }

  package let move: BorderMove
  package let verdict: Verdict
  /// The puzzle that it would be, where it is one.
  package let puzzle: Puzzle?
  /// Its grade, where it has one solution.
  package let grade: Grade?
  /// Whether its only solution is the one that it has now.
  package let keepsSolution: Bool
  /// The first cycle, from 0, in which its way is another; `nil` where it is the same to the end.
  package let parting: Int?
}
