import StarBattle

extension RuleEngine {
  /// Follows the rules of levels 1…`level` until none of them finds anything more.
  ///
  /// - Parameters:
  ///   - board: What is known; carried forward.
  ///   - layout: The layout of the board.
  ///   - level: 3, 4, 6 or 7; higher rules are not monotone steps but trials (see `Hypotheticals`).
  /// - Returns: `false` when a container cannot be completed: the board has no solution.
  package mutating func propagate(
    _ board: inout Board, _ layout: borrowing Layout, through level: Int
  ) -> Bool {
    var log = NoRoundLog()
    return propagate(&board, layout, through: level, into: &log)
  }

  /// Follows the rules of levels 1–6 but for counting, which is left for later.
  mutating func propagateUncounted(_ board: inout Board, _ layout: borrowing Layout) -> Bool {
    var log = NoRoundLog()
    return propagate(&board, layout, through: 6, counting: false, into: &log)
  }

  /// Follows the rules as `propagate(_:_:through:)` does, to the same end, and writes down the way.
  ///
  /// A round ends with the first region or interval that shows something, so that it rests on
  /// little.
  ///
  /// - Parameters:
  ///   - board: What is known; carried forward.
  ///   - layout: The layout of the board.
  ///   - level: 3, 4, 5, 6 or 7.
  ///   - trail: The rounds are added to it.
  /// - Returns: `false` when a container cannot be completed: the board has no solution.
  package mutating func propagate(
    _ board: inout Board, _ layout: borrowing Layout, through level: Int,
    recording trail: inout Trail
  ) -> Bool {
    propagate(&board, layout, through: level, into: &trail)
  }

  @inline(__always)
  private mutating func propagate<Log: RoundLog & ~Copyable>(
    _ board: inout Board, _ layout: borrowing Layout, through level: Int, counting: Bool = true,
    into log: inout Log
  ) -> Bool {
    culprit = 0
    while true {
      log.begin(board)
      forcedRegions = 0
      guard finishContainers(&board, layout) else { return false }
      log.rest(on: forcedRegions)
      if level < 4 || board.unknownCount == 0 { break }
      let changed = board.untiled
      board.untiled = ContainerSet(regions: changed.regions)
      tile(ContainerSet(rows: changed.rows, columns: changed.columns), &board, layout)
      if deductions.isEmpty { tileRegions(&board, layout, into: &log) }
      if deductions.isEmpty && level >= 6 {
        tilePairs(board.unpaired, &board, side: layout.grid.side)
        board.unpaired = ContainerSet()
      }
      if deductions.isEmpty && level >= 5 && counting && !board.uncounted.isEmpty {
        if level >= 7 {
          countTiles(&board, layout, into: &log)
        } else {
          count(&board, layout)
          // Plain counting looks at all regions at once.
          if !deductions.isEmpty { log.rest(on: ~0) }
        }
        if deductions.isEmpty { board.uncounted = ContainerSet() }
      }
      if deductions.isEmpty { break }
      guard board.apply(&deductions, layout) else { return false }
    }
    log.end(with: board)
    return true
  }

  /// Tiles the regions that have changed: all of them, or up to the first that shows something.
  @inline(__always)
  private mutating func tileRegions<Log: RoundLog & ~Copyable>(
    _ board: inout Board, _ layout: borrowing Layout, into log: inout Log
  ) {
    guard Log.isKept else {
      let changed = ContainerSet(regions: board.untiled.regions)
      board.untiled = ContainerSet()
      tile(changed, &board, layout)
      return
    }
    board.untiled.regions = board.tileable(of: board.untiled.regions)
    while deductions.isEmpty && board.untiled.regions != 0 {
      let region = board.untiled.regions.trailingZeroBitCount
      board.untiled.regions &= board.untiled.regions &- 1
      tileRegion(region, &board, layout)
      if !deductions.isEmpty { log.rest(on: .bit(region)) }
    }
  }

  /// Counts with tiles, and tiles the parts of regions that this makes tight: all of them, or up to
  /// the first that shows something.
  private mutating func countTiles<Log: RoundLog & ~Copyable>(
    _ board: inout Board, _ layout: borrowing Layout, into log: inout Log
  ) {
    countTiles(&board, layout)
    if deductions.isContradiction { return }
    guard Log.isKept else {
      if deductions.isEmpty { tileParts(&board, layout) }
      return
    }
    if !deductions.isEmpty {
      for interval in counting.telling { log.rest(on: interval) }
      return
    }
    for index in counting.tight.indices {
      tileParts(of: counting.tight[index], &board, layout)
      if deductions.isEmpty { continue }
      let interval = counting.tight[index]
      log.rest(on: interval)
      log.rest(on: counting.regions(splitBy: interval, side: layout.grid.side))
      return
    }
  }
}

/// What a propagation tells of its rounds, and what each of them rests on; see `Trail`.
protocol RoundLog: ~Copyable {
  /// Whether anybody will ask what a round rested on.
  static var isKept: Bool { get }

  mutating func begin(_ board: borrowing Board)

  /// Notes that the round at hand rests on regions, a bit each.
  mutating func rest(on mask: UInt32)

  /// Notes that the round at hand rests on an interval.
  mutating func rest(on interval: LineInterval)

  mutating func end(with board: borrowing Board)
}

extension Trail: RoundLog {
  static var isKept: Bool { true }
}

/// A log of which nothing is kept.
private struct NoRoundLog: RoundLog {
  static var isKept: Bool { false }
  @inline(__always)
  func begin(_ board: borrowing Board) {}
  @inline(__always)
  func rest(on mask: UInt32) {}
  @inline(__always)
  func rest(on interval: LineInterval) {}
  @inline(__always)
  func end(with board: borrowing Board) {}
}
