package import Grading
package import Solving
package import StarBattle

/// What is asked of a puzzle.
///
/// One value for all who ask: a recipe for its slots and dates, an editor for another puzzle,
/// whoever generates some. The one search in `Pressing` answers it. `SeedSettings` is not an ask
/// but what one comes to for a single candidate, as the seed spells it; `ClimbGoal` is the same in
/// the engine's terms (levels, scores, a row of the ladder) and stays within this module.
package struct Ask: Hashable, Sendable {
  package var grid: Grid
  /// The grades that will do.
  package var grade: GradeRange
  /// What the regions are to look like.
  package var style: RegionStyle
  /// How long to look.
  package var patience: Patience

  /// Makes an ask.
  ///
  /// - Parameters:
  ///   - grid: The outline.
  ///   - grade: The grades that will do; `nil` means any.
  ///   - style: What the regions are to look like.
  ///   - patience: How long to look; without it, as long as for an item of a recipe.
  package init(
    _ grid: Grid, grade: GradeRange = GradeRange(), style: RegionStyle = .natural,
    patience: Patience? = nil
  ) {
    self.grid = grid
    self.grade = grade
    self.style = style
    self.patience = patience ?? .item(on: grid)
  }
}

/// The grades that are asked for: the part of an ask that people write on the command line.
package struct GradeRange: Hashable, Sendable {
  /// The difficulties, within `difficulties`; `nil` means any.
  package var difficulty: ClosedRange<Int>?
  /// The levels of the hardest step, within `levels`; `nil` means any.
  package var level: ClosedRange<Int>?
  /// The rule that the hardest step has to be; `nil` means any.
  package var rule: Rule?
  /// A rule that cannot be left out; `nil` means that any can.
  package var need: Rule?
  /// The most parts that an argument of the solve may have (`SolveSignals.longest`), within
  /// `argumentSizes`; `nil` means any number.
  package var arguments: Int?

  /// The difficulties that a puzzle can have.
  package static let difficulties = 1...10

  /// The levels that a puzzle can have: what needs level 13 is not published.
  package static let levels = 1...12

  /// The levels of puzzles that are solved without assuming a star anywhere.
  package static let levelsWithoutAssumptions = 1...7

  /// The bounds that arguments can be given.
  package static let argumentSizes = 1...99

  /// Makes a range; without anything, every grade is in it.
  package init(
    difficulty: ClosedRange<Int>? = nil, level: ClosedRange<Int>? = nil, rule: Rule? = nil,
    need: Rule? = nil, arguments: Int? = nil
  ) {
    self.difficulty = difficulty
    self.level = level
    self.rule = rule
    self.need = need
    self.arguments = arguments
  }

  /// Whether it says how hard a puzzle is to be.
  package var saysDifficulty: Bool { difficulty != nil || level != nil }

  /// Whether puzzles are to be solved without assuming a star anywhere.
  package var isWithoutAssumptions: Bool {
    level.map { $0.upperBound <= GradeRange.levelsWithoutAssumptions.upperBound } ?? false
  }

  /// Whether it sets a bound: on arguments, or that nothing may be assumed.
  package var isBounded: Bool { isWithoutAssumptions || arguments != nil }

  /// The range with another difficulty or level, or both; all else that is asked for stays, but for
  /// a hardest rule that puzzles of other levels cannot have.
  ///
  /// - Parameter wish: What somebody wishes; where it says neither, the range stays as it is.
  /// - Returns: The range.
  package func wished(_ wish: GradeRange) -> GradeRange {
    guard wish.saysDifficulty else { return self }
    var range = self
    range.difficulty = wish.difficulty
    range.level = wish.level ?? level
    if let rule, let level = wish.level, !level.contains(rule.level) { range.rule = nil }
    return range
  }

  /// The distance from which on a puzzle misses a bound: whatever keeps to all bounds is nearer.
  package static let boundDistance = 100

  /// How far a grade is from the range, in steps of difficulty and level; 0 when it is in it, and
  /// `boundDistance` or more where it assumes a star and may not.
  ///
  /// Another hardest rule counts as one step: there is no order between rules of a level. A rule
  /// that has to be needed counts as one where it is not even used; whether it could be left out, a
  /// grade does not say.
  package func distance(of grade: Grade) -> Int {
    func steps(_ number: Int, _ range: ClosedRange<Int>?) -> Int {
      guard let range else { return 0 }
      return max(range.lowerBound - number, number - range.upperBound, 0)
    }
    let isOtherRule = rule.map { $0.id != grade.hardest?.id } ?? false
    let isUnused = need.map { need in !grade.rules.contains { $0.id == need.id } } ?? false
    let assumes = grade.level > GradeRange.levelsWithoutAssumptions.upperBound
    return steps(grade.difficulty, difficulty) + steps(grade.level, level)
      + (isOtherRule ? 1 : 0) + (isUnused ? 1 : 0)
      + (isWithoutAssumptions && assumes ? GradeRange.boundDistance : 0)
  }

  /// How much farther a puzzle is from the range by its longest argument; 0 where that is within
  /// bounds.
  ///
  /// A bound comes first: whatever keeps to it is nearer than whatever does not.
  package func distance(ofLongestArgument size: Int) -> Int {
    guard let arguments, size > arguments else { return 0 }
    return GradeRange.boundDistance + size - arguments
  }
}
