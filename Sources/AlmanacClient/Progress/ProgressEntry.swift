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
  /// Boards of other puzzles than the row's, each with its moves: a device may hear of the puzzle
  /// that a slot has got before it knows where the one went that was played there.
  var left: [ProgressEntry] = []
}

extension ProgressEntry {
  /// More boards are not laid aside in one place: each is of a version of its pack.
  private static let mostLeft = 8

  /// What is shown on the place as it is kept elsewhere: the board, with its moves.
  ///
  /// Hints are none of a board's. That the place was completed goes along with a board that solves
  /// its puzzle.
  var shown: ProgressEntry {
    ProgressEntry(
      row: PuzzleProgress(
        play: row.play, completedAt: row.play?.isSolved == true ? row.completedAt : nil),
      moves: moves)
  }

  /// The board of a puzzle with its moves, also where it was laid aside.
  func board(of puzzle: PuzzleFingerprint) -> ProgressEntry? {
    row.play?.puzzle == puzzle ? shown : left.first { $0.row.play?.puzzle == puzzle }
  }

  /// Lays a board aside, unless it is of the puzzle that the row is of.
  private mutating func lay(aside board: ProgressEntry) {
    guard let puzzle = board.row.play?.puzzle, puzzle != row.play?.puzzle else { return }
    var board = board
    if let index = left.firstIndex(where: { $0.row.play?.puzzle == puzzle }) {
      let known = left.remove(at: index)
      let merged = board.row.merged(with: known.row)
      if merged.play != board.row.play { board.moves = known.moves }
      board.row = merged
    }
    left.append(board)
    left.removeFirst(max(0, left.count - ProgressEntry.mostLeft))
  }

  /// Has the row be of a puzzle, with its board where it was laid aside, else without any.
  mutating func turn(to puzzle: PuzzleFingerprint) {
    guard row.play?.puzzle != puzzle else { return }
    let before = shown
    let index = left.firstIndex { $0.row.play?.puzzle == puzzle }
    let board = index.map { left.remove(at: $0) }
    row.play = board?.row.play
    moves = board?.moves ?? []
    lay(aside: before)
  }

  /// Takes a row that its own and another's have come to, and lays aside what of their boards is of
  /// another puzzle.
  mutating func take(_ next: PuzzleProgress, from other: PuzzleProgress) {
    let before = shown
    row = next
    // Where a board came from somewhere else, in which order it was filled is not known.
    if row.play?.cells != before.row.play?.cells || row.play?.puzzle != before.row.play?.puzzle {
      moves = []
    }
    lay(aside: ProgressEntry(row: other).shown)
    lay(aside: before)
  }

  /// Takes over what another player has come to on the same place.
  mutating func takeAlong(_ theirs: ProgressEntry) {
    let before = shown
    row = row.takingAlong(theirs.row)
    if row.play == theirs.row.play { moves = theirs.moves }
    for board in [theirs.shown, before] + theirs.left { lay(aside: board) }
  }
}

extension ProgressEntry {
  var value: JSONValue {
    .object([
      JSONMember("row", row.row), JSONMember("moves", moves), JSONMember("pending", isPending),
      JSONMember("refusal", refusal), JSONMember("heard", heardAt),
      JSONMember("left", left.map(\.value)),
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
    if case .array(let boards)? = value["left"] {
      left = boards.compactMap { ProgressEntry($0) }
    }
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
