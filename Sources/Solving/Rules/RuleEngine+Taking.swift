import CLanes
import StarBattle

/// Whether a star leaves rows, columns and regions less capacity than they need, by what it takes
/// from them at once: level 9, without a board for each star.
///
/// A star takes the cells that it touches, and what it completes: its row, its column, its region.
/// Of the lines, all stars that complete no region are asked together (`almanac_stars_lack`). A
/// region keeps its capacity as long as enough is left of places that were once found for its
/// stars.
extension RuleEngine {
  /// Takes care that for each region places for its stars are known, where it has room for them.
  mutating func keepRoom(on board: inout Board, _ layout: borrowing Layout) {
    taken.forgetPlaces()
    for region in 0..<layout.grid.side {
      let need = Int(board.needs[unchecked: .region(region)])
      if need == 0 { continue }
      // With a place to spare, few stars take too many. Of more than four cells a star there is
      // one: no two of a quarter of them touch, those in every other row and column.
      let hasSpare = need > 1 && Int(board.unknowns[unchecked: .region(region)]) > 4 &* need
      let wanted = hasSpare ? need &+ 1 : need
      var count = takePlaces(of: region, on: &board, layout)
      if count < wanted && findRoom(region, wanted, &board, layout) {
        count = takePlaces(of: region, on: &board, layout)
      }
      taken.keep(count, of: region, needing: need)
    }
  }

  /// Notes where a region's places are on a board.
  ///
  /// - Returns: Their number.
  @inline(__always)
  private func takePlaces(
    of region: Int, on board: inout Board, _ layout: borrowing Layout
  ) -> Int {
    var count = 0
    for index in 0...layout.grid.stars {
      let place = room.place(index, of: region, on: &board, layout)
      taken.note(place, index, of: region)
      count &+= place == 0 ? 0 : 1
    }
    return count
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
    room.keep(packing.witness + (rows.lowerBound &- 1), of: region, in: rows)
    return true
  }

  /// Finds the unknown cells on which a star leaves a row, a column or a region less capacity than
  /// it needs, or with `pairs` two adjacent rows or columns: `taken.taking` gets them by row.
  ///
  /// - Parameters:
  ///   - spared: Cells that are not asked about, by row.
  ///   - layout: The layout of the board.
  ///   - pairs: Whether two adjacent lines are asked as one.
  /// - Returns: The rows with such cells, a bit each.
  /// - Precondition: `keepRoom` has been called with the board, and `taken.begin` with it and as
  ///   many `pairs`.
  mutating func findTaking(
    sparing spared: [32 of UInt32], _ layout: borrowing Layout, pairs: Bool
  ) -> UInt32 {
    let spared = spared.span
    let hasSeveral = layout.grid.stars > 1 && !taken.isShort
    // With one star in every container each star completes its region.
    if hasSeveral {
      taken.askLines(layout, pairs: pairs)
      measureStruck(layout)
    }
    let (taking, asked) = (taken.taking, taken.asked)
    var rows: (taking: UInt32, asked: UInt32) = (0, 0)
    for row in 1...layout.grid.side {
      let cells = taken.start.pointee.lines[unchecked: row] & ~spared[unchecked: row]
      let need = taken.start.pointee.needs[unchecked: row]
      let all: UInt32 = taken.isShort || need == 0 ? ~0 : 0
      var (short, others) = (cells & all, cells & ~all)
      if hasSeveral {
        short |= others & taken.several[row] & taken.short[row]
        others &= ~short
        // Those that complete nothing take what they touch.
        let untold: UInt32 = need > 1 ? taken.several[row] & taken.severalColumns : 0
        others &= ~untold | taken.struck[row]
      }
      taking[row] = short
      asked[row] = others
      rows.taking |= .bit(row, if: short != 0)
      rows.asked |= .bit(row, if: others != 0)
    }
    for (row, column) in SetCells(asked, in: rows.asked)
    where takesTooMuch(row: row, column: column, layout, pairs: pairs) {
      taking[row] |= .bit(column)
      rows.taking |= .bit(row)
    }
    return rows.taking
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
        let hasRoom = taken.roomless & .bit(region) == 0
        almanac_rows_strike(
          taken.struck, hasRoom ? room.rows(of: region) : masks, lines, masks,
          hasRoom ? Int(taken.spare[region]) : -1, max(1, rows.lowerBound &- 1),
          min(side, rows.upperBound &+ 1))
      }
    }
  }

  /// Whether a star leaves too little: what it completes, it takes whole.
  ///
  /// Where it completes no region, the lines have been asked.
  @inline(__always)
  private mutating func takesTooMuch(
    row: Int, column: Int, _ layout: borrowing Layout, pairs: Bool
  ) -> Bool {
    let own = Int(layout.map.regionOf[row &* 32 &+ column])
    let needs = (
      row: taken.start.pointee.needs[unchecked: row],
      column: taken.start.pointee.needs[unchecked: .column(column)],
      region: taken.start.pointee.needs[unchecked: .region(own)]
    )
    if needs.column == 0 || needs.region == 0 { return true }
    var places = taken.places(layout)
    // A region that the star completes can spare all its places.
    let losing =
      taken.roomless
      | almanac_places_lost(
        &places, UInt8(truncatingIfNeeded: row), UInt8(truncatingIfNeeded: column),
        needs.row == 1 ? 0xFF : 0, needs.column == 1 ? 0xFF : 0, UInt8(truncatingIfNeeded: own),
        needs.region == 1 ? 0x80 : 1)
    if losing == 0 && needs.region > 1 { return false }
    return takesTooMuch(
      row: row, column: column, own: own, needs, losing, layout, pairs: pairs)
  }

  private mutating func takesTooMuch(
    row: Int, column: Int, own: Int, _ needs: (row: UInt8, column: UInt8, region: UInt8),
    _ losing: UInt32, _ layout: borrowing Layout, pairs: Bool
  ) -> Bool {
    let side = layout.grid.side
    let (start, left) = (taken.start, taken.left)
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
    if losing == 0 { return false }
    start.pointee.withLines { lines, _ in almanac_star_leaves(left, lines, &inRows, side) }
    for region in SetBits(losing) {
      let need = Int(start.pointee.needs[unchecked: .region(region)]) &- (region == own ? 1 : 0)
      if need == 0 { continue }
      // Where there is too little room already, any cell that is lost is worth a look.
      if taken.roomless & .bit(region) != 0 && !loses(region, layout) { continue }
      if !holds(need, region, in: left, besides: (row, column), layout) { return true }
    }
    return false
  }

  /// Whether the star at hand takes any of a region's cells.
  private func loses(_ region: Int, _ layout: borrowing Layout) -> Bool {
    layout.rows(of: region).contains { row in
      taken.start.pointee.lines[row] & ~taken.left[row] & layout.masks[region &* 64 &+ row] != 0
    }
  }

  /// Whether a region can hold stars, at least one, in the cells that a star leaves, given by row.
  ///
  /// Of those an even number of rows and of columns away from the star, no two touch, and it
  /// touches none of them: mostly they are enough for three stars and more.
  private mutating func holds(
    _ need: Int, _ region: Int, in cells: UnsafePointer<UInt32>,
    besides star: (row: Int, column: Int), _ layout: borrowing Layout
  ) -> Bool {
    let masks = layout.masks + region &* 64
    let rows = layout.rows(of: region)
    if need <= 2 {
      var columns: UInt32 = 0
      let used = almanac_region_rows(&columns, cells, masks, rows.lowerBound, rows.upperBound)
      return need == 1 ? used != 0 : RegionPacking.fitsTwo(used, columns)
    }
    let columns: UInt32 = 0x5555_5555 &<< UInt32(star.column & 1)
    var count = 0
    for row in stride(
      from: rows.lowerBound &+ (rows.lowerBound ^ star.row) & 1, through: rows.upperBound, by: 2)
    { count &+= (cells[row] & masks[row] & columns).nonzeroBitCount }
    if count >= need { return true }
    for row in rows { packing.cells[row] = cells[row] & masks[row] }
    return packing.fits(need, in: rows)
  }
}

/// The memory in which is looked up what a star takes from a board; see `findTaking`.
struct TakenRoom: ~Copyable {
  /// The board: a copy, since one that is only borrowed has no address to give to C.
  let start: UnsafeMutablePointer<Board>

  /// Where the places are that are known for the stars of regions, at `place * 32 + region`; 0xFF
  /// where there is none.
  let placeRows: UnsafeMutablePointer<UInt8>
  let placeColumns: UnsafeMutablePointer<UInt8>

  /// How many of its places each region can spare.
  let spare: UnsafeMutablePointer<UInt8>

  /// The regions that have no room for all their stars, a bit each.
  private(set) var roomless: UInt32 = 0

  /// The stars that leave lines less than they need, of those that complete no region, by row; from
  /// `.columns` on those of them that leave rows less, by column.
  let short: UnsafeMutablePointer<UInt32>

  /// The cells whose regions need several stars, by row, and the columns that do.
  let several: UnsafeMutablePointer<UInt32>
  private(set) var severalColumns: UInt32 = 0

  /// The stars that may leave a region too little by what they touch, by row.
  let struck: UnsafeMutablePointer<UInt32>

  /// Whether lines can hold less than they need without a star: then they do with any.
  private(set) var isShort = false

  /// What the star at hand leaves of the rows.
  let left: UnsafeMutablePointer<UInt32>

  /// The stars that leave too little, by row.
  let taking: UnsafeMutablePointer<UInt32>

  /// The stars that are asked about one by one, by row.
  let asked: UnsafeMutablePointer<UInt32>

  init() {
    start = .allocate(capacity: 1)
    short = .zeroes(64 + 5 * 32 + 2 * 16)
    left = short + 64
    struck = left + 32
    several = struck + 48
    taking = several + 48
    asked = taking + 32
    spare = .zeroes(32 + 2 * 32 * RoomPlaces.room)
    placeRows = spare + 32
    placeColumns = placeRows + 32 * RoomPlaces.room
  }

  deinit {
    start.deallocate()
    short.deallocate()
    spare.deallocate()
  }

  /// Forgets the places that have been noted.
  @inline(__always)
  mutating func forgetPlaces() {
    placeRows.update(repeating: 0xFF, count: 2 * 32 * RoomPlaces.room)
    roomless = 0
  }

  /// Notes one of a region's places, `row * 32 + column`; 0 where there is none.
  @inline(__always)
  func note(_ place: Int, _ index: Int, of region: Int) {
    let none: UInt8 = place == 0 ? 0xFF : 0
    placeRows[index &* 32 &+ region] = UInt8(truncatingIfNeeded: place &>> 5) | none
    placeColumns[index &* 32 &+ region] = UInt8(truncatingIfNeeded: place & 31) | none
  }

  /// The places as the kernels take them.
  @inline(__always)
  func places(_ layout: borrowing Layout) -> almanac_places {
    almanac_places(
      rows: placeRows, columns: placeColumns, count: layout.grid.stars &+ 1, spare: spare)
  }

  /// Notes how many of its places a region can spare.
  @inline(__always)
  mutating func keep(_ count: Int, of region: Int, needing need: Int) {
    spare[region] = UInt8(truncatingIfNeeded: count &- need)
    if count >= need { return }
    spare[region] = 0x80
    roomless |= .bit(region)
  }

  /// Looks at the lines of a board, one by one or with `pairs` two adjacent ones as well.
  mutating func begin(on board: inout Board, side: Int, pairs: Bool) {
    start.initialize(to: board)
    isShort = start.pointee.withLines { lines, needs in
      almanac_lines_lack(lines, needs, side, pairs)
        || almanac_lines_lack(lines + .columns, needs + .columns, side, pairs)
    }
  }

  /// Works out, once for a board, which stars leave its lines too little, and which complete what.
  @inline(__always)
  mutating func askLines(_ layout: borrowing Layout, pairs: Bool) {
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
  }
}
