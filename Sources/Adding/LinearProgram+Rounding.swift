/// How what is rounded on the way is kept from showing.
extension LinearProgram {
  /// Makes the kernel anew, where what has been rounded on the way shows.
  ///
  /// - Returns: Whether it has: then the point is another one.
  @discardableResult
  mutating func correct() -> Bool {
    var worst = 0.0
    for place in 0..<kernel.count {
      worst = max(worst, left(inRow: Int(kernel.rows[place])).magnitude)
    }
    if worst < LinearProgram.drift { return false }
    makeKernelAnew()
    return true
  }

  /// What the cells of a row leave of its total.
  private func left(inRow row: Int) -> Double {
    var left = totals[row]
    for index in Int(rowStarts[row])..<Int(rowStarts[row + 1]) {
      left -= values[Int(rowCells[index])]
    }
    return left
  }

  /// Builds the kernel up from nothing, a cell and a row at a time.
  ///
  /// - Returns: The cells for which there is no row.
  mutating func build(tying cells: [Int], to rows: [Int]) -> [Int] {
    kernel.clear(cells: cellCount, rows: rowCount)
    forgetWeights()
    var rest = rows
    return cells.filter { cell in
      setColumn(of: Entrant(isCell: true, number: cell, isRising: true))
      guard let row = rest.max(by: { falls[$0].magnitude < falls[$1].magnitude }),
        falls[row].magnitude > LinearProgram.nothing
      else { return true }
      setLine(of: row)
      kernel.exchange(
        .cell(cell), for: .row(row), column: column.base, line: line.base, pivot: falls[row])
      rest.removeAll { $0 == row }
      return false
    }
  }

  /// Builds the kernel up from nothing and works out all values.
  package mutating func makeKernelAnew() {
    let count = kernel.count
    let cells = (0..<count).map { Int(kernel.cells[$0]) }.sorted()
    let rows = (0..<count).map { Int(kernel.rows[$0]) }.sorted()
    for cell in build(tying: cells, to: rows) {
      // What is bound to others stays at the bound that it is nearest to.
      isHigh[cell] = values[cell] > 0.5 ? 1 : 0
    }
    for cell in 0..<cellCount where kernel.placesOfCells[cell] < 0 {
      values[cell] = isHigh[cell] == 1 ? tops[cell] : 0
    }
    for place in 0..<kernel.count { values[Int(kernel.cells[place])] = 0 }
    for tight in 0..<kernel.count { line[tight] = left(inRow: Int(kernel.rows[tight])) }
    for tight in 0..<kernel.count {
      let entries = kernel.entriesOfRow(at: tight)
      for place in 0..<kernel.count {
        values[Int(kernel.cells[place])] += entries[place] * line[tight]
      }
    }
    for row in 0..<rowCount {
      slacks[row] = kernel.placesOfRows[row] < 0 ? left(inRow: row) : 0
    }
    isAstray = isAstray || breach > LinearProgram.mostBreach
  }

  /// By how much the point is beyond the bounds of its cells and rows.
  private var breach: Double {
    var worst = 0.0
    for cell in 0..<cellCount { worst = max(worst, -values[cell], values[cell] - tops[cell]) }
    for row in 0..<rowCount where kinds[row] != Kind.free {
      let isOver = kinds[row] == Kind.container && !isFilling && slacks[row] > worst
      worst = max(worst, isOver ? slacks[row] : -slacks[row])
    }
    return worst
  }
}
