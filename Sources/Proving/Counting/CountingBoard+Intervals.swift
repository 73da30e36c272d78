/// What all regions together have between two lines.
///
/// A region has no more stars there than fit, nor than it needs; and no fewer than it needs beyond
/// what fits elsewhere. These numbers over all regions lie on either side of what the lines need.
/// Where the sum is just that, each region has its number.
extension CountingBoard {
  /// Draws conclusions from what the regions can have, and must have, between any two lines.
  ///
  /// - Returns: Whether there were any.
  mutating func visitIntervals() -> Bool {
    hasChanged = false
    let all = (1 as UInt32) << UInt32(side) &- 1
    if countedRegions == all && countedLines.rows == all && countedLines.columns == all {
      visitIntervals(.rows, fresh: freshTables.rows & all)
      freshTables.rows = 0
      if hasChanged || hasFailed { return true }
      visitIntervals(.columns, fresh: freshTables.columns & all)
      freshTables.columns = 0
    } else if countedRegions != 0 {
      visitCountedLines(.rows)
      if hasChanged || hasFailed { return true }
      visitCountedLines(.columns)
    }
    return hasChanged || hasFailed
  }

  private mutating func visitIntervals(_ axis: Axis, fresh: UInt32) {
    if fresh == 0 { return }
    var left = fresh
    while left != 0 {
      let region = left.trailingZeroBitCount
      left &= left &- 1
      if regionNeeds[region] > 0 { fillTable(region, axis) }
    }
    sumUp(axis)
    let needs = needs(axis)
    var whole: UInt32 = 0
    for line in 0..<side { whole &+= needs[line] }
    for first in 0..<side where needs[first] != 0 {
      let most = mostSums + first << 5
      let least = leastSums + first << 5
      var need: UInt32 = 0
      for last in first..<side where needs[last] != 0 {
        need &+= needs[last]
        if (most[last &+ 1] > need && least[last &+ 1] < need) || need == whole { continue }
        if most[last &+ 1] < need || least[last &+ 1] > need {
          hasFailed = true
          // Nothing may be left over.
          carryOut()
          return
        }
        if most[last &+ 1] == need { fillUp(first, last, axis) }
        if least[last &+ 1] == need { emptyOut(first, last, axis) }
      }
    }
    carryOut()
  }

  /// Fills the table of a region: what fits into its lines from one to before another.
  private mutating func fillTable(_ region: Int, _ axis: Axis) {
    let cells = regionCells(region, axis)
    let open = open(axis)
    var (first, last) = (side, -1)
    let alone = spareSums
    let paired = spareSums + 32
    var before: UInt32 = 0
    let lines = lines(of: region, axis)
    for line in lines.first...lines.last {
      let here = cells[line] & open[line]
      if here != 0 {
        if first == side { first = line }
        last = line
      }
      alone[line] = UInt8(truncatingIfNeeded: LineCells.capacity(here))
      paired[line] = UInt8(truncatingIfNeeded: LineCells.capacity(before | here))
      before = here
    }
    spans(axis)[region] = UInt8(truncatingIfNeeded: first)
    spans(axis)[region &+ 32] = UInt8(truncatingIfNeeded: last &+ 1)
    if last < 0 { return }
    let table = table(region, axis)
    for line in first...last {
      let row = table + line << 5
      row.update(repeating: 0, count: 32)
      var (room, roomBefore) = (alone[line], 0 as UInt8)
      row[line &+ 1] = room
      var next = line &+ 1
      while next <= last {
        let larger = min(room &+ alone[next], roomBefore &+ paired[next])
        roomBefore = room
        room = larger
        next &+= 1
        row[next] = room
      }
      next &+= 1
      while next <= side {
        row[next] = room
        next &+= 1
      }
    }
    (table + (last &+ 1) << 5).update(repeating: 0, count: 32)
  }

  /// Adds up what the regions can have and must have between any two lines.
  private func sumUp(_ axis: Axis) {
    let (mostSums, leastSums, rest) = (mostSums, leastSums, spareSums)
    mostSums.update(repeating: 0, count: side << 5)
    leastSums.update(repeating: 0, count: side << 5)
    for region in 0..<side where regionNeeds[region] != 0 {
      let need = UInt8(truncatingIfNeeded: regionNeeds[region])
      let table = table(region, axis)
      let first = Int(spans(axis)[region])
      let end = Int(spans(axis)[region &+ 32])
      // What fits into the lines from each on.
      let whole = table[first << 5 &+ end]
      for line in 0..<32 { rest[line] = line <= first ? whole : 0 }
      var line = first &+ 1
      while line < end {
        rest[line] = table[line << 5 &+ end]
        line &+= 1
      }
      for line in 0..<end {
        let row = table + max(line, first) << 5
        let before = line <= first ? 0 : table[first << 5 &+ line]
        let most = mostSums + line << 5
        for end in 0..<32 { most[end] &+= min(need, row[end]) }
        if before >= need { continue }
        let beyond = need &- before
        let least = leastSums + line << 5
        for end in 0..<32 { least[end] &+= beyond > rest[end] ? beyond &- rest[end] : 0 }
      }
    }
  }

  /// Concludes what follows where the regions have all that they can have in some lines.
  private mutating func fillUp(_ firstLine: Int, _ lastLine: Int, _ axis: Axis) {
    for region in 0..<side where regionNeeds[region] != 0 {
      let need = Int(regionNeeds[region])
      let isCounted = countedRegions >> UInt32(truncatingIfNeeded: region) & 1 != 0
      let (first, last) = span(region, axis)
      let (from, to) = (max(firstLine, first), min(lastLine, last))
      if from > to { continue }
      let room = room(region, from, to, axis)
      if isCounted && need <= room {
        markLines(region, first, from &- 1, axis)
        markLines(region, to &+ 1, last, axis)
      }
      if room <= need || !isCounted { tighten(region, from, to, stars: room, axis) }
    }
  }

  /// Concludes what follows where the regions have no more than they must have in some lines.
  private mutating func emptyOut(_ firstLine: Int, _ lastLine: Int, _ axis: Axis) {
    for region in 0..<side where regionNeeds[region] != 0 {
      let need = Int(regionNeeds[region])
      let isCounted = countedRegions >> UInt32(truncatingIfNeeded: region) & 1 != 0
      let (first, last) = span(region, axis)
      if first > lastLine || last < firstLine { continue }
      let before = room(region, first, firstLine &- 1, axis)
      let after = room(region, lastLine &+ 1, last, axis)
      if need <= before &+ after || !isCounted {
        markLines(region, max(first, firstLine), min(last, lastLine), axis)
      }
      if need >= before &+ after && isCounted {
        tighten(region, first, firstLine &- 1, stars: before, axis)
        tighten(region, lastLine &+ 1, last, stars: after, axis)
      }
    }
  }

  @inline(__always)
  private mutating func markLines(_ region: Int, _ first: Int, _ last: Int, _ axis: Axis) {
    var line = first
    while line <= last {
      conclude(
        marks: regionCells(region, axis)[line] & open(axis)[line], stars: 0, in: line, axis)
      line &+= 1
    }
  }

  /// The first and last line in which a region has open cells.
  @inline(__always)
  private func span(_ region: Int, _ axis: Axis) -> (Int, Int) {
    (Int(spans(axis)[region]), Int(spans(axis)[region &+ 32]) &- 1)
  }

  /// What fits into the lines of a region from one to another, within its span.
  @inline(__always)
  private func room(_ region: Int, _ first: Int, _ last: Int, _ axis: Axis) -> Int {
    first > last ? 0 : Int(table(region, axis)[first << 5 &+ last &+ 1])
  }

  /// Draws conclusions from all lines of an axis that count, where they lie side by side.
  private mutating func visitCountedLines(_ axis: Axis) {
    let lines = counted(axis)
    if lines == 0 || freshTables(axis) == 0 { return }
    let first = lines.trailingZeroBitCount
    let last = 31 &- lines.leadingZeroBitCount
    if last &- first &+ 1 != lines.nonzeroBitCount { return }
    var (most, least, need) = (0, 0, 0)
    for line in first...last { need &+= Int(needs(axis)[line]) }
    let fresh = freshTables(axis)
    if axis == .rows { freshTables.rows = 0 } else { freshTables.columns = 0 }
    for region in 0..<side {
      if fresh >> UInt32(truncatingIfNeeded: region) & 1 != 0 { fillTable(region, axis) }
      let (start, end) = span(region, axis)
      if start > last || end < first { continue }
      let room = room(region, max(first, start), min(last, end), axis)
      if countedRegions >> UInt32(truncatingIfNeeded: region) & 1 == 0 {
        most &+= room
        continue
      }
      let (before, after) = (
        self.room(region, start, first &- 1, axis), self.room(region, last &+ 1, end, axis)
      )
      most &+= min(Int(regionNeeds[region]), room)
      least &+= max(0, Int(regionNeeds[region]) &- before &- after)
    }
    if most < need || least > need {
      hasFailed = true
      return
    }
    if most == need { fillUp(first, last, axis) }
    if least == need { emptyOut(first, last, axis) }
    carryOut()
  }

  private func freshTables(_ axis: Axis) -> UInt32 {
    axis == .rows ? freshTables.rows : freshTables.columns
  }
}
