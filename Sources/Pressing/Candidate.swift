package import Grading
package import Notation
package import StarBattle

/// A puzzle that the rules have solved from cold, not yet proved: the first of a puzzle's stations.
package struct Candidate: Hashable, Sendable {
  package let puzzle: Puzzle
  package let grade: Grade
  /// How the rules solve it, where that is known already.
  package var trace: Trace?
  /// What it has in common with its twins, where that is known already.
  package var form: CanonicalForm?
  /// The seed that it was generated from; a puzzle made by hand has none.
  package let seed: Seed?

  /// The puzzle with its seed and grade as canonical text.
  package var sbn: SBN {
    let metadata = SBN.Metadata(
      seed: seed, difficulty: grade.difficulty, level: grade.level, cycles: grade.cycles)
    return SBN(puzzle: puzzle, metadata: metadata)
  }
}

/// A candidate that may be published: code that shares nothing with the grader proved it unique.
package struct Pressed: Hashable, Sendable {
  package let puzzle: Puzzle
  /// What it has in common with all its twins.
  package let form: CanonicalForm
  /// The puzzle with its seed and grade as canonical text.
  package let sbn: SBN
  /// Its grade from cold.
  package let grade: Grade
  /// How the rules solve it, step by step, from a press that traces what it lets through.
  package let trace: Trace?
  /// The one solution, on which rules and proof agree.
  package let solution: Solution
  /// The seed that it was generated from; a puzzle made by hand has none.
  package let seed: Seed?
}
