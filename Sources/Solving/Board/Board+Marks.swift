import StarBattle

extension Board {
  /// Marks unknown cells of one line: they hold no star.
  ///
  /// - Parameters:
  ///   - cells: A subset of `lines[line]`.
  ///   - line: The number of a row or a column.
  ///   - layout: The layout of this board.
  @inline(__always)
  package mutating func mark(_ cells: UInt32, in line: Int, _ layout: borrowing Layout) {
    assert(cells & ~lines[line] == 0, "only unknown cells can be marked")
    let count = cells.nonzeroBitCount
    lines[unchecked: line] &= ~cells
    unknowns[unchecked: line] &-= UInt16(truncatingIfNeeded: count)
    unknownCount &-= count
    let own = UInt32(truncatingIfNeeded: line & 31)
    let cross: Int = .columns &- (line & .columns)
    let regions = layout.map.regionOf + line &* 32
    var rest = cells
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest &- 1
      lines[unchecked: cross &+ bit] &= ~(1 &<< own)
      unknowns[unchecked: cross &+ bit] &-= 1
      let region = regions[bit]
      unknowns[unchecked: .region(Int(region))] &-= 1
      changed.regions |= .bit(Int(region))
    }
    if cross == .columns {
      changed.rows |= 1 &<< own
      changed.columns |= cells
    } else {
      changed.columns |= 1 &<< own
      changed.rows |= cells
    }
  }

  /// Places a star on an unknown cell, without marking its neighbours.
  ///
  /// - Returns: Whether row, column and region all still needed one.
  @inline(__always)
  mutating func placeAlone(row: Int, column: Int, _ layout: borrowing Layout) -> Bool {
    let region: Int = .region(Int(layout.map.regionOf[row &* 32 &+ column]))
    mark(.bit(column), in: row, layout)
    stars[unchecked: row] |= .bit(column)
    guard needs[unchecked: row] != 0, needs[unchecked: .column(column)] != 0,
      needs[unchecked: region] != 0
    else { return false }
    needs[unchecked: row] &-= 1
    needs[unchecked: .column(column)] &-= 1
    needs[unchecked: region] &-= 1
    return true
  }

  /// Places a star on an unknown cell and marks the cells that touch it.
  ///
  /// - Returns: Whether row, column and region all still needed one.
  package mutating func place(row: Int, column: Int, _ layout: borrowing Layout) -> Bool {
    let region: Int = .region(Int(layout.map.regionOf[row &* 32 &+ column]))
    guard needs[unchecked: row] != 0, needs[unchecked: .column(column)] != 0,
      needs[unchecked: region] != 0
    else { return placeAlone(row: row, column: column, layout) }
    needs[unchecked: row] &-= 1
    needs[unchecked: .column(column)] &-= 1
    needs[unchecked: region] &-= 1
    stars[unchecked: row] |= .bit(column)
    markSquare(around: row, column, layout)
    return true
  }

  /// Marks the unknown cells that are no further from a cell than one.
  ///
  /// Without a branch: which of the nine cells are unknown is hard to foresee, and a branch that is
  /// foreseen wrongly takes the time of some seventy instructions.
  @inline(__always)
  private mutating func markSquare(around row: Int, _ column: Int, _ layout: borrowing Layout) {
    let (left, above) = (column &- 1, row &- 1)
    for line in above...row &+ 1 {
      let cells = lines[unchecked: line] & 7 &<< UInt32(truncatingIfNeeded: left)
      unknownCount &-= takeCells(cells, from: line)
      changed.rows |= .bit(line, if: cells != 0)
      let regions = layout.map.regionOf + (line &* 32 &+ left)
      for index in 0..<3 {
        let one = cells &>> UInt32(truncatingIfNeeded: left &+ index) & 1
        let region = Int(regions[index])
        unknowns[unchecked: .region(region)] &-= UInt16(truncatingIfNeeded: one)
        changed.regions |= one &<< UInt32(truncatingIfNeeded: region)
      }
    }
    for line in left...column &+ 1 {
      let cells = lines[unchecked: .column(line)] & 7 &<< UInt32(truncatingIfNeeded: above)
      takeCells(cells, from: .column(line))
      changed.columns |= .bit(line, if: cells != 0)
    }
  }

  /// Takes unknown cells from a line alone.
  ///
  /// - Returns: Their number.
  @inline(__always) @discardableResult
  private mutating func takeCells(_ cells: UInt32, from line: Int) -> Int {
    let count = cells.nonzeroBitCount
    lines[unchecked: line] &= ~cells
    unknowns[unchecked: line] &-= UInt16(truncatingIfNeeded: count)
    return count
  }

  /// Brings a board to what was known before: what is neither star nor unknown becomes a mark.
  ///
  /// - Parameters:
  ///   - stars: The cells with a star, row-major from 0.
  ///   - unknown: The unknown cells, row-major from 0 and ascending.
  ///   - layout: The layout of this board.
  package mutating func restore(stars: [Int], unknown: [Int], _ layout: borrowing Layout) {
    let side = layout.grid.side
    for cell in stars {
      let isNeeded = placeAlone(row: cell / side + 1, column: cell % side + 1, layout)
      assert(isNeeded, "stars that were found together stand together")
    }
    var open: [32 of UInt32] = .init(repeating: 0)
    for cell in unknown { open[cell / side + 1] |= 2 &<< UInt32(cell % side) }
    for row in 1...side { mark(lines[row] & ~open[row], in: row, layout) }
  }
}
