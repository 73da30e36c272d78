import CLanes
import StarBattle

/// Level 4, tiling: a container that can hold just the stars it needs.
///
/// Two stars never touch, so a 2×2 tile holds at most one star, and a container's unknown cells
/// hold at most as many as tiles are needed to cover them: its capacity. Where capacity equals
/// need, every way to place the stars uses every tile, and what all ways agree on is certain:
///
///     * . *  x       *forced*: an odd run needs both ends
///     A A x          *overhang*: the one tile over `A A` also covers the two cells above
///     A x .          and `x`; a star on `x` would leave region A none
///
/// - Observes: capacity, of a row, column or region.
/// - Technique: what holds in every placement; found with witnesses instead of enumeration.
/// - Deduces: marks and placements.
/// - Source: K. De Asis, *A Star Battle Guide*; KrazyDad, *Two Not Touch* advanced tutorial.
extension Rule {
  static let tilingForced = Rule(
    code: 4, id: "tiling.forced", name: "forced by tiles", level: 4, cost: 7, source: .tutorial,
    wording: .tilingForced, prevalence: .rare,
    lookInEach: { containers, board, engine, layout in
      engine.tile(containers, &board, layout, parts: .forced)
    },
    locateFailure: { board, engine, layout in
      for container in layout.containers {
        engine.deductions.clear()
        engine.tile(ContainerSet(only: container), &board, layout)
        if engine.deductions.isContradiction { return [container] }
      }
      return nil
    })

  static let tilingAdjacency = Rule(
    code: 5, id: "tiling.adjacency", name: "ruled out by tiles inside", level: 4, cost: 2,
    source: .tutorial, wording: .tilingAdjacency, prevalence: .rare,
    lookInEach: { containers, board, engine, layout in
      engine.tile(containers, &board, layout, parts: .adjacency)
    })

  static let tilingOverhang = Rule(
    code: 6, id: "tiling.overhang", name: "ruled out by tiles beside", level: 4, cost: 26,
    source: .tutorial, wording: .tilingOverhang,
    lookInEach: { containers, board, engine, layout in
      engine.tile(containers, &board, layout, parts: .overhang)
    })
}

/// What can be certain about a container that can hold just the stars it needs: one part a rule.
struct TilingParts: OptionSet {
  let rawValue: UInt8

  /// Stars that every placement has.
  static let forced = TilingParts(rawValue: 1)
  /// Cells of the container that no placement uses.
  static let adjacency = TilingParts(rawValue: 2)
  /// Cells outside the container that every placement touches.
  static let overhang = TilingParts(rawValue: 4)
  static let all: TilingParts = [.forced, .adjacency, .overhang]
}

extension RuleEngine {
  /// What is certain about each of some containers.
  ///
  /// Changes nothing of the board. It is `inout` because a value of its size that is only borrowed
  /// is copied whenever a function is called with it, and this is called most.
  @inline(__always)
  mutating func tile(
    _ containers: ContainerSet, _ board: inout Board, _ layout: borrowing Layout,
    parts: TilingParts = .all
  ) {
    let side = layout.grid.side
    let tight = board.tight(rows: containers.rows, columns: containers.columns) {
      almanac_lines_tight($0, $1, side)
    }
    for row in SetBits(tight.rows) { tileLine(row, &board, parts: parts) }
    for column in SetBits(tight.columns) { tileLine(.column(column), &board, parts: parts) }
    for region in SetBits(board.tileable(of: containers.regions)) {
      tileRegion(region, &board, layout, parts: parts)
    }
  }

  /// What is certain about a row or column that can hold no more than it needs.
  @inline(__always)
  private mutating func tileLine(_ line: Int, _ board: inout Board, parts: TilingParts) {
    let cells = board.lines[unchecked: line]
    if Runs.capacity(cells) < Int(board.needs[unchecked: line]) {
      culprit = line
      deductions.isContradiction = true
      return
    }
    let tight = Runs.whenTight(cells)
    if parts.contains(.forced) { deductions.place(tight.starred, in: line) }
    if parts.contains(.adjacency) { deductions.mark(tight.empty, in: line) }
    guard parts.contains(.overhang) else { return }
    let beside = tight.tiles | tight.tiles &<< 1
    deductions.mark(beside & board.lines[unchecked: line &- 1], in: line &- 1)
    deductions.mark(beside & board.lines[unchecked: line &+ 1], in: line &+ 1)
  }

  /// What is certain about a region.
  ///
  /// Placements of its stars are asked for as witnesses. A cell that some witness uses is not ruled
  /// out; one that some witness does without is not forced; an outside cell that no star of some
  /// witness touches is not ruled out. Every query about what is left either concludes something or
  /// brings a new witness that answers for further cells.
  ///
  /// - Precondition: the region is `tileable`.
  mutating func tileRegion(
    _ region: Int, _ board: inout Board, _ layout: borrowing Layout,
    parts: TilingParts = .all
  ) {
    let need = Int(board.needs[unchecked: .region(region)])
    if need > 1 && room.count(of: region, on: &board, layout) > need { return }
    guard let rows = load(region, &board, layout) else {
      culprit = .region(region)
      deductions.isContradiction = true
      return
    }
    if need == 1 {
      tileSingle(in: rows, &board, parts: parts)
      return
    }
    let known = know(need, rows)
    if known.state == .roomy {
      room.keep(known.usable, of: region, in: rows)
      return
    }
    conclude(need, known, rows, &board, parts: parts)
    if deductions.isContradiction { culprit = .region(region) }
  }

  /// What is certain when `need` stars go into the cells that `regionCells` holds.
  mutating func tileCells(
    _ need: Int, in rows: ClosedRange<Int>, _ board: inout Board, parts: TilingParts
  ) {
    if need == 1 {
      tileSingle(in: rows, &board, parts: parts)
      return
    }
    let known = know(need, rows)
    if known.state != .roomy { conclude(need, known, rows, &board, parts: parts) }
  }

  /// What is certain when one star goes into the cells that `regionCells` holds, one or more.
  ///
  /// They have no room for a second one just where they lie in one tile. Each of them can then hold
  /// the star, and what every one of them touches is ruled out.
  @inline(__always)
  private mutating func tileSingle(
    in rows: ClosedRange<Int>, _ board: inout Board, parts: TilingParts
  ) {
    let (first, last) = (rows.lowerBound, rows.upperBound)
    let (upper, lower) = (regionCells[first], regionCells[last])
    let columns = upper | lower
    let width = 32 &- columns.leadingZeroBitCount &- columns.trailingZeroBitCount
    if last &- first > 1 || width > 2 { return }
    if parts.contains(.forced) && first == last && width == 1 {
      deductions.place(upper, in: first)
    }
    guard parts.contains(.overhang) else { return }
    let near = RuleEngine.touched(byAll: upper) & RuleEngine.touched(byAll: lower)
    deductions.mark(near & board.lines[unchecked: first] & ~upper, in: first)
    if first < last {
      deductions.mark(near & board.lines[unchecked: last] & ~lower, in: last)
    } else {
      deductions.mark(near & board.lines[unchecked: first &- 1], in: first &- 1)
      deductions.mark(near & board.lines[unchecked: first &+ 1], in: first &+ 1)
    }
  }

  /// The bits that are no further than one from every set bit of a mask of one or two neighbours.
  @inline(__always)
  private static func touched(byAll cells: UInt32) -> UInt32 {
    let low = cells & (0 &- cells)
    let high = cells & ~low
    let nearLow = low | low &<< 1 | low &>> 1
    return high == 0 ? nearLow : nearLow & (high | high &<< 1 | high &>> 1)
  }

  /// What there is to know of `need` stars in the cells that `regionCells` holds.
  private mutating func know(_ need: Int, _ rows: ClosedRange<Int>) -> PackingMemory.Entry {
    let height = rows.count
    let known = memory.entry(need, regionCells + (rows.lowerBound &- 1), height: height)
    if known.state != .new { return known }
    loadPacking(known, height)
    if packing.fits(need &+ 1, in: 1...height) {
      known.state = .roomy
      known.usable.update(from: packing.witness, count: height &+ 1)
      return known
    }
    loadPacking(known, height)
    guard packing.fits(need, in: 1...height) else {
      known.state = .impossible
      return known
    }
    known.beginLearning()
    known.learn(from: packing.witness, height: height)
    testForced(need, known, height)
    testAdjacency(need, known, height)
    return known
  }

  /// What is certain about cells that have no room for more stars than they are to hold.
  private mutating func conclude(
    _ need: Int, _ known: PackingMemory.Entry, _ rows: ClosedRange<Int>,
    _ board: inout Board, parts: TilingParts
  ) {
    if known.state == .impossible {
      deductions.isContradiction = true
      return
    }
    // The line of row 0, and the row behind the last.
    let (line, end) = (rows.lowerBound &- 1, rows.count &+ 1)
    if parts.contains(.forced) {
      for row in SetBits(almanac_rows_among(known.cells, known.always, end)) {
        deductions.place(known.cells[row] & known.always[row], in: line &+ row)
      }
    }
    if parts.contains(.adjacency) {
      for row in SetBits(almanac_rows_beyond(known.cells, known.usable, known.usable, end)) {
        deductions.mark(known.cells[row] & ~known.usable[row], in: line &+ row)
      }
    }
    guard parts.contains(.overhang) else { return }
    let beside = besideCells
    board.withLines { lines, _ in almanac_rows_beside(beside, known.cells, lines + line, end) }
    for row in SetBits(almanac_rows_beyond(beside, known.blocked, known.harmless, end)) {
      testOverhang(need, beside[row] & ~known.blocked[row], row, known, rows.count)
    }
    for row in SetBits(almanac_rows_among(beside, known.blocked, end)) {
      deductions.mark(beside[row] & known.blocked[row], in: line &+ row)
    }
  }

  /// Fills `regionCells` with the unknown cells of a region, or of some of its rows or columns.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - board: What is known.
  ///   - layout: The layout of the board.
  ///   - rows: The rows to look at, a bit each.
  ///   - columns: The columns.
  /// - Returns: The rows from the first to the last of them; `nil` where there is none.
  @inline(__always)
  func load(
    _ region: Int, _ board: inout Board, _ layout: borrowing Layout, rows: UInt32 = ~0,
    columns: UInt32 = ~0
  ) -> ClosedRange<Int>? {
    let span = layout.rows(of: region)
    let found = board.withLines { lines, _ in
      almanac_region_cells(
        regionCells, lines, layout.masks + region &* 64, rows, columns, span.lowerBound,
        span.upperBound)
    }
    if found == 0 { return nil }
    return ClosedRange(
      uncheckedBounds: (found.trailingZeroBitCount, 31 &- found.leadingZeroBitCount))
  }

  /// Hands what `regionCells` holds to `packing`.
  @inline(__always)
  func loadPacking(_ rows: ClosedRange<Int>) {
    let first = rows.lowerBound
    almanac_rows_copy(packing.cells + first, regionCells + first, rows.count)
  }

  /// Hands the cells of an entry to `packing`.
  @inline(__always)
  private func loadPacking(_ known: PackingMemory.Entry, _ height: Int) {
    almanac_rows_copy(packing.cells + 1, known.cells + 1, height)
  }

  /// Leaves in `always` the cells that every placement uses.
  @inline(__always)
  private mutating func testForced(_ need: Int, _ known: PackingMemory.Entry, _ height: Int) {
    for row in 1...height {
      // Cells that every witness uses: forced unless one can do without.
      var open = known.always[row] & known.cells[row]
      while open != 0 {
        let cell = open & (0 &- open)
        loadPacking(known, height)
        packing.cells[row] &= ~cell
        if packing.fits(need, in: 1...height) { known.learn(from: packing.witness, height: height) }
        open = known.always[row] & known.cells[row] & ~((cell &<< 1) &- 1)
      }
    }
  }

  /// Gathers in `usable` all cells that some placement uses.
  @inline(__always)
  private mutating func testAdjacency(_ need: Int, _ known: PackingMemory.Entry, _ height: Int) {
    for row in 1...height {
      // Cells that no witness uses: ruled out unless one can.
      var open = known.cells[row] & ~known.usable[row]
      while open != 0 {
        let cell = open & (0 &- open)
        loadPacking(known, height)
        clear(around: cell, row: row, height)
        if packing.fits(need &- 1, in: 1...height) {
          packing.witness[row] |= cell
          known.learn(from: packing.witness, height: height)
        }
        open = known.cells[row] & ~known.usable[row] & ~((cell &<< 1) &- 1)
      }
    }
  }

  /// Finds out which of some cells beside a row are touched by every placement.
  @inline(__always)
  private mutating func testOverhang(
    _ need: Int, _ near: UInt32, _ row: Int, _ known: PackingMemory.Entry, _ height: Int
  ) {
    var open = near & ~known.harmless[row]
    while open != 0 {
      let cell = open & (0 &- open)
      loadPacking(known, height)
      clear(around: cell, row: row, height)
      if packing.fits(need, in: 1...height) {
        known.learn(from: packing.witness, height: height)
      } else {
        known.blocked[row] |= cell
      }
      open = near & ~known.harmless[row] & ~((cell &<< 1) &- 1)
    }
  }

  @inline(__always)
  private func clear(around cell: UInt32, row: Int, _ height: Int) {
    let far = ~(cell | cell &<< 1 | cell &>> 1)
    for near in max(row &- 1, 1)...min(row &+ 1, height) { packing.cells[near] &= far }
  }
}
