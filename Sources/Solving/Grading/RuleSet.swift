/// The rules that a grader climbs by.
public enum RuleSet: String, CaseIterable, Sendable {
  /// The ladder: what puzzles are graded and published with.
  case ladder
  /// The ladder and, within it, sums by size (`sum.few`, `sum.some`, `sum.many`).
  ///
  /// To measure and to explain with: its costs are not fitted, so its scores say little.
  case withSums

  /// The rules through a level, easiest first.
  package func rules(through level: Int) -> ArraySlice<Rule> {
    switch self {
    case .ladder: Rule.ladder(through: level)
    case .withSums: RuleSet.ladderWithSums.prefix { $0.level <= level }
    }
  }

  /// Sums of a level come before the assumptions of the same level.
  private static let ladderWithSums: [Rule] = {
    var rules = Rule.ladder
    for sum in Rule.sums {
      rules.insert(sum, at: rules.firstIndex { $0.level >= sum.level } ?? rules.endIndex)
    }
    return rules
  }()
}
