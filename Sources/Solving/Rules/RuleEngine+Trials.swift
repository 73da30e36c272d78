import CLanes
import StarBattle

/// How an assumed star is followed on a board of its own, and when it fails; see `Depth`.
extension RuleEngine {
  /// Works out once what all trials on a board, followed to a depth, are compared with.
  mutating func prepareTrials(
    on board: inout Board, _ layout: borrowing Layout, to depth: Depth
  ) {
    keepRoom(on: &board, layout)
    if depth <= .tiling { taken.begin(on: &board, side: layout.grid.side, pairs: true) }
  }

  /// Marks the cells of trials that the lanes find overdrawn, takes note of those that have passed,
  /// and empties the lanes.
  mutating func countTrials(
    on board: inout Board, _ layout: borrowing Layout, failing: inout Deductions
  ) {
    let found = lanes.findOverdrawn(on: &board, layout, counting)
    for index in 0..<lanes.count {
      if found &>> UInt32(index) & 1 != 0 {
        let (row, column) = lanes.cell(index)
        failing.mark(.bit(column), in: row)
      } else if let trial = lanes.board(index) {
        trials.pass(trial, side: layout.grid.side)
      }
    }
    lanes.removeAll()
  }

  /// Goes on with the trials in the lanes, which have been followed but for counting.
  ///
  /// Marks the cells of those that fail, takes note of those that pass, and empties the lanes.
  mutating func finishChained(
    on board: inout Board, _ layout: borrowing Layout, failing: inout Deductions
  ) {
    // Few are counted one by one in less time.
    let found = lanes.count < 5 ? ~0 : lanes.findCounted(on: &board, layout)
    for index in 0..<lanes.count {
      guard let trial = lanes.board(index) else { continue }
      if found &>> UInt32(index) & 1 != 0
        && !propagate(&UnsafeMutablePointer(mutating: trial).pointee, layout, through: 6)
      {
        let (row, column) = lanes.cell(index)
        failing.mark(.bit(column), in: row)
      } else {
        trials.pass(trial, side: layout.grid.side)
      }
    }
    lanes.removeAll()
    trials.forgetAwaited()
  }

  /// How many cells stay unknown where a star is assumed and levels 1–6 are followed; none where
  /// that fails.
  mutating func unknownCount(
    afterStarAt cell: (row: Int, column: Int), _ board: inout Board,
    _ layout: borrowing Layout
  ) -> Int {
    var trial = board
    let isPossible =
      begin(&trial, row: cell.row, column: cell.column, layout)
      && propagate(&trial, layout, through: 6)
    deductions.clear()
    return isPossible ? Int(trial.unknownCount) : 0
  }

  /// Assumes a star on a trial's board, unless that has been done on the board at hand.
  ///
  /// - Precondition: the star does not fail at once.
  @inline(__always)
  mutating func begin(
    _ trial: UnsafeMutablePointer<Board>, on board: inout Board, row: Int, column: Int,
    _ layout: borrowing Layout
  ) {
    if trials.begin(row: row, column: column) { return }
    trial.initialize(to: board)
    let isPossible = begin(&trial.pointee, row: row, column: column, layout)
    assert(isPossible, "a star without a place fails at once")
  }

  /// Assumes a star: marks its neighbours and what is left of its row, column and region where they
  /// are complete.
  ///
  /// - Returns: Whether the star has a place in its row, column and region.
  @inline(__always)
  func begin(
    _ trial: inout Board, row: Int, column: Int, _ layout: borrowing Layout
  ) -> Bool {
    trial.changed = ContainerSet()
    trial.untiled = ContainerSet()
    trial.unpaired = ContainerSet()
    trial.uncounted = ContainerSet()
    guard trial.place(row: row, column: column, layout) else { return false }
    if trial.needs[unchecked: row] == 0 { trial.mark(trial.lines[unchecked: row], in: row, layout) }
    if trial.needs[unchecked: .column(column)] == 0 {
      trial.mark(trial.lines[unchecked: .column(column)], in: .column(column), layout)
    }
    let region = Int(layout.map.regionOf[row &* 32 &+ column])
    if trial.needs[unchecked: .region(region)] == 0
      && trial.unknowns[unchecked: .region(region)] != 0
    {
      for line in layout.rows(of: region) {
        let cells = trial.lines[unchecked: line] & layout.masks[region &* 64 &+ line]
        if cells != 0 { trial.mark(cells, in: line, layout) }
      }
    }
    return true
  }

  /// Follows an assumption to a depth, and looks for what fails; at depths that are counted, but
  /// for what counting shows.
  ///
  /// - Parameters:
  ///   - trial: A board with an assumption begun; followed on.
  ///   - layout: The layout of the board.
  ///   - depth: How far it is followed.
  ///   - isLedOn: Whether it has been followed to the depth before, without a failure.
  /// - Returns: Whether some container can no longer be completed.
  @inline(__always)
  mutating func fails(
    _ trial: inout Board, _ layout: borrowing Layout, at depth: Depth, isLedOn: Bool
  ) -> Bool {
    switch depth {
    case .direct:
      return lacksCells(&trial)
    case .tiling:
      return lacksCapacity(trial.changed.regions, &trial, layout)
    case .counting:
      return lacksCapacity(trial.changed.regions, &trial, layout)
    case .propagated:
      let unknownCount = trial.unknownCount
      guard finishContainers(&trial, layout) else { return true }
      if isLedOn && trial.unknownCount == unknownCount { return false }
      return lacksCells(&trial) || lacksCapacity(trial.untiled.regions, &trial, layout)
    case .chained:
      return !propagate(&trial, layout, through: 6)
    case .deep:
      // Plain counting may have been done on this very board; counting with tiles has not.
      trial.uncounted.rows |= 2
      return !propagate(&trial, layout, through: 7)
    }
  }

  /// Whether a container has fewer unknown cells than it needs stars.
  ///
  /// All are looked at: those that have not changed have enough.
  @inline(__always)
  func lacksCells(_ board: inout Board) -> Bool {
    board.withCounts { almanac_counts_lack($0, $1) }
  }

  /// Whether a line, two adjacent lines or one of some regions can hold less than it needs.
  ///
  /// All lines are looked at: those that have not changed can hold enough.
  @inline(__always)
  private mutating func lacksCapacity(
    _ regions: UInt32, _ board: inout Board, _ layout: borrowing Layout
  ) -> Bool {
    let side = layout.grid.side
    let isShort = board.withLines { lines, needs in
      almanac_lines_lack(lines, needs, side, true)
        || almanac_lines_lack(lines + .columns, needs + .columns, side, true)
    }
    if isShort { return true }
    for region in SetBits(regions) {
      let need = Int(board.needs[unchecked: .region(region)])
      if need == 0 { continue }
      if need == 1 {
        if board.unknowns[unchecked: .region(region)] == 0 { return true }
        continue
      }
      if room.count(of: region, on: &board, layout) >= need { continue }
      guard let rows = load(region, &board, layout) else { return true }
      loadPacking(rows)
      if !packing.fits(need, in: rows) { return true }
    }
    return false
  }
}
