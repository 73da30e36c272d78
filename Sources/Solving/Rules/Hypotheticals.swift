import CLanes
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
    prepareTrials(on: board, layout)
    return refutes(row: row, column: column, board, layout, level: level)
  }

  /// Marks every unknown cell on which a star fails, as far as a level can see.
  ///
  /// - Parameters:
  ///   - board: What is known.
  ///   - layout: The layout of the board.
  ///   - level: 8…13.
  mutating func assumeEverywhere(
    _ board: borrowing Board, _ layout: borrowing Layout, level: Int
  ) {
    prepareTrials(on: board, layout)
    var failing = Deductions()
    for row in 1...layout.grid.side {
      for column in SetBits(board.lines[unchecked: row])
      where refutes(row: row, column: column, board, layout, level: level) {
        failing.mark(1 &<< UInt32(column), in: row)
      }
    }
    deductions = failing
  }

  /// Marks every unknown cell on which a star fails as far as the lower of two levels can see, or if there is none,
  /// the higher.
  ///
  /// What fails at the lower one fails at the higher one as well. So each cell is followed to the
  /// higher level, and only where that fails the lower one is asked; once that has found something, it is all
  /// that the cells that are left are asked for.
  ///
  /// - Parameters:
  ///   - board: What is known.
  ///   - layout: The layout of the board.
  ///   - levels: 8…9, or 10…11 after 8…9 has found nothing; or the first of them alone.
  /// - Returns: The level; its findings are in `deductions`. Nothing if no star fails: then the trials stand where the
  ///   higher level has led them, for what follows.
  mutating func assumeAtLowestLevel(
    _ board: borrowing Board, _ layout: borrowing Layout, levels: ClosedRange<Int>
  ) -> Int? {
    let isFirst = levels.lowerBound == 8
    if isFirst {
      prepareTrials(on: board, layout)
      trials.reserve(board.unknownCount)
    }
    trials.forgetPassed()
    var failing = Deductions()
    var lowest = levels.upperBound
    var trial = trials.boards
    for row in 1...layout.grid.side {
      for column in SetBits(board.lines[unchecked: row]) {
        defer { trial += 1 }
        if trials.hasPassed(row: row, column: column) { continue }
        if isFirst {
          trial.initialize(to: copy board)
          if !begin(&trial.pointee, row: row, column: column, layout) {
            if lowest > 8 { failing.clear() }
            lowest = 8
            failing.mark(1 &<< UInt32(column), in: row)
            continue
          }
        }
        if !fails(&trial.pointee, layout, level: lowest, after: isFirst ? nil : 9) {
          if lowest == 11 { trials.pass(trial.pointee, side: layout.grid.side) }
          continue
        }
        if lowest > levels.lowerBound {
          // The higher level has led the trial on.
          var again = copy board
          if begin(&again, row: row, column: column, layout),
            fails(&again, layout, level: levels.lowerBound, after: isFirst ? nil : 9)
          {
            failing.clear()
            lowest = levels.lowerBound
          }
        }
        failing.mark(1 &<< UInt32(column), in: row)
      }
    }
    deductions = failing
    return deductions.isEmpty ? nil : lowest
  }

  /// Follows the trials on to a level and marks every unknown cell whose trial now fails.
  ///
  /// - Parameters:
  ///   - board: What is known.
  ///   - layout: The layout of the board.
  ///   - level: 12 after `assumeAtLowestLevel` up to level 11 has found nothing, 13 after 12 has.
  mutating func followEverywhere(
    _ board: borrowing Board, _ layout: borrowing Layout, level: Int
  ) {
    trials.forgetPassed()
    var failing = Deductions()
    var trial = trials.boards
    for row in 1...layout.grid.side {
      for column in SetBits(board.lines[unchecked: row]) {
        defer { trial += 1 }
        if trials.hasPassed(row: row, column: column) { continue }
        if fails(&trial.pointee, layout, level: level, after: level &- 1) {
          failing.mark(1 &<< UInt32(column), in: row)
        } else {
          trials.pass(trial.pointee, side: layout.grid.side)
        }
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
    prepareTrials(on: board, layout)
    while found && board.unknownCount > 0 {
      found = false
      for row in 1...layout.grid.side {
        for column in SetBits(board.lines[unchecked: row])
        where board.lines[unchecked: row] & 1 &<< UInt32(column) != 0
          && refutes(row: row, column: column, board, layout, level: level)
        {
          board.mark(1 &<< UInt32(column), in: row, layout)
          guard propagate(&board, layout, through: 7) else { return }
          prepareTrials(on: board, layout)
          found = true
        }
      }
    }
  }
}

extension RuleEngine {
  /// Works out once what all trials on a board are compared with.
  private mutating func prepareTrials(on board: borrowing Board, _ layout: borrowing Layout) {
    counting.rebase(on: board, layout)
    for region in 0..<layout.grid.side {
      let need = Int(board.needs[unchecked: .region(region)])
      if need < 2 { continue }
      if keepsRoom(region, need, board, layout) { continue }
      guard let rows = load(region, board, layout) else { continue }
      loadPacking(rows)
      if packing.fits(need, in: rows) { keepWitness(of: region, rows) }
    }
  }

  /// Whether a star on an unknown cell fails.
  ///
  /// - Precondition: trials are prepared on the board.
  private mutating func refutes(
    row: Int, column: Int, _ board: borrowing Board, _ layout: borrowing Layout, level: Int
  ) -> Bool {
    var trial = copy board
    guard begin(&trial, row: row, column: column, layout) else { return true }
    return fails(&trial, layout, level: level, after: nil)
  }

  /// Assumes a star: marks its neighbours and what is left of its row, column and region where they are complete.
  ///
  /// - Returns: Whether the star has a place in its row, column and region.
  @inline(__always)
  private func begin(
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
    let region = Int(layout.regionOf[row &* 32 &+ column])
    if trial.needs[unchecked: .region(region)] == 0 && trial.unknowns[unchecked: .region(region)] != 0 {
      for line in layout.rows(of: region) {
        let cells = trial.lines[unchecked: line] & layout.masks[region &* 64 &+ line]
        if cells != 0 { trial.mark(cells, in: line, layout) }
      }
    }
    return true
  }

  /// Follows an assumption as far as a level does, and looks for what fails.
  ///
  /// - Parameters:
  ///   - trial: A board with an assumption begun; followed on.
  ///   - layout: The layout of the board.
  ///   - level: 8…13.
  ///   - done: The level that has followed this trial before, and found no failure.
  /// - Returns: Whether some container can no longer be completed.
  @inline(__always)
  private mutating func fails(
    _ trial: inout Board, _ layout: borrowing Layout, level: Int, after done: Int?
  ) -> Bool {
    switch level {
    case 8:
      return lacksCells(&trial)
    case 9:
      return lacksCapacity(trial.changed.regions, &trial, layout)
    case 10:
      if done == nil && lacksCapacity(trial.changed.regions, &trial, layout) { return true }
      return counting.isOverdrawn(by: &trial, layout, in: trial.changed.regions)
    case 11:
      let unknownCount = trial.unknownCount
      guard finishContainers(&trial, layout) else { return true }
      let changed = trial.untiled
      if done == nil || trial.unknownCount != unknownCount {
        if lacksCells(&trial) { return true }
        if lacksCapacity(changed.regions, &trial, layout) { return true }
      }
      return counting.isOverdrawn(by: &trial, layout, in: changed.regions)
    case 12:
      return !propagate(&trial, layout, through: 6)
    default:
      // Plain counting may have been done on this very board; counting with tiles has not.
      trial.uncounted.rows |= 2
      return !propagate(&trial, layout, through: 7)
    }
  }

  /// Whether a container has fewer unknown cells than it needs stars.
  ///
  /// All are looked at: those that have not changed have enough.
  @inline(__always)
  private func lacksCells(_ board: inout Board) -> Bool {
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
      almanac_lines_lack(lines, needs, side) || almanac_lines_lack(lines + .columns, needs + .columns, side)
    }
    if isShort { return true }
    for region in SetBits(regions) {
      let need = Int(board.needs[unchecked: .region(region)])
      if need == 0 { continue }
      if need == 1 {
        if board.unknowns[unchecked: .region(region)] == 0 { return true }
        continue
      }
      if keepsRoom(region, need, board, layout) { continue }
      guard let rows = load(region, board, layout) else { return true }
      loadPacking(rows)
      if !packing.fits(need, in: rows) { return true }
    }
    return false
  }

  /// Whether enough is left of the places that were once found for a region's stars.
  @inline(__always)
  private func keepsRoom(
    _ region: Int, _ need: Int, _ board: borrowing Board, _ layout: borrowing Layout
  ) -> Bool {
    let masks = layout.masks + region &* 64
    let room = roomy + region &* 32
    var count = 0
    for row in layout.rows(of: region) {
      count &+= (room[row] & masks[row] & board.lines[unchecked: row]).nonzeroBitCount
    }
    return count >= need
  }
}
