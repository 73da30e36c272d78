extension CountingBoard {
  /// Draws conclusions from the quota of a region.
  mutating func visitRegion(_ region: Int) {
    let need = Int(Int32(bitPattern: regionNeeds[region]))
    if need < 0 {
      hasFailed = true
      return
    }
    for axis in [Axis.rows, .columns] {
      let cells = regionCells(region, axis)
      let lines = lines(of: region, axis)
      var (first, last) = (lines.last &+ 1, -1)
      var room = Room()
      for line in lines.first...lines.last {
        let here = cells[line] & open(axis)[line]
        if here != 0 {
          if last < 0 { first = line }
          last = line
        }
        room.add(here)
      }
      if need == 0 {
        if last < 0 { return }
        for line in first...last { mark(cells[line] & open(axis)[line], in: line, axis) }
        return
      }
      if room.stars < need {
        hasFailed = true
        return
      }
      if room.stars &- need <= 1 {
        tighten(region, first, last, stars: need, isFull: room.stars == need, axis)
        carryOut()
        // With less open or needed it is looked at again.
        if hasFailed || freshRegions >> UInt32(truncatingIfNeeded: region) & 1 != 0 { return }
      }
    }
  }

  /// Concludes what follows where a part of a region has to hold as many stars as fit into it, or
  /// one fewer.
  ///
  /// A cell whose star would leave the rest too little room is marked, whether it is in the part or
  /// beside it; one without which there would be too little room is a star.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - first: The first line of the part.
  ///   - last: The last line of the part.
  ///   - stars: How many stars the part has to hold.
  ///   - isFull: Whether no more fit into it.
  ///   - axis: The lines by which it is counted.
  mutating func tighten(
    _ region: Int, _ first: Int, _ last: Int, stars: Int, isFull: Bool = true, _ axis: Axis
  ) {
    if first > last { return }
    if stars == 1 {
      tightenSingle(region, first, last, isFull: isFull, axis)
      return
    }
    let cells = regionCells(region, axis)
    let part = part
    part[first &- 2] = 0
    part[first &- 1] = 0
    part[last &+ 1] = 0
    part[last &+ 2] = 0
    for line in first...last { part[line] = cells[line] & open(axis)[line] }
    // What fits into the lines before the one before each line.
    var room = Room()
    for line in max(0, first &- 1)...min(side &- 1, last &+ 1) {
      let near = LineCells.widened(part[line &- 1] | part[line] | part[line &+ 1])
      var candidates = open(axis)[line] & near
      var (marks, needed): (UInt32, UInt32) = (0, 0)
      // A cell closes cells from the line before it on.
      while candidates != 0 {
        let cell = candidates & (0 &- candidates)
        candidates &= candidates &- 1
        let isInside = part[line] & cell != 0
        if isFull && isInside && !hasRoom(for: stars, without: cell, 0, line, last, room) {
          needed |= cell
          continue
        }
        let around = LineCells.widened(cell)
        let others = isInside ? stars &- 1 : stars
        if !hasRoom(for: others, without: around, around, line, last, room) {
          marks |= cell
        }
      }
      conclude(marks: marks, stars: needed, in: line, axis)
      room.add(part[line &- 1])
    }
  }

  /// The same where the part has to hold one star: there is room for it in any cell.
  ///
  /// So what touches all cells of the part is marked, and a cell that is the whole part is a star.
  /// Nothing touches all of them where they take more than three lines or places.
  private mutating func tightenSingle(
    _ region: Int, _ first: Int, _ last: Int, isFull: Bool, _ axis: Axis
  ) {
    let cells = regionCells(region, axis)
    let open = open(axis)
    var (top, bottom) = (first, last)
    while top <= last && cells[top] & open[top] == 0 { top &+= 1 }
    if top > last { return }
    while cells[bottom] & open[bottom] == 0 { bottom &-= 1 }
    if bottom &- top > 2 { return }
    var places: UInt32 = 0
    for line in top...bottom { places |= cells[line] & open[line] }
    // Of at most three places side by side, those that are within one of all of them.
    let (left, right) = (places.trailingZeroBitCount, 31 &- places.leadingZeroBitCount)
    if right &- left > 2 { return }
    let before = (1 as UInt32) << UInt32(truncatingIfNeeded: max(0, right &- 1)) &- 1
    let shared = ((4 as UInt32) << UInt32(truncatingIfNeeded: left) &- 1) & ~before
    let isAlone = isFull && top == bottom && left == right
    for line in max(0, bottom &- 1)...min(side &- 1, top &+ 1) {
      let inside = line < first || line > last ? 0 : cells[line] & open[line]
      conclude(
        marks: open[line] & shared & ~inside, stars: isAlone ? inside : 0, in: line, axis)
    }
  }

  /// Whether a part of a region has room for so many stars without some cells of a line, and others
  /// of the lines beside it.
  ///
  /// - Parameters:
  ///   - stars: How many stars.
  ///   - cells: The cells of the line that are closed.
  ///   - beside: The cells of the lines beside it that are closed.
  ///   - line: The line.
  ///   - last: The last line of the part.
  ///   - room: What fits into the lines before the one before the line.
  /// - Returns: Whether the bound allows them.
  @inline(__always)
  private func hasRoom(
    for stars: Int, without cells: UInt32, _ beside: UInt32, _ line: Int, _ last: Int, _ room: Room
  ) -> Bool {
    if room.stars >= stars { return true }
    let part = part
    var room = room
    var current = line &- 1
    while current <= last {
      let closed = current == line ? cells : current &- line <= 1 ? beside : 0
      room.add(part[current] & ~closed)
      if room.stars >= stars { return true }
      current &+= 1
    }
    return room.stars >= stars
  }
}
