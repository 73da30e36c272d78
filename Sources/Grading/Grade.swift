public import Solving
public import StarBattle

/// What the rule ladder makes of a puzzle: whether and how a person solves it.
public struct Grade: Hashable, Sendable {
  /// Rises whenever any grade or trace of any board could change; kept with every published puzzle.
  public static let version = GraderVersion.current.rawValue

  /// How the ladder ended.
  public enum Outcome: Hashable, Sendable {
    /// Every cell follows: the puzzle is fair, and `solution` is its only solution.
    case solved
    /// No rule finds anything more.
    case stuck(unknowns: Int)
    /// Some container cannot be completed: the puzzle has no solution.
    case contradiction
  }

  /// How often a rule was applied.
  public struct RuleCount: Hashable, Sendable {
    let code: Int
    /// The number of cycles in which it was the easiest rule that applied.
    public let count: Int

    /// The rule.
    public var rule: Rule { Rule.rule(ofCode: code) }

    /// The id of the rule.
    public var id: String { Rule.ids[code] }
  }

  /// How the ladder ended.
  public let outcome: Outcome

  /// The highest rule level used, 0…13.
  public let level: Int

  /// The number of rule applications.
  ///
  /// One application is one rule, used everywhere on the board where it applies at that moment. So
  /// the count is the same for the board turned, mirrored or with its regions renamed.
  public let cycles: Int

  /// The effort of solving, in hundredths, 0…10000.
  public let scoreInHundredths: Int

  /// The rules that applied, in ladder order.
  public let rules: [RuleCount]

  /// The hardest rule: the last of the highest level, for rules that are tried after harder ones.
  package var hardest: RuleCount? { rules.last { $0.rule.level == level } }

  /// The same by the ids of the rules, as the catalogue keeps it.
  package var ruleCounts: [String: Int] {
    Dictionary(rules.map { ($0.id, $0.count) }, uniquingKeysWith: +)
  }

  /// The cells that were still open where the reasoning stopped, ascending; none when solved.
  public let openCells: [Int]

  /// The cells that had a star where the reasoning stopped, ascending; none when solved.
  package let starCells: [Int]

  /// The solution, when solved.
  public let solution: Solution?

  /// Whether the ladder solves the puzzle.
  public var isSolved: Bool { outcome == .solved }

  /// The effort of solving, 0…100; compares puzzles of one grid.
  public var score: Double { Double(scoreInHundredths) / 100 }

  /// The score as players see it, 1…10.
  public var difficulty: Int { Score.difficulty(ofHundredths: scoreInHundredths) }

  /// The difficulty in words.
  public var band: Band { Band(difficulty: difficulty) }
}

/// Difficulty for people: fixed ranges of `Grade.difficulty`.
public enum Band: String, CaseIterable, Sendable {
  /// Difficulty 1…3.
  case easy
  /// Difficulty 4…6.
  case medium
  /// Difficulty 7…8.
  case hard
  /// Difficulty 9…10.
  case expert

  /// The range of a difficulty.
  ///
  /// - Parameter difficulty: The difficulty, 1…10.
  /// - Complexity: O(1).
  public init(difficulty: Int) {
    switch difficulty {
    case ...3: self = .easy
    case ...6: self = .medium
    case ...8: self = .hard
    default: self = .expert
    }
  }
}
