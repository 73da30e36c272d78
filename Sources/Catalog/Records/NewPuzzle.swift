public import Notation
public import StarBattle

/// A puzzle for the catalogue, with everything that was found out about it.
public struct NewPuzzle: Hashable, Sendable {
  /// The puzzle as it will be published; seed, difficulty, level and cycles are its metadata.
  public var sbn: SBN

  /// With the seed, this regenerates the puzzle.
  public var generatorVersion: Int

  /// With the puzzle, this regenerates the grade.
  public var graderVersion: Int

  /// The score in hundredths, 0…10 000.
  public var scoreInHundredths: Int

  /// How often each rule was used, by its id.
  public var rules: [String: Int]

  /// The solution.
  public var solution: Solution

  /// How the rules solve it, where that is to be kept.
  public var trace: Trace?

  /// Makes a puzzle for the catalogue.
  public init(
    sbn: SBN, generatorVersion: Int, graderVersion: Int, scoreInHundredths: Int,
    rules: [String: Int], solution: Solution, trace: Trace? = nil
  ) {
    self.sbn = sbn
    self.generatorVersion = generatorVersion
    self.graderVersion = graderVersion
    self.scoreInHundredths = scoreInHundredths
    self.rules = rules
    self.solution = solution
    self.trace = trace
  }
}
