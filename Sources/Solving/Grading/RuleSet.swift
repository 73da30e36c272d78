/// The rules that a grader climbs by.
public enum RuleSet: String, CaseIterable, Sendable {
  /// The ladder: what puzzles are graded and published with.
  case ladder
  /// The ladder with the costs that the second version of the grader has.
  case refitted
  /// The same with small sums (`sum.few`) before the first assumption.
  ///
  /// What the second version is to climb by when they are found fast enough: today they make grading
  /// twice as long at 14×14, and far longer where much is found.
  case second
  /// The ladder and, within it, sums by size (`sum.few`, `sum.some`, `sum.many`).
  ///
  /// To measure and to explain with: its costs are not fitted, so its scores say little.
  case withSums

  /// The rules through a level, easiest first.
  package func rules(through level: Int) -> ArraySlice<Rule> {
    switch self {
    case .ladder: Rule.ladder(through: level)
    case .refitted: RuleSet.refittedLadder.prefix { $0.level <= level }
    case .second: RuleSet.secondLadder.prefix { $0.level <= level }
    case .withSums: RuleSet.ladderWithSums.prefix { $0.level <= level }
    }
  }

  private static let refittedLadder = refitted(Rule.ladder)
  private static let secondLadder = refitted(Rule.secondLadder)

  private static func refitted(_ rules: [Rule]) -> [Rule] {
    rules.map { rule in refittedCosts[rule.id].map(rule.costing) ?? rule }
  }

  /// Fitted to four classes of labels; see `Scoring.md`.
  private static let refittedCosts = [
    "direct.neighbours": 10, "direct.forced": 2, "direct.complete": 6, "tiling.forced": 1,
    "tiling.adjacency": 1, "tiling.overhang": 23, "counting.marks": 8, "tiling.pairs": 23,
    "counting.tiles": 10, "tiling.parts": 34, "hypothetical.direct": 36,
    "hypothetical.tiling": 44, "hypothetical.counting": 16, "hypothetical.propagated": 15,
    "hypothetical.chained": 29, "hypothetical.deep": 90, "hypothetical.ways": 120,
  ]

  private static let ladderWithSums = Rule.withSums(Rule.sums)
}
