package import Solving
import StarBattle

/// The rules that a grader climbs by.
public enum RuleSet: String, CaseIterable, Sendable {
  /// The ladder of the first version of the grader.
  case ladder
  /// The same rules with the costs of the second version: what puzzles are graded and published
  /// with.
  case refitted
  /// The ladder and, within it, sums by size (`sum.few`, `sum.some`, `sum.many`).
  ///
  /// To measure and to explain with: its costs are not fitted, so its scores say little.
  case withSums
  /// All that assumes no star: the ladder to level 7, and sums (`sum.few`, `sum.any`).
  ///
  /// To explain with: it solves nearly every puzzle, with sums that may be long. What sums cost is
  /// not fitted, so scores with them say little.
  case withoutAssumptions
  /// The ladder that puzzles are graded with, and where twelve levels of it find nothing more, sums
  /// (`sum.few`, `sum.any`) before the thirteenth; and where they end too, stars that are assumed
  /// until a sum fails (`hypothetical.sum`).
  ///
  /// What the ladder solves has the same grade. To grade and to explain the others with: what sums
  /// cost is not fitted, so their scores say little.
  case thorough

  /// The rules through a level, easiest first.
  package func rules(through level: Int) -> ArraySlice<Rule> {
    switch self {
    case .ladder: RuleSet.firstLadder.prefix { $0.level <= level }
    case .refitted: RuleSet.refittedLadder.prefix { $0.level <= level }
    case .withSums: RuleSet.ladderWithSums.prefix { $0.level <= level }
    case .withoutAssumptions: RuleSet.rulesWithoutAssumptions.prefix { $0.level <= level }
    case .thorough: RuleSet.thoroughRules.prefix { $0.level <= level }
    }
  }

  // A rule that comes onto the ladder later has no cost in the table, and so is in neither.
  private static let firstLadder = Rule.ladder.filter { refittedCosts[$0.id] != nil }
  private static let refittedLadder = refitted(firstLadder)

  private static func refitted(_ rules: [Rule]) -> [Rule] {
    rules.map { rule in refittedCosts[rule.id].map(rule.costing) ?? rule }
  }

  /// The rules of the first two versions of the grader, which never change, and what they cost in
  /// the second: fitted to four classes of labels; see `Scoring.md`.
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

  private static let ladderWithSums = Rule.withSums([.fewParts, .someParts, .manyParts])
  private static let rulesWithoutAssumptions = refitted(Rule.withSums([.fewParts, .anyParts]))
    .filter { $0.scope != .assumption && $0.scope != .ways }
  private static let thoroughRules: [Rule] = {
    let place = refittedLadder.firstIndex { $0.level > 12 } ?? refittedLadder.endIndex
    // A sum that stands behind all assumptions is not easier than they are.
    let sums = [Rule.fewParts, .anyParts].map { $0.costing(60) } + [.assumeSums]
    return Array(refittedLadder[..<place]) + sums + Array(refittedLadder[place...])
  }()
}
