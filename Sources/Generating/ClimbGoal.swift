import Grading
import Solving

/// What a climb has to reach: which rules solve the board, which must not, and what its grade has
/// to be.
struct ClimbGoal: Equatable {
  /// The levels that the hardest step can have.
  let levels: ClosedRange<Int>
  /// The rule that the hardest step has to be.
  let rule: Rule?
  /// The scores that are asked for, in hundredths.
  let scores: ClosedRange<Int>?

  init(_ settings: SeedSettings) {
    rule = settings.rule
    levels = settings.rule.map { $0.level...$0.level } ?? settings.profile.levels
    scores = settings.difficulty.map { Score.hundredths(ofDifficulties: $0...$0) }
  }

  /// The level through which rules are followed, without assumptions: 3…7.
  var followed: Int { min(7, max(3, levels.upperBound)) }

  /// The level that must leave cells undecided, 7…11, if assumptions are asked for.
  var insufficient: Int? { levels.lowerBound > 7 ? levels.lowerBound - 1 : nil }

  /// Whether the climb itself reaches the goal, without a look at the grade.
  var isReachedByClimbing: Bool {
    scores == nil && (rule == nil || insufficient != nil)
  }

  /// How far a grade is from the goal; 0 when it is reached.
  func distance(of grade: Grade) -> Int {
    let distance = scores.map(grade.distance(toScores:)) ?? 0
    if let rule { return distance + grade.distance(toHardest: rule) }
    return distance
      + 200 * max(0, levels.lowerBound - grade.level, grade.level - levels.upperBound)
  }
}
