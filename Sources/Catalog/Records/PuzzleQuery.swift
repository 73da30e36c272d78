/// Which puzzles of the catalogue are wanted; every condition that is given has to hold.
public struct PuzzleQuery: Hashable, Sendable {
  /// The side of the board.
  public var side: Int?
  /// The star quota.
  public var stars: Int?
  /// The ids of rules that were all used to solve it.
  public var rules: [String] = []
  /// The difficulties, within 1…10.
  public var difficulties: ClosedRange<Int>?
  /// The hardest rule levels needed.
  public var levels: ClosedRange<Int>?
  /// Whether only puzzles that were never used are wanted.
  public var isReserveOnly = false
  /// The most puzzles to give; all of them without it.
  public var limit: Int?

  /// A query for every puzzle.
  public init() {}
}

/// A puzzle of the catalogue and where it is used.
public struct PuzzleRecord: Hashable, Sendable {
  /// The puzzle.
  public let puzzle: CatalogPuzzle
  /// Its places; none in reserve, and none for a puzzle that was replaced.
  public let places: [Place]
}
