/// What a program is made of: parts of a board, or another program.
extension LinearProgram {
  /// Sets up rows for some parts of a board.
  ///
  /// - Parameters:
  ///   - parts: The parts, each once.
  ///   - cells: The open cells that are in them.
  ///   - place: The place of an open cell of the board among `cells`.
  ///   - board: The board.
  package mutating func load(
    _ parts: [Int], cells: [Int], place: (Int) -> Int, of board: borrowing OpenBoard
  ) {
    let entryCount = parts.reduce(0) { $0 + board.size(of: $1) }
    reserve(cells: cells.count, rows: parts.count, entries: entryCount)
    cellCount = cells.count
    rowCount = parts.count
    (stepCount, isAstray) = (0, false)
    kernel.clear(cells: cellCount, rows: rowCount)
    cellStarts.clear(cellCount + 1)
    containersOf.clear(cellCount)
    values.clear(cellCount)
    isHigh.clear(cellCount)
    for (number, cell) in cells.enumerated() {
      shifts[number] = LinearProgram.shift(of: cell)
      tops[number] = 1 + 2 * shifts[number]
    }
    var end = 0
    for (row, part) in parts.enumerated() {
      let isTile = part >= board.firstTile
      kinds[row] = isTile ? Kind.tile : Kind.container
      rowStarts[row] = Int32(end)
      var total = Double(board.stars[part])
      for index in Int(board.starts[part])..<Int(board.starts[part + 1]) {
        let number = place(Int(board.members[index]))
        rowCells[end] = Int32(number)
        end += 1
        total += shifts[number]
        cellStarts[number + 1] += 1
        if !isTile { containersOf[number] += 1 }
      }
      totals[row] = total
      slacks[row] = total
    }
    rowStarts[rowCount] = Int32(end)
    loadRowsOfCells()
    forgetWeights()
  }

  private func loadRowsOfCells() {
    for number in 0..<cellCount { cellStarts[number + 1] += cellStarts[number] }
    for row in (0..<rowCount).reversed() {
      for index in Int(rowStarts[row])..<Int(rowStarts[row + 1]) {
        // Filled from behind, so that the starts move to where they belong.
        let number = Int(rowCells[index])
        cellStarts[number + 1] -= 1
        cellRows[Int(cellStarts[number + 1])] = Int32(row)
      }
    }
    // Each start is now that of the cell before it.
    for number in 0..<cellCount { cellStarts[number] = cellStarts[number + 1] }
    cellStarts[cellCount] = rowStarts[rowCount]
  }

  /// By how much a cell may go beyond its bounds.
  private static func shift(of cell: Int) -> Double {
    hair * (1 + Double(cell &* 7_919 % 1_009) / 1_009)
  }

  func forgetWeights() {
    rowWeights.clear(rowCount, to: 1)
    cellWeights.clear(cellCount, to: 1)
  }

  private mutating func reserve(cells: Int, rows: Int, entries: Int) {
    if cells <= room.cells && rows <= room.rows && entries <= room.entries { return }
    room = (max(cells, room.cells), max(rows, room.rows), max(entries, room.entries))
    rowStarts = Memory(room.rows + 1)
    rowCells = Memory(room.entries)
    totals = Memory(room.rows)
    slacks = Memory(room.rows)
    kinds = Memory(room.rows)
    rowWeights = Memory(room.rows)
    cellStarts = Memory(room.cells + 1)
    cellRows = Memory(room.entries)
    values = Memory(room.cells)
    tops = Memory(room.cells)
    shifts = Memory(room.cells)
    isHigh = Memory(room.cells)
    cellWeights = Memory(room.cells)
    containersOf = Memory(room.cells)
    let most = min(room.cells, room.rows) + 1
    prices = Memory(most)
    column = Memory(most)
    line = Memory(most)
    falls = Memory(room.rows)
  }

  /// Becomes what another one is.
  mutating func copy(_ other: borrowing LinearProgram) {
    let entryCount = Int(other.rowStarts[other.rowCount])
    reserve(cells: other.cellCount, rows: other.rowCount, entries: entryCount)
    (cellCount, rowCount) = (other.cellCount, other.rowCount)
    (stepCount, isAstray) = (other.stepCount, other.isAstray)
    rowStarts.copy(other.rowStarts, rowCount + 1)
    rowCells.copy(other.rowCells, entryCount)
    totals.copy(other.totals, rowCount)
    slacks.copy(other.slacks, rowCount)
    kinds.copy(other.kinds, rowCount)
    rowWeights.copy(other.rowWeights, rowCount)
    cellStarts.copy(other.cellStarts, cellCount + 1)
    cellRows.copy(other.cellRows, entryCount)
    values.copy(other.values, cellCount)
    tops.copy(other.tops, cellCount)
    shifts.copy(other.shifts, cellCount)
    isHigh.copy(other.isHigh, cellCount)
    cellWeights.copy(other.cellWeights, cellCount)
    containersOf.copy(other.containersOf, cellCount)
    kernel.copy(other.kernel, cells: cellCount, rows: rowCount)
  }

  /// Leaves a row out.
  mutating func leaveOut(_ row: Int) {
    if kinds[row] == Kind.container {
      for index in Int(rowStarts[row])..<Int(rowStarts[row + 1]) {
        containersOf[Int(rowCells[index])] -= 1
      }
    }
    kinds[row] = Kind.free
  }

  /// Goes to a point near to that of another program, of which this one has only some rows: one
  /// at which the cells that are at their extremes there still are.
  ///
  /// - Parameters:
  ///   - other: The other program, with its containers filled.
  ///   - cells: The numbers there of the cells here.
  /// - Precondition: all rows of this program have just been loaded, and have nothing to spare
  ///   there.
  mutating func takePoint(of other: borrowing LinearProgram, cells: [Int]) {
    var between: [Int] = []
    for (number, cell) in cells.enumerated() {
      values[number] = other.values[cell]
      isHigh[number] = other.isHigh[cell]
      if other.kernel.placesOfCells[cell] >= 0 { between.append(number) }
    }
    slacks.clear(rowCount)
    // As many cells as there are rows stay between their bounds; the others go to one.
    for cell in build(tying: between, to: Array(0..<rowCount)) {
      let entrant = Entrant(isCell: true, number: cell, isRising: true)
      setColumn(of: entrant)
      if let stop = firstAtBound(entrant) { go(entrant, to: stop) }
    }
  }
}
