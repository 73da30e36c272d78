import JSONText
import PlayerState
import StarBattle

/// What a player has come to on one place, and what the service has heard of it.
struct ProgressEntry: Hashable, Sendable {
  /// The row that is merged.
  var row: PuzzleProgress
  /// The cells in the order in which they were filled: what tells the earliest mistake.
  var moves: [Int] = []
  /// Whether the service has not heard of it yet.
  var isPending = false
  /// Why the service does not take it; it is not sent again until something changes.
  var refusal: String?
  /// When the service first heard that it was completed, by its own clock.
  var heardAt: Int?
}

extension ProgressEntry {
  var value: JSONValue {
    .object([
      JSONMember("row", row.row), JSONMember("moves", moves), JSONMember("pending", isPending),
      JSONMember("refusal", refusal), JSONMember("heard", heardAt),
    ])
  }

  /// Reads what was kept; `nil` where it is no such thing.
  init?(_ value: JSONValue) {
    guard let kept = value["row"], let row = try? PuzzleProgress(row: kept) else { return nil }
    self.init(row: row)
    if case .array(let cells)? = value["moves"] {
      moves = cells.compactMap { if case .integer(let cell) = $0 { cell } else { nil } }
    }
    isPending = value["pending"] == .bool(true)
    if case .string(let code)? = value["refusal"] { refusal = code }
    if case .integer(let time)? = value["heard"] { heardAt = time }
  }
}

extension PuzzleProgress {
  /// What two players' rows come to together.
  ///
  /// Of boards of two puzzles that one place has had, the one that was played later stands, and of
  /// two of one moment the other's.
  func takingAlong(_ other: PuzzleProgress) -> PuzzleProgress {
    var (first, second) = (self, other)
    if let one = first.play, let two = second.play, one.puzzle != two.puzzle {
      if one.updatedAt <= two.updatedAt { first.play = nil } else { second.play = nil }
    }
    return first.merged(with: second)
  }

  /// The row with its board changed at another time.
  func changed(at time: Int) -> PuzzleProgress {
    var changed = self
    changed.play = play.map { play in
      Play(
        puzzle: play.puzzle, cells: play.cells, milliseconds: play.milliseconds,
        isSolved: play.isSolved, updatedAt: time)
    }
    return changed
  }
}
