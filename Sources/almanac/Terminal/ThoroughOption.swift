import ArgumentParser
import Tools

/// Whether sums, and stars that they refute, go on where the ladder leaves a puzzle.
struct ThoroughOption: ParsableArguments {
  @Flag(help: "Where level 12 leaves a puzzle, go on by sums of any size.")
  var thorough = false

  /// What puzzles may be solved by.
  ///
  /// - Parameters:
  ///   - level: The highest rule level that was asked for.
  ///   - isWithoutAssumptions: Whether no star is to be assumed.
  /// - Returns: What the options come to.
  /// - Throws: `ValidationError` where one of these leaves nothing to be thorough with.
  func reasoning(
    level: Int = 12, _ isWithoutAssumptions: Bool = false
  ) throws -> Reasoning {
    guard thorough else { return isWithoutAssumptions ? .withoutAssumptions : .usual }
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
