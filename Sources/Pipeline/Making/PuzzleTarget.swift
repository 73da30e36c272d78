import Generating
import Solving
import StarBattle

/// What puzzles are asked for by grade, and how candidates are steered there.
struct PuzzleTarget: Sendable {
  let grid: Grid
  /// The difficulties that are kept; nothing keeps all.
  let difficulty: ClosedRange<Int>?
  /// The levels of the hardest step that are kept; nothing keeps all.
  let level: ClosedRange<Int>?
  /// The rule that the hardest step has to be.
  let rule: Rule?
  /// What the regions are to look like.
  let style: RegionStyle

  /// The candidates in vain for one puzzle after which no more are tried.
  ///
  /// A candidate that is steered starts from several placements of stars and takes thousands of evaluations; where
  /// there are puzzles as asked for, most candidates become one.
  static let patience = 20

  /// Whether a candidate steers towards something, and is not merely drawn.
  var isSteered: Bool { difficulty != nil || rule != nil || level.map { !$0.contains(7) } ?? false }

  /// Whether a grade is as asked for.
  func admits(_ grade: Grade) -> Bool {
    if let difficulty, !difficulty.contains(grade.difficulty) { return false }
    if let level, !level.contains(grade.level) { return false }
    return rule == nil || Rule.hardest(of: grade) == rule
  }

  /// The settings of a candidate's seed: what is asked for in turn, where it is more than one thing.
  ///
  /// - Parameter turn: 0, 1, 2 …: puzzles after one another, and candidates for one of them, have turns
  ///   after one another.
  /// - Returns: The settings.
  func settings(turn: Int) -> SeedSettings {
    var settings = SeedSettings(style: style, rule: rule)
    if let difficulty {
      let aim = difficulty.lowerBound + turn % difficulty.count
      settings.difficulty = aim
      settings.profile = ClimbProfile.suited(to: aim, on: grid)
    }
    guard rule == nil, let level else { return settings }
    switch level {
    case _ where level.contains(1...7):
      // No hard step may be needed where the hardest ones are not asked for.
      if level.upperBound < 12 { settings.profile = .standard }
    case 8...12: settings.profile = .hard
    case 11...12: settings.profile = .expert
    default:
      let rules = PuzzleTarget.rules(of: level, on: grid)
      settings.rule = rules[turn / (difficulty?.count ?? 1) % rules.count]
    }
    return settings
  }

  /// The rules of some levels that are the hardest step of many puzzles, or if there are none, all.
  private static func rules(of levels: ClosedRange<Int>, on grid: Grid) -> [Rule] {
    let rules = Rule.ladder.filter { levels.contains($0.level) }
    let common = rules.filter { rule in
      switch rule.prevalence {
      case .anyGrid: true
      case .severalStars: grid.stars > 1
      case .rare: false
      }
    }
    return common.isEmpty ? rules : common
  }
}

extension Rule {
  /// The rule highest in the ladder that a grade needed.
  static func hardest(of grade: Grade) -> Rule? {
    grade.rules.last?.rule
  }
}
