import ArgumentParser
import Tools

/// Which sums take part: small ones before the first assumption, or those of any size, and stars
/// that they refute, where the ladder leaves a puzzle.
struct SumOptions: ParsableArguments {
  @Flag(help: "Before a star is assumed, add up two to four rows, columns, regions and tiles.")
  var sums = false

  @Flag(help: "Where level 12 leaves a puzzle, go on by sums of any size.")
  var thorough = false

  /// What puzzles may be solved by.
  ///
  /// - Parameters:
  ///   - level: The highest rule level that was asked for.
  ///   - isWithoutAssumptions: Whether no star is to be assumed.
  /// - Returns: What the options come to.
  /// - Throws: `ValidationError` where one of these leaves nothing for another to add.
  func reasoning(
    level: Int = 12, _ isWithoutAssumptions: Bool = false
  ) throws -> Reasoning {
    if sums && (thorough || isWithoutAssumptions) {
      throw ValidationError(
        "--sums adds up before a star is assumed, "
          + (thorough
            ? "--thorough where assumptions lead no further" : "--without-assumptions assumes none")
          + " — leave one of them out")
    }
    if sums && level < 7 {
      throw ValidationError("sums are of level 7 — leave --level \(level) out")
    }
    guard thorough else {
      return isWithoutAssumptions ? .withoutAssumptions : sums ? .withSmallSums : .usual
    }
    if isWithoutAssumptions {
      throw ValidationError(
        "--thorough adds sums to assumptions, --without-assumptions takes these away — leave one "
          + "of them out")
    }
    if level < 12 {
      throw ValidationError(
        "--thorough goes on where level 12 leaves a puzzle — leave --level \(level) out")
    }
    return .thorough
  }
}
