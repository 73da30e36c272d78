import CLanes

/// Places for the stars of each region that do not touch, as many as were once looked for and
/// found.
///
/// As long as more of them are unknown than the region needs, it is not tight; as long as there are
/// as many, it can hold what it needs.
struct RoomPlaces: ~Copyable {
  /// Room for a region's places: for one more than the 6 stars that it can need, rounded up.
  static let room = 8

  /// Each `row * 32 + column`, at `region * 8`; 0 where there is none.
  private let places: UnsafeMutablePointer<UInt16>

  /// The same by row, at `region * 32 + row`.
  private let rows: UnsafeMutablePointer<UInt32>

  init() {
    places = .zeroes(32 * RoomPlaces.room)
    rows = .zeroes(33 * 32)
  }

  deinit {
    places.deallocate()
    rows.deallocate()
  }

  /// A region's places by row; those of another puzzle may lie in another region.
  @inline(__always)
  func rows(of region: Int) -> UnsafePointer<UInt32> { UnsafePointer(rows + region &* 32) }

  /// Keeps places in the place of those that are known.
  ///
  /// - Parameters:
  ///   - witness: The places by row, from 1.
  ///   - region: The region.
  ///   - rows: The rows that these are.
  @inline(__always)
  func keep(_ witness: UnsafePointer<UInt32>, of region: Int, in rows: ClosedRange<Int>) {
    let (places, kept) = (places + region &* RoomPlaces.room, self.rows + region &* 32)
    // All, so that no two witnesses are ever mixed.
    places.update(repeating: 0, count: RoomPlaces.room)
    kept.update(repeating: 0, count: 32)
    let before = rows.lowerBound &- 1
    var columns: UInt32 = 0
    let used = almanac_rows_used(&columns, witness, 1, rows.count)
    var count = 0
    for (row, column) in SetCells(witness, in: used) {
      places[count] = UInt16(truncatingIfNeeded: (before &+ row) &* 32 &+ column)
      kept[before &+ row] |= .bit(column)
      count &+= 1
    }
  }

  /// How many of a region's places are unknown.
  @inline(__always)
  func count(of region: Int, on board: inout Board, _ layout: borrowing Layout) -> Int {
    let span = layout.rows(of: region)
    return board.withLines { lines, _ in
      almanac_words_shared(
        rows(of: region), layout.masks + region &* 64, lines, span.lowerBound, span.upperBound)
    }
  }

  /// One of a region's places, as `row * 32 + column`, or 0 where it is not known, or not unknown
  /// on a board.
  ///
  /// Without a branch, since which of them are unknown is hard to foresee.
  @inline(__always)
  func place(
    _ index: Int, of region: Int, on board: inout Board, _ layout: borrowing Layout
  ) -> Int {
    let place = Int(places[region &* RoomPlaces.room &+ index])
    let difference = Int(layout.map.regionOf[place]) ^ region
    let isOwn = UInt32(truncatingIfNeeded: (difference &- 1) &>> 63)
    let column = UInt32(truncatingIfNeeded: place & 31)
    return place & (0 &- Int(board.lines[unchecked: place &>> 5] &>> column & isOwn & 1))
  }
}
