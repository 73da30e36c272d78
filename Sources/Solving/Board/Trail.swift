package import StarBattle

/// The way that a propagation took, kept so that another can start from its middle when a region
/// border has moved.
///
/// A generator propagates one layout after another, each the last one but for a cell. All rules are
/// monotone, and each rests on few regions: what was concluded before a rule first rested on a
/// region that has changed follows for the new layout as well. So the trail keeps the board before
/// every round, and what the round rested on:
///
/// - lines, and neighbours of stars: on no region;
/// - a region whose cells are all stars, or that is tight: on that region *not growing*. If it
///   loses a cell it has less room, and what followed follows still;
/// - a tight interval of lines: on no region getting more room inside where the interval is full,
///   nor outside where it is spent.
///
/// - Complexity: some 700 bytes a round; at most one round a cell.
package struct Trail: ~Copyable {
  /// The board before each round, and after the last one.
  let boards: UnsafeMutablePointer<Board>

  /// The regions that each round rested on, a bit each.
  let regions: UnsafeMutablePointer<UInt32>

  /// The number of boards.
  package private(set) var count = 0

  /// The intervals that rounds rested on, in order of rounds.
  private var intervals: [(round: Int, interval: LineInterval)] = []

  package init(grid: Grid) {
    boards = .allocate(capacity: grid.cellCount + 4)
    regions = .allocate(capacity: grid.cellCount + 4)
  }

  deinit {
    boards.deallocate()
    regions.deallocate()
  }

  /// The board after the last round.
  ///
  /// - Precondition: a propagation has been recorded.
  package var end: Board { boards[count - 1] }

  package func board(before round: Int) -> Board { boards[round] }

  package mutating func removeAll() { cut(to: 0) }

  /// Forgets all rounds from one on.
  private mutating func cut(to round: Int) {
    count = round
    while let last = intervals.last, last.round >= round { intervals.removeLast() }
  }

  @inline(__always)
  mutating func begin(_ board: borrowing Board) {
    boards[count] = copy board
    regions[count] = 0
    count &+= 1
  }

  /// Ends the last round; one that has decided no cell is forgotten, so that there is never more
  /// than one a cell.
  @inline(__always)
  mutating func end(with board: borrowing Board) {
    if boards[count &- 1].unknownCount == board.unknownCount { count &-= 1 }
    begin(board)
  }

  /// Notes that the round at hand rests on regions.
  @inline(__always)
  mutating func rest(on mask: UInt32) { regions[count &- 1] |= mask }

  /// Notes that the round at hand rests on an interval.
  mutating func rest(on interval: LineInterval) {
    intervals.append((count - 1, interval))
  }

  /// Goes on as another trail did that took this one up.
  ///
  /// - Parameters:
  ///   - other: The trail from `round` on.
  ///   - round: Where it began.
  ///   - changed: The regions that differ between the layouts of the two.
  ///   - layout: The layout of the other.
  package mutating func follow(
    _ other: borrowing Trail, from round: Int, changed: (Int, Int), _ layout: borrowing Layout
  ) {
    cut(to: round)
    for index in 0..<round { boards[index].recount(changed.0, changed.1, layout) }
    boards.advanced(by: round).update(from: other.boards, count: other.count)
    regions.advanced(by: round).update(from: other.regions, count: other.count)
    for entry in other.intervals { intervals.append((entry.round + round, entry.interval)) }
    count = round + other.count
  }

  /// The round before which nothing changes when a cell is given to another region.
  ///
  /// - Parameters:
  ///   - cell: The cell, row-major.
  ///   - region: The region that takes it.
  ///   - side: The side of the board.
  /// - Returns: The index of the round.
  package func firstRound(giving cell: Int, to region: Int, side: Int) -> Int {
    let (row, column) = (cell / side + 1, cell % side + 1)
    var low = 0
    var high = count - 1
    // The last board on which the cell is unknown.
    while low < high {
      let middle = (low + high + 1) / 2
      if boards[middle].lines[unchecked: row] >> UInt32(column) & 1 != 0 {
        low = middle
      } else {
        high = middle - 1
      }
    }
    var first = low
    for round in 0..<low where regions[round] >> UInt32(region) & 1 != 0 {
      first = round
      break
    }
    for entry in intervals {
      if entry.round >= first { break }
      let interval = entry.interval
      let isInside = interval.lines >> UInt32(interval.base == .rows ? row : column) & 1 != 0
      if isInside ? interval.isFull : interval.isSpent,
        boards[entry.round].needs[unchecked: .region(region)] > 0
      {
        return entry.round
      }
    }
    return first
  }
}

extension Board {
  /// Brings two regions that have other cells than before up to date, and has them looked at again.
  package mutating func recount(_ first: Int, _ second: Int, _ layout: borrowing Layout) {
    recount(first, layout)
    recount(second, layout)
    changed.regions |= .bit(first) | .bit(second)
  }

  private mutating func recount(_ region: Int, _ layout: borrowing Layout) {
    let masks = layout.masks + region &* 64
    var unknown = 0
    var placed = 0
    for row in layout.rows(of: region) {
      unknown &+= (lines[unchecked: row] & masks[row]).nonzeroBitCount
      placed &+= (stars[unchecked: row] & masks[row]).nonzeroBitCount
    }
    unknowns[unchecked: .region(region)] = UInt16(truncatingIfNeeded: unknown)
    needs[unchecked: .region(region)] = UInt8(truncatingIfNeeded: layout.grid.stars &- placed)
  }
}
