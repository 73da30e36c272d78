public import StarBattle

/// A puzzle in reserve that has a date: it is used on it unless something better is decided first.
public struct AheadEntry: Hashable, Sendable {
  /// The date within its cadence: `2026-12-24`.
  public let key: String
  /// Its puzzle.
  public let puzzle: CatalogPuzzle
  /// What it was made for, as the caller wrote it down.
  public let aim: String
  /// Whether an editor chose it; then it stays, whatever the recipe says.
  public let isPinned: Bool
}

/// A puzzle that is to be kept in reserve for a date.
public struct NewAhead: Hashable, Sendable {
  /// The puzzle.
  public var puzzle: NewPuzzle
  /// The cadence.
  public var cadence: String
  /// The date within it.
  public var key: String
  /// What the puzzle was made for, in words that stay the same.
  public var aim: String

  /// Makes a puzzle for a date.
  public init(_ puzzle: NewPuzzle, cadence: String, key: String, aim: String) {
    self.puzzle = puzzle
    self.cadence = cadence
    self.key = key
    self.aim = aim
  }
}

/// A date that is to have any puzzle of the reserve, since its own was not made.
public struct StandIn: Hashable, Sendable {
  /// The cadence.
  public let cadence: String
  /// The date within it.
  public let key: String
  /// The grid that the date asks for.
  public let grid: Grid
  /// The difficulty that it asks for, 1…10; the nearest that there is will do.
  public let difficulty: Int

  /// Makes a date to be served.
  public init(cadence: String, key: String, grid: Grid, difficulty: Int) {
    self.cadence = cadence
    self.key = key
    self.grid = grid
    self.difficulty = difficulty
  }
}

/// How many unused puzzles of a grid and difficulty there are.
public struct ReserveCount: Hashable, Sendable {
  /// The side.
  public let side: Int
  /// The stars in every row, column and region.
  public let stars: Int
  /// The difficulty; nothing for puzzles that say none.
  public let difficulty: Int?
  /// All of them.
  public let count: Int
  /// Those that have a date already.
  public let dated: Int
}
