package import Catalog
package import Grading
package import Notation
package import StarBattle

/// How the rules solve a puzzle is worked out once, when the puzzle is kept, and read from the
/// catalogue ever after.
extension NewPuzzle {
  /// The row of a puzzle that the catalogue has already, with its trace.
  package init(_ puzzle: KeptPuzzle, in catalog: Catalog) throws {
    self.init(
      sbn: try puzzle.text, generatorVersion: puzzle.generatorVersion,
      graderVersion: puzzle.graderVersion, scoreInHundredths: puzzle.scoreInHundredths,
      rules: puzzle.rules, solution: puzzle.solution,
      // A trace that cannot be read can be made again: it is a finding of `catalog check`, and no
      // reason to miss a night.
      trace: (try? catalog.trace(of: puzzle.id)) ?? nil)
  }

  /// The grade and the steps; `nil` where no steps are kept, or where they are those of a grader
  /// that this program does not have.
  package var solve: (grade: Grade, trace: Trace)? {
    guard GraderVersion(rawValue: graderVersion) != nil, let trace,
      let grade = Grade(
        counts: rules, scoreInHundredths: scoreInHundredths, solution: solution)
    else { return nil }
    return (grade, trace)
  }
}

extension Catalog {
  /// The grade and the steps of a puzzle as it is published; `nil` where the catalogue does not
  /// have this very text with steps of that grader.
  package func solve(
    of sbn: SBN, by version: GraderVersion = .current
  ) throws -> (grade: Grade, trace: Trace)? {
    guard let known = try twin(of: sbn.puzzle.canonicalForm)?.puzzle,
      known.sbn == sbn.description, known.graderVersion == version.rawValue
    else { return nil }
    return try NewPuzzle(known, in: self).solve
  }
}
