import StarBattle

/// A board on which stars are counted: what is open, and how many stars each container still needs.
///
/// Open cells are kept line by line in both directions, one bit a place, so that whatever is said
/// of rows is said of columns by the same code. A star closes the cells around it; what is open is
/// therefore never beside a star, and what a container still needs has to come from its open cells.
///
/// `propagate()` draws conclusions until there are no more:
///
/// | from | file |
/// |---|---|
/// | what fits into a line, and into two neighbouring lines laid on top of each other | `+Lines` |
/// | what fits into a region, by its rows and by its columns | `+Regions` |
/// | what all regions can have, and must have, between two lines | `+Intervals` |
///
/// Quotas can be left out, as they are where a step of a trace is checked: then nothing is
/// concluded from them.
///
/// All numbers lie in one block, without anything between the reader and the memory. No function
/// allocates.
struct CountingBoard: ~Copyable {
  let side: Int
  /// The stars of each container.
  let quota: Int
  /// Whether the board cannot be completed.
  var hasFailed = false
  /// Set when anything changes.
  var hasChanged = false
  /// Whether what is concluded is kept.
  let isRecording: Bool
  /// What was concluded, and what else happened: see `Entry`.
  var record = Buffer<Int32>()

  /// What changes while the board is worked on, and is copied to come back to it.
  let state: UnsafeMutablePointer<UInt32>
  static var stateSize: Int { 2 * lineStride + 4 * 32 }

  /// The open cells of rows and then of columns, with an empty line before the first and behind
  /// the last.
  private static var lineStride: Int { 34 }

  /// The cells of each region in each line, for both axes; then what is yet to be carried out.
  private let masks: UnsafeMutablePointer<UInt32>
  private static var axisStride: Int { 32 * 32 }
  private static var pendingPlace: Int { 2 * axisStride }
  private static var partPlace: Int { pendingPlace + 4 * lineStride }
  private static var maskCount: Int { partPlace + 40 }

  /// The region of each cell, 32 places a line, for both axes; then the tables of `+Intervals`.
  private let bytes: UnsafeMutablePointer<UInt8>
  private static var tablePlace: Int { 2 * axisStride }
  private static var tableSize: Int { 25 * 26 * 32 }
  private static var sumPlace: Int { tablePlace + 2 * tableSize }
  private static var spanPlace: Int { sumPlace + 2 * axisStride + 64 }
  private static var byteCount: Int { spanPlace + 8 * 32 }

  /// The containers whose quotas count, one bit each.
  var countedLines: (rows: UInt32, columns: UInt32)
  var countedRegions: UInt32

  /// What has changed and is yet to be looked at.
  var freshLines: (rows: UInt32, columns: UInt32) = (0, 0)
  var freshPairs: (rows: UInt32, columns: UInt32) = (0, 0)
  var freshRegions: UInt32 = 0
  var freshTables: (rows: UInt32, columns: UInt32) = (0, 0)

  /// The lines with conclusions that are yet to be carried out.
  var pendingLines: (rows: UInt32, columns: UInt32) = (0, 0)

  /// Makes the empty board of a puzzle, on which all quotas count.
  init(_ puzzle: Puzzle, isRecording: Bool = false) {
    side = puzzle.grid.side
    quota = puzzle.grid.stars
    self.isRecording = isRecording
    state = .allocate(capacity: CountingBoard.stateSize)
    masks = .allocate(capacity: CountingBoard.maskCount)
    bytes = .allocate(capacity: CountingBoard.byteCount)
    let all = (1 as UInt32) << UInt32(side) &- 1
    countedLines = (all, all)
    countedRegions = all
    state.initialize(repeating: 0, count: CountingBoard.stateSize)
    (masks + CountingBoard.pendingPlace).initialize(
      repeating: 0, count: CountingBoard.maskCount - CountingBoard.pendingPlace)
    for axis in 0..<2 {
      (masks + axis * CountingBoard.axisStride).initialize(repeating: 0, count: 32 * side)
    }
    puzzle.regions.withUnsafeBufferPointer { regions in
      for row in 0..<side {
        for column in 0..<side {
          let region = Int(regions[row &* side &+ column])
          regionNumbers(.rows)[row << 5 &+ column] = UInt8(truncatingIfNeeded: region)
          regionNumbers(.columns)[column << 5 &+ row] = UInt8(truncatingIfNeeded: region)
          regionCells(region, .rows)[row] |= 1 << UInt32(column)
          regionCells(region, .columns)[column] |= 1 << UInt32(row)
        }
      }
    }
    for axis in [Axis.rows, .columns] {
      for region in 0..<side {
        let cells = regionCells(region, axis)
        var (first, last) = (0, side &- 1)
        while cells[first] == 0 { first &+= 1 }
        while cells[last] == 0 { last &-= 1 }
        outerSpans(axis)[region] = UInt8(truncatingIfNeeded: first)
        outerSpans(axis)[region &+ 32] = UInt8(truncatingIfNeeded: last)
      }
    }
    for number in 0..<side {
      open(.rows)[number] = all
      open(.columns)[number] = all
      needs(.rows)[number] = UInt32(quota)
      needs(.columns)[number] = UInt32(quota)
      regionNeeds[number] = UInt32(quota)
    }
    lookAtAll()
  }

  deinit {
    state.deallocate()
    masks.deallocate()
    bytes.deallocate()
  }

  // MARK: What there is

  /// The open cells of each line.
  @inline(__always)
  func open(_ axis: Axis) -> UnsafeMutablePointer<UInt32> {
    state + (axis.rawValue &* CountingBoard.lineStride &+ 1)
  }

  /// The stars of each row.
  var stars: UnsafeMutablePointer<UInt32> {
    @inline(__always) get { state + 2 * CountingBoard.lineStride }
  }

  /// How many stars each line still needs.
  @inline(__always)
  func needs(_ axis: Axis) -> UnsafeMutablePointer<UInt32> {
    state + (2 * CountingBoard.lineStride + 32) + axis.rawValue &* 32
  }

  /// How many stars each region still needs.
  var regionNeeds: UnsafeMutablePointer<UInt32> {
    @inline(__always) get { state + (2 * CountingBoard.lineStride + 96) }
  }

  /// The cells of a region in each line, open or not.
  @inline(__always)
  func regionCells(_ region: Int, _ axis: Axis) -> UnsafeMutablePointer<UInt32> {
    masks + (axis.rawValue &* CountingBoard.axisStride &+ region << 5)
  }

  /// The region of each cell, 32 places a line.
  @inline(__always)
  func regionNumbers(_ axis: Axis) -> UnsafeMutablePointer<UInt8> {
    bytes + axis.rawValue &* CountingBoard.axisStride
  }

  /// The cells of each line that are to be marked.
  @inline(__always)
  func pendingMarks(_ axis: Axis) -> UnsafeMutablePointer<UInt32> {
    masks + (CountingBoard.pendingPlace &+ axis.rawValue &* 2 &* CountingBoard.lineStride &+ 1)
  }

  /// The cells of each line that are to become stars.
  @inline(__always)
  func pendingStars(_ axis: Axis) -> UnsafeMutablePointer<UInt32> {
    pendingMarks(axis) + CountingBoard.lineStride
  }

  /// The cells in each line of which it is asked how much fits into them.
  ///
  /// There are two empty lines before the first, and two behind the last.
  var part: UnsafeMutablePointer<UInt32> {
    @inline(__always) get { masks + (CountingBoard.partPlace + 2) }
  }

  /// What fits into the lines of a region from one to before another: 32 numbers a line.
  @inline(__always)
  func table(_ region: Int, _ axis: Axis) -> UnsafeMutablePointer<UInt8> {
    bytes
      + (CountingBoard.tablePlace &+ axis.rawValue &* CountingBoard.tableSize &+ region &* 832)
  }

  /// The most that all regions together can have from one line to before another.
  var mostSums: UnsafeMutablePointer<UInt8> {
    @inline(__always) get { bytes + CountingBoard.sumPlace }
  }

  /// The least that they must have.
  var leastSums: UnsafeMutablePointer<UInt8> {
    @inline(__always) get { bytes + CountingBoard.sumPlace + CountingBoard.axisStride }
  }

  /// Room for two lines of such numbers.
  var spareSums: UnsafeMutablePointer<UInt8> {
    @inline(__always) get { bytes + CountingBoard.sumPlace + 2 * CountingBoard.axisStride }
  }

  /// For each region, the first line with an open cell, and 32 places on the line behind the
  /// last.
  @inline(__always)
  func spans(_ axis: Axis) -> UnsafeMutablePointer<UInt8> {
    bytes + (CountingBoard.spanPlace &+ axis.rawValue &* 64)
  }

  /// For each region, its first line, and 32 places on the line behind its last, whether open
  /// or not.
  @inline(__always)
  func outerSpans(_ axis: Axis) -> UnsafeMutablePointer<UInt8> {
    bytes + (CountingBoard.spanPlace &+ 128 &+ axis.rawValue &* 64)
  }

  /// The lines of a region.
  @inline(__always)
  func lines(of region: Int, _ axis: Axis) -> (first: Int, last: Int) {
    (Int(outerSpans(axis)[region]), Int(outerSpans(axis)[region &+ 32]))
  }

  /// Whether every container that counts has its stars.
  var isComplete: Bool {
    for number in 0..<side {
      let bit = (1 as UInt32) << UInt32(number)
      if needs(.rows)[number] != 0 && countedLines.rows & bit != 0 { return false }
      if needs(.columns)[number] != 0 && countedLines.columns & bit != 0 { return false }
      if regionNeeds[number] != 0 && countedRegions & bit != 0 { return false }
    }
    return true
  }

  /// The stars there are.
  var solution: Solution {
    var cells: [Int] = []
    cells.reserveCapacity(side * quota)
    for row in 0..<side {
      var left = stars[row]
      while left != 0 {
        cells.append(row * side + left.trailingZeroBitCount)
        left &= left &- 1
      }
    }
    return Solution(ascending: cells)
  }

  /// What is known of the cells.
  var facts: [Literal] {
    (0..<side * side).compactMap { cell in
      let bit = (1 as UInt32) << UInt32(cell % side)
      if open(.rows)[cell / side] & bit != 0 { return nil }
      return Literal(cell, isTrue: stars[cell / side] & bit != 0)
    }
  }

  @inline(__always)
  func counted(_ axis: Axis) -> UInt32 {
    axis == .rows ? countedLines.rows : countedLines.columns
  }

  // MARK: What changes

  /// Takes note that everything may have changed.
  mutating func lookAtAll() {
    freshLines = countedLines
    freshPairs = (
      countedLines.rows & countedLines.rows >> 1, countedLines.columns & countedLines.columns >> 1
    )
    freshRegions = countedRegions
    freshTables = (.max, .max)
  }

  /// Comes back to a state in which there were no more conclusions to be drawn.
  mutating func restore(_ saved: UnsafePointer<UInt32>) {
    // Everything has been looked at in that state; only the tables have gone on.
    var changed: UInt32 = 0
    for row in 0..<side {
      let regions = regionNumbers(.rows) + row << 5
      var cells = state[row &+ 1] ^ saved[row &+ 1]
      while cells != 0 {
        changed |= 1 << UInt32(regions[cells.trailingZeroBitCount])
        cells &= cells &- 1
      }
    }
    freshTables.rows |= changed
    freshTables.columns |= changed
    (freshLines, freshPairs, freshRegions) = ((0, 0), (0, 0), 0)
    state.update(from: saved, count: CountingBoard.stateSize)
    hasFailed = false
  }

  /// Takes note of changes in some lines of an axis, each in some places.
  @inline(__always)
  private mutating func noteChange(lines: UInt32, places: UInt32, _ axis: Axis) {
    let (rows, columns) = axis == .rows ? (lines, places) : (places, lines)
    freshLines.rows |= rows
    freshLines.columns |= columns
    freshPairs.rows |= rows | rows >> 1
    freshPairs.columns |= columns | columns >> 1
  }

  /// Marks open cells of a line.
  @inline(__always)
  mutating func mark(_ cells: UInt32, in line: Int, _ axis: Axis) {
    assert(cells & ~open(axis)[line] == 0)
    if cells == 0 { return }
    open(axis)[line] &= ~cells
    hasChanged = true
    let bit = (1 as UInt32) << UInt32(truncatingIfNeeded: line)
    let crossing = open(axis.other)
    let regions = regionNumbers(axis) + line << 5
    var regionsMet: UInt32 = 0
    var left = cells
    while left != 0 {
      let place = left.trailingZeroBitCount
      left &= left &- 1
      crossing[place] &= ~bit
      regionsMet |= 1 << UInt32(regions[place])
    }
    freshRegions |= regionsMet
    freshTables.rows |= regionsMet
    freshTables.columns |= regionsMet
    noteChange(lines: bit, places: cells, axis)
    if isRecording { noteInRecord(cells, line, axis, isStar: false) }
  }

  /// Puts a star on a cell; a star that cannot be there makes the board fail.
  mutating func place(_ cell: UInt32, in line: Int, _ axis: Axis) {
    let place = cell.trailingZeroBitCount
    let (row, column) = axis == .rows ? (line, place) : (place, line)
    let columnBit = (1 as UInt32) << UInt32(truncatingIfNeeded: column)
    let rowBit = (1 as UInt32) << UInt32(truncatingIfNeeded: row)
    if open(.rows)[row] & columnBit == 0 {
      if stars[row] & columnBit == 0 { hasFailed = true }
      return
    }
    if isRecording { noteInRecord(columnBit, row, .rows, isStar: true) }
    hasChanged = true
    open(.rows)[row] &= ~columnBit
    open(.columns)[column] &= ~rowBit
    stars[row] |= columnBit
    let region = Int(regionNumbers(.rows)[row << 5 &+ column])
    // A container that has its stars already shows when it is looked at: the number wraps around.
    needs(.rows)[row] &-= 1
    needs(.columns)[column] &-= 1
    regionNeeds[region] &-= 1
    let regionBit = (1 as UInt32) << UInt32(truncatingIfNeeded: region)
    freshRegions |= regionBit
    freshTables.rows |= regionBit
    freshTables.columns |= regionBit
    noteChange(lines: rowBit, places: columnBit, .rows)
    let around = LineCells.widened(columnBit)
    mark(open(.rows)[row] & around, in: row, .rows)
    mark(open(.rows)[row &- 1] & around, in: row &- 1, .rows)
    mark(open(.rows)[row &+ 1] & around, in: row &+ 1, .rows)
  }

  /// Keeps conclusions in the record: the codes of their literals.
  private mutating func noteInRecord(_ cells: UInt32, _ line: Int, _ axis: Axis, isStar: Bool) {
    var left = cells
    while left != 0 {
      let place = left.trailingZeroBitCount
      left &= left &- 1
      let cell = axis == .rows ? line * side + place : place * side + line
      record.append(Literal(cell, isTrue: isStar).code)
    }
  }

  // MARK: What is yet to be carried out

  /// Takes note that cells of a line are to be marked, and others are to become stars.
  @inline(__always)
  mutating func conclude(marks: UInt32, stars: UInt32, in line: Int, _ axis: Axis) {
    if marks | stars == 0 { return }
    pendingMarks(axis)[line] |= marks
    pendingStars(axis)[line] |= stars
    let bit = (1 as UInt32) << UInt32(truncatingIfNeeded: line)
    if axis == .rows { pendingLines.rows |= bit } else { pendingLines.columns |= bit }
  }

  /// Carries out what was concluded.
  mutating func carryOut() {
    for axis in [Axis.rows, .columns] {
      var lines = axis == .rows ? pendingLines.rows : pendingLines.columns
      while lines != 0 {
        let line = lines.trailingZeroBitCount
        lines &= lines &- 1
        mark(pendingMarks(axis)[line] & open(axis)[line], in: line, axis)
        pendingMarks(axis)[line] = 0
        var stars = pendingStars(axis)[line]
        pendingStars(axis)[line] = 0
        while stars != 0 {
          place(stars & (0 &- stars), in: line, axis)
          stars &= stars &- 1
        }
      }
    }
    pendingLines = (0, 0)
  }

  // MARK: Propagation

  /// Draws conclusions until there are no more, the cheapest first.
  ///
  /// - Returns: Whether the board can still be completed, as far as this tells.
  mutating func propagate() -> Bool {
    while !hasFailed {
      if freshLines.rows & countedLines.rows != 0 {
        visitLine(CountingBoard.takeFirst(of: &freshLines.rows, among: countedLines.rows), .rows)
      } else if freshLines.columns & countedLines.columns != 0 {
        visitLine(
          CountingBoard.takeFirst(of: &freshLines.columns, among: countedLines.columns), .columns)
      } else if freshRegions & countedRegions != 0 {
        visitRegion(CountingBoard.takeFirst(of: &freshRegions, among: countedRegions))
      } else if freshPairs.rows & countedPairs(.rows) != 0 {
        visitPair(
          CountingBoard.takeFirst(of: &freshPairs.rows, among: countedPairs(.rows)), .rows)
      } else if freshPairs.columns & countedPairs(.columns) != 0 {
        visitPair(
          CountingBoard.takeFirst(of: &freshPairs.columns, among: countedPairs(.columns)), .columns)
      } else if !visitIntervals() {
        return true
      }
    }
    return false
  }

  @inline(__always)
  private func countedPairs(_ axis: Axis) -> UInt32 { counted(axis) & counted(axis) >> 1 }

  @inline(__always)
  private static func takeFirst(of fresh: inout UInt32, among counted: UInt32) -> Int {
    let first = (fresh & counted).trailingZeroBitCount
    fresh &= ~(1 << UInt32(truncatingIfNeeded: first))
    return first
  }
}
