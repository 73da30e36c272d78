import StarBattle

/// What rows, columns and regions show when each of them is looked at by itself.
///
/// The ladder counts over several lines (levels 5 to 7) before it assumes a star (8 and 9), so its
/// way does not say whether there was any need to count. This does: it is levels 1–4, a region
/// that fills the quota of the one line it lies in, and stars that leave a single container too
/// little.
extension RuleEngine {
  /// Follows what single containers show, to the end.
  ///
  /// - Parameters:
  ///   - board: What is known; carried forward. The containers that have changed are noted on it,
  ///     or levels 1–4 have been followed.
  ///   - layout: The layout of the board.
  ///   - solution: The stars of a solution, by row, where one is known: on them nothing fails, so
  ///     they are not asked about.
  /// - Returns: Whether that solves it.
  /// - Complexity: a look at each unknown cell for every round.
  package mutating func solvesBySingleContainers(
    _ board: inout Board, _ layout: borrowing Layout,
    sparing solution: [32 of UInt32] = .init(repeating: 0)
  ) -> Bool {
    defer { deductions.clear() }
    while propagate(&board, layout, through: 4) {
      if board.unknownCount == 0 { return true }
      fillLines(&board, layout)
      if deductions.isEmpty { assumeInContainers(&board, layout, sparing: solution) }
      if deductions.isEmpty { return false }
      guard board.apply(&deductions, layout) else { return false }
    }
    return false
  }

  /// Marks what is left of each line whose stars one region needs that lies in it.
  private mutating func fillLines(_ board: inout Board, _ layout: borrowing Layout) {
    for region in 0..<layout.grid.side {
      let need = board.needs[unchecked: .region(region)]
      if need == 0 { continue }
      guard let rows = load(region, &board, layout) else { continue }
      var (inRows, inColumns): (UInt32, UInt32) = (0, 0)
      for row in rows where regionCells[row] != 0 {
        inRows |= .bit(row)
        inColumns |= regionCells[row]
      }
      let row = inRows.trailingZeroBitCount
      if inRows.nonzeroBitCount == 1 && board.needs[unchecked: row] == need {
        deductions.mark(board.lines[unchecked: row] & ~inColumns, in: row)
      }
      let column = Int.column(inColumns.trailingZeroBitCount)
      if inColumns.nonzeroBitCount == 1 && board.needs[unchecked: column] == need {
        deductions.mark(board.lines[unchecked: column] & ~inRows, in: column)
      }
    }
  }

  /// Marks every unknown cell on which a star leaves a row, a column or a region too little.
  private mutating func assumeInContainers(
    _ board: inout Board, _ layout: borrowing Layout, sparing solution: [32 of UInt32]
  ) {
    keepRoom(on: &board, layout)
    taken.begin(on: &board, side: layout.grid.side, pairs: false)
    var failing = Deductions()
    for row in SetBits(findTaking(sparing: solution, layout, pairs: false)) {
      failing.mark(taken.taking[row], in: row)
    }
    deductions = failing
  }
}
