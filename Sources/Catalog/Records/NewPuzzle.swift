package import Notation
package import StarBattle

/// A puzzle on its way into the catalogue, with everything that was found out about it.
///
/// What `Pressed` is to the press: the catalogue knows neither generator nor grader, and takes
/// puzzles of older ones as well when it is made anew.
package struct NewPuzzle: Hashable, Sendable {
  /// The puzzle as it will be published; seed, difficulty, level and cycles are its metadata.
  package var sbn: SBN {
    didSet { form = sbn.puzzle.canonicalForm }
  }

  /// What it has in common with all its twins.
  package private(set) var form: CanonicalForm

  /// With the seed, this regenerates the puzzle.
  package var generatorVersion: Int

  /// With the puzzle, this regenerates the grade.
  package var graderVersion: Int

  /// The score in hundredths, 0…10 000.
  package var scoreInHundredths: Int

  /// How often each rule was used, by its id.
  package var rules: [String: Int]

  /// The solution.
  package var solution: Solution

  /// How the rules solve it, where that is to be kept.
  package var trace: Trace?

  /// Makes a puzzle for the catalogue; its form is worked out where it is not known yet.
  package init(
    sbn: SBN, generatorVersion: Int, graderVersion: Int, scoreInHundredths: Int,
    rules: [String: Int], solution: Solution, trace: Trace? = nil, form: CanonicalForm? = nil
  ) {
    self.sbn = sbn
    self.form = form ?? sbn.puzzle.canonicalForm
    self.generatorVersion = generatorVersion
    self.graderVersion = graderVersion
    self.scoreInHundredths = scoreInHundredths
    self.rules = rules
    self.solution = solution
    self.trace = trace
  }
}
