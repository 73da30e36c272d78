import StarBattle

/// Levels 8–13, hypotheticals: assume a star on one cell; if some container can then no longer be
/// completed, the cell is a mark.
///
/// One assumption at a time, never two, and never one inside another. The levels differ in how far
/// its consequences are followed before looking for the container that fails:
///
/// | level | followed | the failure that is looked for |
/// |---|---|---|
/// | 8 | the star's neighbours, containers that it completes | fewer cells than stars needed |
/// | 9 | the same | less capacity than stars needed, in a container or two adjacent lines |
/// | 10 | the same | that, or an interval of lines that the regions cannot fill, or overfill |
/// | 11 | forced placements and what they complete, to the end | any of these |
/// | 12 | levels 1–6, to the end | any |
/// | 13 | levels 1–7, to the end | any |
///
/// - Source: levels 8–11 as in K. De Asis, *A Star Battle Guide*; 12 and 13 are this project's own.
extension RuleEngine {
  /// Whether a star on an unknown cell fails, as far as a level (8…13) can see.
  package mutating func fails(
    row: Int, column: Int, _ board: borrowing Board, _ layout: borrowing Layout, level: Int
  ) -> Bool {
    counting.settle(on: board, layout)
    return refutes(row: row, column: column, board, layout, level: level)
  }

  /// The same, once counting has settled on the board.
  @inline(__always)
  private mutating func refutes(
    row: Int, column: Int, _ board: borrowing Board, _ layout: borrowing Layout, level: Int
  ) -> Bool {
    var trial = copy board
    trial.changed = ChangedContainers()
    guard trial.place(row: row, column: column, layout) else { return true }
    if level >= 12 {
      return !propagate(&trial, layout, through: level == 12 ? 6 : 7)
    }
    if level == 11 {
      let before = trial.untiled
      trial.untiled = ChangedContainers()
      guard settle(&trial, layout) else { return true }
      let changed = trial.untiled
      trial.untiled.formUnion(before)
      if lacksCells(changed, trial) || lacksCapacity(changed, trial, layout) { return true }
      return counting.isOverdrawn(by: trial, layout, in: changed.regions)
    }
    completeContainers(of: row, column, &trial, layout)
    if level == 8 { return lacksCells(trial.changed, trial) }
    if lacksCapacity(trial.changed, trial, layout) { return true }
    return level == 10 && counting.isOverdrawn(by: trial, layout, in: trial.changed.regions)
  }

  /// Marks what is left of the cell's row, column and region where they are complete.
  private func completeContainers(
    of row: Int, _ column: Int, _ board: inout Board, _ layout: borrowing Layout
  ) {
    if board.needs[unchecked: row] == 0 { board.mark(board.lines[unchecked: row], in: row, layout) }
    if board.needs[unchecked: 32 &+ column] == 0 {
      board.mark(board.lines[unchecked: 32 &+ column], in: 32 &+ column, layout)
    }
    let region = Int(layout.regionOf[row &* 32 &+ column])
    if board.needs[unchecked: 64 &+ region] == 0 && board.unknowns[unchecked: 64 &+ region] != 0 {
      for line in layout.rows(of: region) {
        let cells = board.lines[unchecked: line] & layout.masks[region &* 64 &+ line]
        if cells != 0 { board.mark(cells, in: line, layout) }
      }
    }
  }

  private func lacksCells(_ changed: ChangedContainers, _ board: Board) -> Bool {
    func lacks(_ containers: UInt32, _ base: Int) -> Bool {
      for index in SetBits(containers)
      where board.unknowns[unchecked: base &+ index] < UInt16(board.needs[unchecked: base &+ index])
      {
        return true
      }
      return false
    }
    return lacks(changed.rows, 0) || lacks(changed.columns, 32) || lacks(changed.regions, 64)
  }

  private mutating func lacksCapacity(
    _ changed: ChangedContainers, _ board: Board, _ layout: borrowing Layout
  ) -> Bool {
    func lacks(_ lines: UInt32, _ base: Int) -> Bool {
      for index in SetBits(lines) {
        let line = base &+ index
        let need = Int(board.needs[unchecked: line])
        let cells = board.lines[unchecked: line]
        if Runs.capacity(cells) < need { return true }
        let before = cells | board.lines[unchecked: line &- 1]
        let behind = cells | board.lines[unchecked: line &+ 1]
        if Runs.capacity(before) < need &+ Int(board.needs[unchecked: line &- 1])
          || Runs.capacity(behind) < need &+ Int(board.needs[unchecked: line &+ 1])
        {
          return true
        }
      }
      return false
    }
    if lacks(changed.rows, 0) || lacks(changed.columns, 32) { return true }
    for region in SetBits(changed.regions) {
      if !regionFits(region, board, layout) { return true }
    }
    return false
  }

  /// Whether a region's unknown cells can hold the stars that it needs.
  private mutating func regionFits(
    _ region: Int, _ board: borrowing Board, _ layout: borrowing Layout
  ) -> Bool {
    let need = Int(board.needs[unchecked: 64 &+ region])
    if need == 0 { return true }
    var (first, last) = (0, 0)
    for row in layout.rows(of: region) {
      let here = board.lines[unchecked: row] & layout.masks[region &* 64 &+ row]
      packing.cells[row] = here
      if here != 0 {
        if first == 0 { first = row }
        last = row
      }
    }
    return first != 0 && packing.fits(need, in: first...last)
  }
}

extension RuleEngine {
  /// Marks every unknown cell on which a star fails, as far as a level can see.
  mutating func assumeEverywhere(
    _ board: borrowing Board, _ layout: borrowing Layout, level: Int
  ) {
    var failing = Deductions()
    counting.settle(on: board, layout)
    for row in 1...layout.grid.side {
      for column in SetBits(board.lines[row])
      where refutes(row: row, column: column, board, layout, level: level) {
        failing.mark(1 << UInt32(column), in: row)
      }
    }
    deductions = failing
  }

  /// Follows levels 1–7 and single assumptions until neither finds anything more.
  ///
  /// `level`, 8…13, says how far assumptions are followed.
  ///
  /// - Precondition: levels 1–7 have been followed and the board has a solution.
  package mutating func assumeSingly(
    _ board: inout Board, _ layout: borrowing Layout, level: Int
  ) {
    var found = true
    counting.settle(on: board, layout)
    while found && board.unknownCount > 0 {
      found = false
      for row in 1...layout.grid.side {
        for column in SetBits(board.lines[unchecked: row])
        where board.lines[unchecked: row] & 1 &<< UInt32(column) != 0
          && refutes(row: row, column: column, board, layout, level: level)
        {
          board.mark(1 &<< UInt32(column), in: row, layout)
          guard propagate(&board, layout, through: 7) else { return }
          counting.settle(on: board, layout)
          found = true
        }
      }
    }
  }
}
