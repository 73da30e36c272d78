package import Solving
import StarBattle

/// The rules that a grader climbs by.
public enum RuleSet: String, CaseIterable, Sendable {
  /// The ladder of the first version of the grader.
  case ladder
  /// The same rules with the costs of the second version.
  case refitted
  /// The same rules with the costs of the third version: what puzzles are graded and published
  /// with.
  case reweighed
  /// The ladder and, before its first assumption, sums of two to four parts (`sum.few`), with costs
  /// fitted for it.
  ///
  /// It follows the labels of real puzzles as closely as the ladder, no closer, and takes up to
  /// twenty times as long (`Scoring.md`): so puzzles are graded without. Its scores are measured on
  /// the scale of the third version, which is not fitted to it.
  case withSmallSums
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
    case .reweighed: RuleSet.reweighedLadder.prefix { $0.level <= level }
    case .withSmallSums: RuleSet.ladderWithSmallSums.prefix { $0.level <= level }
    case .withSums: RuleSet.ladderWithSums.prefix { $0.level <= level }
    case .withoutAssumptions: RuleSet.rulesWithoutAssumptions.prefix { $0.level <= level }
    case .thorough: RuleSet.thoroughRules.prefix { $0.level <= level }
    }
  }

  // A rule that comes onto the ladder later has no cost in the table, and so is in neither.
  private static let firstLadder = Rule.ladder.filter { refittedCosts[$0.id] != nil }
  private static let refittedLadder = costing(firstLadder, refittedCosts)
  private static let reweighedLadder = costing(firstLadder, reweighedCosts)

  private static func costing(_ rules: [Rule], _ costs: [String: Int]) -> [Rule] {
    rules.map { rule in costs[rule.id].map(rule.costing) ?? rule }
  }

  /// The rules of the first three versions of the grader, which never change, and what they cost in
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

  /// What the same rules cost in the third version, fitted anew with what it measures effort by.
  private static let reweighedCosts = [
    "direct.neighbours": 41, "direct.forced": 1, "direct.complete": 23, "tiling.forced": 1,
    "tiling.adjacency": 1, "tiling.overhang": 60, "counting.marks": 24, "tiling.pairs": 24,
    "counting.tiles": 24, "tiling.parts": 46, "hypothetical.direct": 57,
    "hypothetical.tiling": 57, "hypothetical.counting": 57, "hypothetical.propagated": 57,
    "hypothetical.chained": 57, "hypothetical.deep": 95, "hypothetical.ways": 95,
  ]

  /// What they cost beside small sums, fitted in the same way.
  private static let smallSumCosts = [
    "direct.neighbours": 43, "direct.forced": 1, "direct.complete": 23, "tiling.forced": 1,
    "tiling.adjacency": 1, "tiling.overhang": 60, "counting.marks": 25, "tiling.pairs": 25,
    "counting.tiles": 33, "tiling.parts": 51, "sum.few": 64, "hypothetical.direct": 64,
    "hypothetical.tiling": 64, "hypothetical.counting": 64, "hypothetical.propagated": 64,
    "hypothetical.chained": 64, "hypothetical.deep": 78, "hypothetical.ways": 95,
  ]

  private static let ladderWithSmallSums = costing(Rule.withSums([.fewParts]), smallSumCosts)
  private static let ladderWithSums = Rule.withSums([.fewParts, .someParts, .manyParts])
  private static let rulesWithoutAssumptions =
    costing(Rule.withSums([.fewParts, .anyParts]), reweighedCosts)
    .filter { $0.scope != .assumption && $0.scope != .ways }
  private static let thoroughRules: [Rule] = {
    let place = reweighedLadder.firstIndex { $0.level > 12 } ?? reweighedLadder.endIndex
    // A sum that stands behind all assumptions is not easier than they are.
    let sums = [Rule.fewParts, .anyParts].map { $0.costing(60) } + [.assumeSums]
    return Array(reweighedLadder[..<place]) + sums + Array(reweighedLadder[place...])
  }()
}
