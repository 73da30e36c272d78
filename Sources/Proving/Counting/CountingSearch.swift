/// Looks for the ways to complete a board: conclusions first, and then a star assumed on a cell.
///
/// Where an assumption fails, its cell is marked. At first each assumption is made on top of the
/// one before. A few dead ends later that is given up for a while, and one star at a time is
/// assumed on each cell of the tightest containers; most boards that were hard until then are
/// decided by a few cells that can be marked so. What is left is searched to the end.
struct CountingSearch: ~Copyable {
  enum Answer: Hashable {
    /// The board is complete.
    case found
    /// There are no more ways than were found.
    case exhausted
    /// So many dead ends were met as were allowed.
    case undecided
  }

  var board: CountingBoard
  /// The dead ends met so far.
  private(set) var deadEnds = 0

  /// What to come back to for each assumption that is in force: the state before it, the length of
  /// the record and the cell.
  private var saved = Buffer<UInt32>()
  private static var frameSize: Int { CountingBoard.stateSize + 2 }

  private enum Stage {
    case plunge
    case sweep
    case end
  }

  private var stage = Stage.plunge
  private var hasFound = false

  /// After how many dead ends single cells are tried.
  private static var plungeLimit: Int { 8 }
  /// The cells of how many containers are tried at a time.
  private static var sweptContainers: Int { 10 }

  init(_ board: consuming CountingBoard) { self.board = board }

  /// Looks for the next way to complete the board.
  ///
  /// A way can be found twice, once before single cells are tried and once after.
  ///
  /// - Parameter limit: How many dead ends may be met since the search was made.
  /// - Returns: Whether there is one; `board` tells which.
  mutating func next(deadEndLimit limit: Int) -> Answer {
    if hasFound && !takeBack(.solution) { return .exhausted }
    hasFound = false
    while true {
      if !board.propagate() {
        if saved.count == 0 {
          keep(.deadEnd)
          return .exhausted
        }
        if deadEnds >= limit { return .undecided }
        deadEnds += 1
        if stage == .plunge && deadEnds >= CountingSearch.plungeLimit {
          startOver()
          stage = .sweep
        } else {
          _ = takeBack(.deadEnd)
        }
      } else if board.isComplete {
        hasFound = true
        return .found
      } else if stage != .sweep {
        choose()
      } else if let (line, cell) = nextFailingCell() {
        if deadEnds >= limit { return .undecided }
        deadEnds += 1
        board.mark(cell, in: line, .rows)
      } else {
        stage = .end
      }
    }
  }

  /// Begins anew with whatever the board now is.
  mutating func begin() {
    saved.truncate(to: 0)
    deadEnds = 0
    stage = .plunge
    hasFound = false
  }

  /// Takes back all assumptions; what followed from none stays.
  mutating func startOver() {
    guard saved.count > 0 else { return }
    saved.truncate(to: CountingSearch.frameSize)
    restoreLast(forgetting: true)
  }

  /// Takes back the last assumption, and marks its cell, for there is nothing more to be found.
  ///
  /// - Parameter entry: How that is kept in the record.
  /// - Returns: Whether there was an assumption.
  private mutating func takeBack(_ entry: Entry) -> Bool {
    keep(entry)
    guard saved.count > 0 else { return false }
    let cell = restoreLast(forgetting: false)
    board.mark(1 << UInt32(cell % board.side), in: cell / board.side, .rows)
    return true
  }

  /// Comes back to the state before the last assumption.
  ///
  /// - Parameter forgetting: Whether what was recorded since is of no use.
  /// - Returns: The cell of the assumption.
  @discardableResult
  private mutating func restoreLast(forgetting: Bool) -> Int {
    saved.truncate(to: saved.count - CountingSearch.frameSize)
    let frame = saved.end
    board.restore(frame)
    if forgetting { board.record.truncate(to: Int(frame[CountingBoard.stateSize])) }
    return Int(frame[CountingBoard.stateSize + 1])
  }

  /// Assumes a star on a cell.
  private mutating func assume(_ cell: UInt32, in row: Int) {
    let number = row * board.side + cell.trailingZeroBitCount
    saved.append(board.state, count: CountingBoard.stateSize)
    saved.append(UInt32(board.record.count))
    saved.append(UInt32(number))
    keep(.assumption(cell: number))
    board.place(cell, in: row, .rows)
  }

  private mutating func keep(_ entry: Entry) {
    if board.isRecording { board.record.append(entry.code) }
  }

  private mutating func choose() {
    var seen = CountingBoard.ContainerSet()
    guard let container = board.tightestContainer(except: &seen) else { return }
    for row in 0..<board.side {
      let cells = board.openCells(of: container, in: row)
      if cells == 0 { continue }
      assume(cells & (0 &- cells), in: row)
      return
    }
  }

  /// A cell whose star fails, among those of the tightest containers.
  private mutating func nextFailingCell() -> (row: Int, cell: UInt32)? {
    var seen = CountingBoard.ContainerSet()
    for _ in 0..<CountingSearch.sweptContainers {
      guard let container = board.tightestContainer(except: &seen) else { return nil }
      for row in 0..<board.side {
        var cells = board.openCells(of: container, in: row)
        while cells != 0 {
          let cell = cells & (0 &- cells)
          cells &= cells &- 1
          assume(cell, in: row)
          let isOpen = board.propagate()
          if !isOpen { keep(.deadEnd) }
          restoreLast(forgetting: isOpen)
          if !isOpen { return (row, cell) }
        }
      }
    }
    return nil
  }
}

/// What a search keeps of its course, apart from the conclusions themselves.
///
/// A conclusion is kept as the code of its literal, which is at least 0.
enum Entry: Hashable {
  case conclusion(Literal)
  /// A star is assumed on a cell, on top of what was assumed before.
  case assumption(cell: Int)
  /// What is assumed cannot be; the last assumption is taken back.
  case deadEnd
  /// What is assumed leads to a solution, which is put aside; the last assumption is taken back.
  case solution

  init(code: Int32) {
    switch code {
    case -1: self = .deadEnd
    case -2: self = .solution
    case ..<0: self = .assumption(cell: Int(-3 - code))
    default: self = .conclusion(Literal(code: code))
    }
  }

  var code: Int32 {
    switch self {
    case .deadEnd: -1
    case .solution: -2
    case .assumption(let cell): Int32(truncatingIfNeeded: -3 - cell)
    case .conclusion(let literal): literal.code
    }
  }
}
