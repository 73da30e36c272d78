public import StarBattle

/// How many solutions a puzzle has, as far as it matters, with witnesses.
public enum Verdict: Hashable, Sendable {
  /// It has this solution and no other.
  case unique(Solution)
  /// It has at least these two solutions, which differ.
  case several(Solution, Solution)
  /// It has no solution.
  case none
  /// The budget ran out, after so many conflicts.
  case undecided(conflicts: Int)
}
