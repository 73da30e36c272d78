public import Explaining
public import StarBattle

/// Gives hints for the board that a player really has.
///
/// One thing at a time: the earliest mistake, else the easiest step that adds something. It works
/// on a thread of its own, some milliseconds for a hint; the first for a puzzle finds its solution.
public actor HintCoach {
  private let executor = QueueExecutor(label: "almanac.coach")
  private var coach = Coach()

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  init() {}

  /// The next hint.
  ///
  ///     let hint = try await almanac.coach.hint(for: puzzle, on: board)
  ///     hint?.text(.place, in: .german)
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - board: What the player has put on it.
  ///   - moves: The cells in the order in which they were filled, as `PlayerProgress` knows them.
  /// - Returns: The hint, which is told in three depths; `nil` where the board is solved.
  /// - Throws: `CoachError`, on no puzzle that was published.
  public func hint(
    for puzzle: PlayablePuzzle, on board: PlayerBoard, moves: [Int] = []
  ) throws(CoachError) -> Hint? {
    try coach.hint(for: puzzle.puzzle, on: board, moves: moves)
  }
}
