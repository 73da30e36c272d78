public import StarBattle

/// What a player has come to on one place of a pack or the calendar: the row that phones and the
/// server exchange, and merge.
///
/// Times are milliseconds since 1970 in UTC, as the apps keep them.
public struct PuzzleProgress: Hashable, Sendable {
  /// A board, with the puzzle that it is of.
  public struct Play: Hashable, Sendable {
    /// The puzzle: a place may get another one, and its progress must never be shown on that.
    public let puzzle: PuzzleFingerprint
    /// What is on the cells, row-major.
    public let cells: [PlayerBoard.Cell]
    /// How long it was played.
    public let milliseconds: Int
    /// Whether the cells solve the puzzle; whoever takes a row in checks that.
    public let isSolved: Bool
    /// When a cell was changed last, by the clock of the phone.
    public let updatedAt: Int

    /// A board of a puzzle, with what is said of it above.
    public init(
      puzzle: PuzzleFingerprint, cells: [PlayerBoard.Cell], milliseconds: Int, isSolved: Bool,
      updatedAt: Int
    ) {
      self.puzzle = puzzle
      self.cells = cells
      self.milliseconds = milliseconds
      self.isSolved = isSolved
      self.updatedAt = updatedAt
    }
  }

  /// The board; `nil` where it was of a puzzle that this place does not have any more.
  public var play: Play?

  /// When the place was completed first, with whatever puzzle it had then.
  public var completedAt: Int?

  /// How many hints were used, at most on any one phone.
  public var hintsUsed: Int

  /// More hints than this nobody uses on one puzzle.
  public static let mostHints = 10_000

  /// What a player has come to; without anything, a place that was never opened.
  public init(play: Play?, completedAt: Int? = nil, hintsUsed: Int = 0) {
    self.play = play
    self.completedAt = completedAt
    self.hintsUsed = hintsUsed
  }
}

// MARK: - Merging

extension PuzzleProgress {
  /// What two phones, or a phone and the server, have come to together.
  ///
  /// A solved board stands against any other; else the one that was changed later, and of two that
  /// were changed at once the one whose bytes are greater. Of completions the earlier stands, of
  /// hints the greater number. Each part is the greater of two by an order in which no two differ
  /// that are not the same: so whoever merges what with what, how often and in which order, all
  /// come to the same.
  public func merged(with other: PuzzleProgress) -> PuzzleProgress {
    PuzzleProgress(
      play: [play, other.play].compactMap(\.self).max(by: <),
      completedAt: [completedAt, other.completedAt].compactMap(\.self).min(),
      hintsUsed: max(hintsUsed, other.hintsUsed))
  }

  /// The row as it stands on a place that has a puzzle now: without a board of any other.
  ///
  /// That the place was completed once stays.
  public func fitted(to puzzle: PuzzleFingerprint) -> PuzzleProgress {
    var fitted = self
    if play?.puzzle != puzzle { fitted.play = nil }
    return fitted
  }

  /// The row with no time behind a moment: a clock that is fast must not win for ever.
  ///
  /// - Parameters:
  ///   - latest: The moment.
  ///   - known: The board that is kept. Where its own time is later, which a service's clock that
  ///     was ahead has let in, the next move is later still; the same board is not.
  /// - Returns: The row.
  public func clamped(to latest: Int, following known: Play? = nil) -> PuzzleProgress {
    var clamped = self
    clamped.completedAt = completedAt.map { min($0, latest) }
    clamped.play = play.map { play in
      func at(_ time: Int) -> Play {
        Play(
          puzzle: play.puzzle, cells: play.cells, milliseconds: play.milliseconds,
          isSolved: play.isSolved, updatedAt: time)
      }
      let next = known.map { known in
        known == at(known.updatedAt) ? known.updatedAt : known.updatedAt + 1
      }
      return at(min(play.updatedAt, max(latest, next ?? latest)))
    }
    return clamped
  }
}

extension PuzzleProgress.Play: Comparable {
  /// The order by which the greater of two boards stands.
  public static func < (left: PuzzleProgress.Play, right: PuzzleProgress.Play) -> Bool {
    if left.isSolved != right.isSolved { return right.isSolved }
    if left.updatedAt != right.updatedAt { return left.updatedAt < right.updatedAt }
    return left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// All that is not in the order before: what breaks a tie.
  private var bytes: [UInt8] {
    cells.map { UInt8($0.rawValue) } + Array("\(puzzle) \(milliseconds)".utf8)
  }
}

// MARK: - Checking

/// Why a row cannot be taken.
public enum ProgressError: String, Error, Sendable {
  /// The board has not as many cells as the puzzle.
  case cellCount = "cell_count"
  /// It says that it is completed, and its stars do not solve the puzzle.
  case notSolved = "not_solved"
}

extension PuzzleProgress {
  /// Holds a row against the puzzle of its place.
  ///
  /// A board of another puzzle is left out. Where there was another one, that is no fault: the
  /// phone has not heard yet, and that it completed the puzzle of before stays. Where there was
  /// none, a completion counts with its board alone.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle of the place.
  ///   - fingerprint: Which puzzle that is.
  ///   - canChange: Whether the place has had another puzzle: a slot that has got one since, or a
  ///     date that was replaced before it began.
  ///   - earliest: When the puzzle could be had first: nobody has completed it before.
  /// - Returns: The row as it may be merged.
  /// - Throws: `ProgressError` for a board that is none of this puzzle, or that says falsely that
  ///   it is solved.
  public func checked(
    against puzzle: Puzzle, _ fingerprint: PuzzleFingerprint, canChange: Bool, earliest: Int? = nil
  ) throws(ProgressError) -> PuzzleProgress {
    var row = fitted(to: fingerprint)
    if let play = row.play {
      guard let board = PlayerBoard(puzzle.grid, cells: play.cells) else { throw .cellCount }
      if play.isSolved && !Solution(stars: board.stars).solves(puzzle) { throw .notSolved }
    }
    if !canChange && row.play?.isSolved != true { row.completedAt = nil }
    // A completion without any board is what the phone has heard from the server before.
    if canChange && play == nil { row.completedAt = nil }
    if let earliest { row.completedAt = row.completedAt.map { max($0, earliest) } }
    return row
  }
}
