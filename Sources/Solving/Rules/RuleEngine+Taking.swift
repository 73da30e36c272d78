import CLanes
import StarBattle

/// Whether a star leaves rows, columns and regions less capacity than they need, by what it takes
/// from them at once: level 9, for one row of cells after another without a board for each star.
///
/// A star takes the cells that it touches, and what it completes: its row, its column, its region.
/// Of the lines, all stars that complete no region are asked together (`almanac_stars_lack`). A
/// region keeps its capacity as long as enough is left of places that were once found for its
/// stars.
extension RuleEngine {
  /// Takes care that for each region places for its stars are known, where it has room for them.
  mutating func keepRoom(on board: inout Board, _ layout: borrowing Layout) {
    taken.room.update(repeating: 0, count: 32)
    for region in 0..<layout.grid.side {
      let need = Int(board.needs[unchecked: .region(region)])
      if need == 0 { continue }
      // With a place to spare, few stars take too many. Of more than four cells a star there is
      // one: no two of a quarter of them touch, those in every other row and column.
      let hasSpare = need > 1 && Int(board.unknowns[unchecked: .region(region)]) > 4 &* need
      let wanted = hasSpare ? need &+ 1 : need
      var hasRoom = keepsRoom(region, wanted, &board, layout)
      if !hasRoom { hasRoom = findRoom(region, wanted, &board, layout) }
      let masks = layout.masks + region &* 64
      let room = roomy + region &* 32
      var count = 0
      for row in layout.rows(of: region) {
        let cells = board.lines[unchecked: row] & masks[row]
        // Where there is too little room already, any cell that is lost is worth a look.
        let places = hasRoom ? cells & room[row] : cells
        taken.room[row] |= places
        count &+= places.nonzeroBitCount
      }
      taken.roomCounts[region] = hasRoom ? UInt8(truncatingIfNeeded: count) : 0
    }
  }

  /// Whether so many are left of the places that were once found for a region's stars.
  @inline(__always)
  func keepsRoom(
    _ region: Int, _ count: Int, _ board: inout Board, _ layout: borrowing Layout
  ) -> Bool {
    roomCount(of: region, &board, layout) >= count
  }

  /// How many of the places that were once found for a region's stars are unknown.
  @inline(__always)
  func roomCount(
    of region: Int, _ board: inout Board, _ layout: borrowing Layout
  ) -> Int {
    let span = layout.rows(of: region)
    return board.withLines { lines, _ in
      almanac_words_shared(
        roomy + region &* 32, layout.masks + region &* 64, lines, span.lowerBound,
        span.upperBound)
    }
  }

  /// Looks for places for some stars in a region, at least one, and keeps them.
  ///
  /// - Returns: Whether there are so many.
  private mutating func findRoom(
    _ region: Int, _ count: Int, _ board: inout Board, _ layout: borrowing Layout
  ) -> Bool {
    guard let rows = load(region, &board, layout) else { return false }
    loadPacking(rows)
    guard packing.fits(count, in: rows) else { return false }
    keepWitness(of: region, packing.witness + (rows.lowerBound &- 1), rows)
    return true
  }

  /// Those of some unknown cells of a row on which a star leaves a row, a column or a region less
  /// capacity than it needs, or with `pairs` two adjacent rows or columns.
  ///
  /// - Precondition: `keepRoom` has been called with the board, and `taken.begin` with it and as
  ///   many `pairs`.
  @inline(__always)
  mutating func takingCapacity(
    among cells: UInt32, in row: Int, _ layout: borrowing Layout, pairs: Bool
  ) -> UInt32 {
    let rowNeed = taken.start.pointee.needs[unchecked: row]
    if cells == 0 || taken.isShort || rowNeed == 0 { return cells }
    var taking: UInt32 = 0
    var others = cells
    // With one star in every container each star completes its region.
    if layout.grid.stars > 1 {
      if !taken.hasLines {
        taken.askLines(layout, pairs: pairs)
        measureStruck(layout)
      }
      taking = cells & taken.several[row] & taken.short[row]
      others &= ~taking
      if rowNeed > 1 {
        let touching = others & taken.several[row] & taken.severalColumns
        others &= ~touching
        for column in SetBits(touching & taken.struck[row])
        where losesTouched(around: row, column, layout) { taking |= .bit(column) }
      }
    }
    for column in SetBits(others)
    where completesAndTakes(row: row, column: column, layout, pairs: pairs) {
      taking |= .bit(column)
    }
    return taking
  }

  /// Finds the stars that take more of the places known for a region's stars than there are to
  /// spare, by what they touch.
  private func measureStruck(_ layout: borrowing Layout) {
    let side = layout.grid.side
    taken.struck.update(repeating: 0, count: side &+ 2)
    taken.start.pointee.withLines { lines, needs in
      for region in 0..<side where needs[.region(region)] != 0 {
        let masks = UnsafePointer(layout.masks + region &* 64)
        let rows = layout.rows(of: region)
        let count = Int(taken.roomCounts[region])
        almanac_rows_strike(
          taken.struck, count == 0 ? masks : UnsafePointer(roomy + region &* 32), lines, masks,
          count == 0 ? -1 : count &- Int(needs[.region(region)]), max(1, rows.lowerBound &- 1),
          min(side, rows.upperBound &+ 1))
      }
    }
  }

  /// Whether a star that completes something leaves too little: what it completes, it takes whole.
  ///
  /// Where it completes no region, the lines have been asked.
  private mutating func completesAndTakes(
    row: Int, column: Int, _ layout: borrowing Layout, pairs: Bool
  ) -> Bool {
    let own = Int(layout.map.regionOf[row &* 32 &+ column])
    let needs = (
      row: taken.start.pointee.needs[unchecked: row],
      column: taken.start.pointee.needs[unchecked: .column(column)],
      region: taken.start.pointee.needs[unchecked: .region(own)]
    )
    if needs.column == 0 || needs.region == 0 { return true }
    let side = layout.grid.side
    let (start, left, lost, room) = (taken.start, taken.left, taken.lost, taken.room)
    let (rowBit, columnBit): (UInt32, UInt32) = (.bit(row), .bit(column))
    let masks = layout.masks + own &* 64
    let whole: UInt32 = needs.region == 1 ? ~0 : 0
    var inRows = almanac_star(
      line: UInt32(row), bit: columnBit, own: needs.row == 1 ? ~0 : 0,
      all: needs.column == 1 ? columnBit : 0, region: masks, whole: whole)
    if needs.region == 1 {
      var inColumns = almanac_star(
        line: UInt32(column), bit: rowBit, own: needs.column == 1 ? ~0 : 0,
        all: needs.row == 1 ? rowBit : 0, region: masks + .columns, whole: whole)
      let isShort = start.pointee.withLines { lines, needs in
        almanac_star_lacks(lines, needs, &inRows, side, pairs)
          || almanac_star_lacks(lines + .columns, needs + .columns, &inColumns, side, pairs)
      }
      if isShort { return true }
    }
    let rows = start.pointee.withLines { lines, _ in
      almanac_star_parts(left, lost, lines, room, &inRows, side)
    }
    return losesRoom(in: rows, to: (row, column), ofRegion: own, leaving: left, layout)
  }

  /// Whether a region can hold less than it needs without the cells that a star touches.
  @inline(__always)
  private mutating func losesTouched(
    around row: Int, _ column: Int, _ layout: borrowing Layout
  ) -> Bool {
    let own = Int(layout.map.regionOf[row &* 32 &+ column])
    let untouched = taken.untouched
    let near = 7 &* UInt32.bit(column &- 1)
    var rows: UInt32 = 0
    for line in row &- 1...row &+ 1 {
      taken.lost[line] = taken.room[line] & near
      if taken.lost[line] != 0 { rows |= .bit(line) }
      untouched[line] &= ~near
    }
    let fails = losesRoom(in: rows, to: (row, column), ofRegion: own, leaving: untouched, layout)
    for line in row &- 1...row &+ 1 {
      untouched[line] = taken.start.pointee.lines[unchecked: line]
    }
    return fails
  }

  /// Looks whether a region can hold less than it needs once a star has taken some of the places
  /// that were found for stars.
  ///
  /// - Parameters:
  ///   - rows: The rows in which `taken.lost` has such places, a bit each.
  ///   - star: The star's cell.
  ///   - own: Its region.
  ///   - left: The unknown cells that the star leaves, by row.
  ///   - layout: The layout of the board.
  /// - Returns: Whether there is such a region.
  @inline(__always)
  private mutating func losesRoom(
    in rows: UInt32, to star: (row: Int, column: Int), ofRegion own: Int,
    leaving left: UnsafePointer<UInt32>, _ layout: borrowing Layout
  ) -> Bool {
    let counts = taken.lostCounts
    var struck: UInt32 = 0
    for row in SetBits(rows) {
      for column in SetBits(taken.lost[row]) {
        let region = Int(layout.map.regionOf[row &* 32 &+ column])
        counts[region] &+= 1
        struck |= .bit(region)
      }
    }
    var fails = false
    for region in SetBits(struck) {
      let places = Int(taken.roomCounts[region]) &- Int(counts[region])
      counts[region] = 0
      let need =
        Int(taken.start.pointee.needs[unchecked: .region(region)]) &- (region == own ? 1 : 0)
      if fails || need == 0 || places >= need { continue }
      fails = !holds(need, region, in: left, besides: star, layout)
    }
    return fails
  }

  /// Whether a region can hold stars, at least one, in the cells that a star leaves, given by row.
  ///
  /// Of those an even number of rows and of columns away from the star, no two touch, and it
  /// touches none of them. Mostly they are enough.
  private mutating func holds(
    _ need: Int, _ region: Int, in cells: UnsafePointer<UInt32>,
    besides star: (row: Int, column: Int), _ layout: borrowing Layout
  ) -> Bool {
    let masks = layout.masks + region &* 64
    let rows = layout.rows(of: region)
    let columns: UInt32 = 0x5555_5555 &<< UInt32(star.column & 1)
    var count = 0
    for row in stride(
      from: rows.lowerBound &+ (rows.lowerBound ^ star.row) & 1, through: rows.upperBound, by: 2)
    { count &+= (cells[row] & masks[row] & columns).nonzeroBitCount }
    if count >= need { return true }
    var all: UInt32 = 0
    for row in rows {
      packing.cells[row] = cells[row] & masks[row]
      all |= packing.cells[row]
    }
    return need == 1 ? all != 0 : packing.fits(need, in: rows)
  }
}

/// The memory in which is looked up what a star takes from a board; see `takingCapacity`.
struct TakenRoom: ~Copyable {
  /// The board: a copy, since one that is only borrowed has no address to give to C.
  let start: UnsafeMutablePointer<Board>

  /// The places that are known for the stars of all regions, by row.
  let room: UnsafeMutablePointer<UInt32>

  /// The number of these places by region; 0 where there is no room for all its stars.
  let roomCounts: UnsafeMutablePointer<UInt8>

  /// Those of the places that the star at hand takes, by row, and how many of each region's.
  let lost: UnsafeMutablePointer<UInt32>
  let lostCounts: UnsafeMutablePointer<UInt8>

  /// The stars that leave lines less than they need, of those that complete no region, by row; from
  /// `.columns` on those of them that leave rows less, by column.
  let short: UnsafeMutablePointer<UInt32>

  /// The cells whose regions need several stars, by row, and the columns that do.
  let several: UnsafeMutablePointer<UInt32>
  private(set) var severalColumns: UInt32 = 0

  /// The stars that may leave a region too little by what they touch, by row.
  let struck: UnsafeMutablePointer<UInt32>

  /// Whether `short` and `struck` are those of the board; with one star in every container nobody
  /// asks for them.
  private(set) var hasLines = false

  /// Whether lines can hold less than they need without a star: then they do with any.
  private(set) var isShort = false

  /// The unknown cells by row, but for those that the star at hand touches.
  let untouched: UnsafeMutablePointer<UInt32>

  /// What a star that completes something leaves of the rows.
  let left: UnsafeMutablePointer<UInt32>

  init() {
    start = .allocate(capacity: 1)
    room = .zeroes(272)
    lost = room + 32
    untouched = lost + 32
    short = untouched + 32
    left = short + 64
    struck = left + 32
    several = struck + 48
    roomCounts = .zeroes(64)
    lostCounts = roomCounts + 32
  }

  deinit {
    start.deallocate()
    room.deallocate()
    roomCounts.deallocate()
  }

  /// Looks at the lines of a board, one by one or with `pairs` two adjacent ones as well.
  mutating func begin(on board: inout Board, side: Int, pairs: Bool) {
    start.initialize(to: board)
    isShort = start.pointee.withLines { lines, needs in
      almanac_lines_lack(lines, needs, side, pairs)
        || almanac_lines_lack(lines + .columns, needs + .columns, side, pairs)
    }
    hasLines = false
  }

  /// Works out, once for a board, which stars leave its lines too little, and which complete what.
  @inline(__always)
  mutating func askLines(_ layout: borrowing Layout, pairs: Bool) {
    hasLines = true
    let side = layout.grid.side
    let (short, several, masks) = (short, several, UnsafePointer(layout.masks))
    severalColumns = start.pointee.withLines { lines, needs in
      let rows = almanac_needs_above(needs, 1)
      let columns = almanac_needs_above(needs + .columns, 1)
      almanac_masks_join(several, masks, almanac_needs_above(needs + .regions, 1), side)
      almanac_stars_lack(short, lines + .columns, needs + .columns, ~rows, side, pairs)
      if almanac_stars_lack(short + .columns, lines, needs, ~columns, side, pairs) {
        for column in 1...side {
          for row in SetBits(short[.column(column)]) { short[row] |= .bit(column) }
        }
      }
      return columns
    }
    for row in 0...side &+ 1 { untouched[row] = start.pointee.lines[unchecked: row] }
  }
}
