/// A version of the grader: rules, costs and scale, as they were when puzzles were published by
/// them.
///
/// A published puzzle keeps its grade, and is judged by the version that gave it for as long as
/// there are puzzles of it. So a version that is or was `current` never changes again.
public enum GraderVersion: Int, CaseIterable, Sendable {
  /// The ladder, and a scale that knows the side of a grid alone.
  case first = 1

  /// The ladder with costs fitted anew, and a scale that knows sides and stars.
  case second = 2

  /// Costs and powers fitted once more, and whether a puzzle has to be counted over several lines.
  case third = 3

  /// The version that new puzzles are graded by.
  public static let current = GraderVersion.third

  /// The rules that it climbs by.
  public var rules: RuleSet {
    switch self {
    case .first: .ladder
    case .second: .refitted
    case .third: .reweighed
    }
  }

  /// What it measures effort on.
  package var scale: ScoreScale {
    switch self {
    case .first: .bySide
    case .second: .byGrid
    case .third: .byCounting
    }
  }
}
