/// The rules that a grader climbs by.
public enum RuleSet: String, CaseIterable, Sendable {
  /// The ladder: what puzzles are graded and published with.
  case ladder
  /// The ladder with the costs that the second version of the grader has.
  case refitted
  /// The same with small sums (`sum.few`) before the first assumption.
  ///
  /// What the second version is to climb by when they are found fast enough: today they make
  /// grading twice as long at 14×14, and far longer where much is found.
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
  ///
  /// From level 5 on they never fall; that some below stand as high, and some so low, the labels of
  /// small grids force.
  private static let refittedCosts = [
    "direct.neighbours": 36, "direct.forced": 2, "direct.complete": 19, "tiling.forced": 1,
    "tiling.adjacency": 1, "tiling.overhang": 60, "counting.marks": 24, "tiling.pairs": 25,
    "counting.tiles": 26, "tiling.parts": 42, "hypothetical.direct": 52,
    "hypothetical.tiling": 54, "hypothetical.counting": 56, "hypothetical.propagated": 58,
    "hypothetical.chained": 60, "hypothetical.deep": 75, "hypothetical.ways": 90,
  ]

  private static let ladderWithSums = Rule.withSums(Rule.sums)
}
