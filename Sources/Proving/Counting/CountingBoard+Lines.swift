extension CountingBoard {
  /// Draws conclusions from the quota of one line.
  mutating func visitLine(_ line: Int, _ axis: Axis) {
    let cells = open(axis)[line]
    let need = Int(Int32(bitPattern: needs(axis)[line]))
    if need <= 0 {
      if need < 0 { hasFailed = true } else { mark(cells, in: line, axis) }
      return
    }
    let capacity = LineCells.capacity(cells)
    if capacity > need { return }
    if capacity < need {
      hasFailed = true
      return
    }
    // Every run holds as many as it can; a star beside the line takes two places from a run.
    mark(open(axis)[line &- 1] & cells, in: line &- 1, axis)
    mark(open(axis)[line &+ 1] & cells, in: line &+ 1, axis)
    var stars = LineCells.alternate(LineCells.oddRuns(cells))
    while stars != 0 {
      place(stars & (0 &- stars), in: line, axis)
      stars &= stars &- 1
    }
  }

  /// Draws conclusions from the quotas of a line and the next one together.
  ///
  /// Of the two cells at a place, and of those at two neighbouring places, at most one is a star.
  /// So the lines laid on top of each other hold no more than one line with all their cells.
  mutating func visitPair(_ line: Int, _ axis: Axis) {
    let (upper, lower) = (open(axis)[line], open(axis)[line &+ 1])
    let need = Int(needs(axis)[line] &+ needs(axis)[line &+ 1])
    if need == 0 { return }
    let both = upper | lower
    let alternate = LineCells.alternate(both)
    if alternate.nonzeroBitCount > need { return }
    if alternate.nonzeroBitCount < need {
      hasFailed = true
      return
    }
    let odd = LineCells.oddRuns(both)
    let empty = odd & ~alternate
    let filled = odd & alternate
    conclude(marks: upper & empty, stars: upper & ~lower & filled, in: line, axis)
    conclude(marks: lower & empty, stars: lower & ~upper & filled, in: line &+ 1, axis)
    concludeBeside(line &- 1, upper & ~lower, both, need, axis)
    concludeBeside(line &+ 2, lower & ~upper, both, need, axis)
    carryOut()
  }

  /// Marks what is beside a pair of lines and would take a place from it that it needs.
  ///
  /// - Parameters:
  ///   - line: The line beside the pair.
  ///   - alone: The places where the nearer line of the pair has an open cell, the other has none.
  ///   - both: The places where either has.
  ///   - need: How many stars the pair needs.
  ///   - axis: Which way the lines run.
  @inline(__always)
  private mutating func concludeBeside(
    _ line: Int, _ alone: UInt32, _ both: UInt32, _ need: Int, _ axis: Axis
  ) {
    var candidates = open(axis)[line] & LineCells.widened(alone)
    var marks: UInt32 = 0
    while candidates != 0 {
      let cell = candidates & (0 &- candidates)
      candidates &= candidates &- 1
      if LineCells.capacity(both & ~(LineCells.widened(cell) & alone)) < need { marks |= cell }
    }
    conclude(marks: marks, stars: 0, in: line, axis)
  }
}
