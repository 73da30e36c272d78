package import Dates
package import StarBattle

/// A puzzle that is to be kept in reserve for a date.
package struct NewAhead: Hashable, Sendable {
  package var puzzle: NewPuzzle
  package var period: Period
  /// What the puzzle was made for, in words that stay the same.
  package var aim: String

  /// Makes a puzzle for a date.
  package init(_ puzzle: NewPuzzle, for period: Period, aim: String) {
    self.puzzle = puzzle
    self.period = period
    self.aim = aim
  }
}

/// A date that is to have any puzzle of the reserve, since its own was not made.
package struct StandIn: Hashable, Sendable {
  package let period: Period
  /// The grid that the date asks for.
  package let grid: Grid
  /// The difficulty that it asks for, 1…10; the nearest that there is will do.
  package let difficulty: Int
  /// Whether one that misses the difficulty by more than one will not do.
  package let isStrict: Bool

  /// Makes a date to be served.
  package init(_ period: Period, grid: Grid, difficulty: Int, isStrict: Bool) {
    self.period = period
    self.grid = grid
    self.difficulty = difficulty
    self.isStrict = isStrict
  }
}

/// How many unused puzzles of a grid and difficulty there are.
package struct ReserveCount: Hashable, Sendable {
  package let side: Int
  /// The stars in every row, column and region.
  package let stars: Int
  /// The difficulty; `nil` for puzzles that say none.
  package let difficulty: Int?
  package let count: Int
  /// Those that have a date already.
  package let dated: Int

  package init(side: Int, stars: Int, difficulty: Int?, count: Int, dated: Int) {
    self.side = side
    self.stars = stars
    self.difficulty = difficulty
    self.count = count
    self.dated = dated
  }
}
