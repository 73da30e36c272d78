import CLanes

/// Whether stars fit into a region: exact answers, each with a witness.
///
/// The most stars that fit into a set of cells without touching is the region's *capacity*. Take
/// the first unknown cell `x` of the first row that has any. Of the cells that touch it, only these
/// four can be unknown, and `a` touches neither `r` nor `e`:
///
///     . x r        If at most one of them holds a star, that star can move to `x`. So `x` may
///     a b e        be taken without loss unless `a` and one of `r`, `e` are both unknown, and
///                  then the only other case worth trying is to take `a`.
///
/// Nearly every set is decided without a branch. At a branch, `StripBound` cuts the search. The
/// last two stars have room unless all cells that are left lie in one tile.
///
/// - Complexity: in the worst case O(2^stars).
package struct RegionPacking: ~Copyable {
  /// The unknown cells asked about, by row, and a frame for every level of the search; 9 × 34 rows.
  private let frames: UnsafeMutablePointer<UInt32>

  /// The witness of the last successful query: cells by row; all other rows are empty, and so is
  /// the one before row 0.
  package let witness: UnsafeMutablePointer<UInt32>

  /// The cells taken so far, as row × 32 + column; one a level.
  private let taken: UnsafeMutablePointer<UInt16>

  package init() {
    frames = .zeroes(9 * 34)
    witness = .zeroes(48) + 8
    taken = .zeroes(16)
  }

  deinit {
    frames.deallocate()
    (witness - 8).deallocate()
    taken.deallocate()
  }

  /// The rows of the query: the caller fills `first...last`; `last + 1` and `last + 2` are cleared.
  package var cells: UnsafeMutablePointer<UInt32> { frames }

  /// Whether `count` stars fit into the cells; if so, `witness` shows where.
  ///
  /// - Parameters:
  ///   - count: 0…7.
  ///   - rows: The rows of `cells` that are filled. Their content is used up.
  /// - Returns: Whether they fit.
  package mutating func fits(_ count: Int, in rows: ClosedRange<Int>) -> Bool {
    let (first, last) = (rows.lowerBound, rows.upperBound)
    frames[last + 1] = 0
    frames[last + 2] = 0
    guard extend(frames, from: first, to: last, missing: count, taken: 0) else { return false }
    almanac_rows_fill(witness, 0, 40)
    for index in 0..<count {
      let cell = Int(taken[index])
      witness[cell >> 5] |= .bit(cell & 31)
    }
    return true
  }

  /// Whether two stars fit into the cells that lie in just these rows and columns: they do unless
  /// all lie in one tile.
  @inline(__always)
  static func fitsTwo(_ rows: UInt32, _ columns: UInt32) -> Bool {
    func areMore(_ lines: UInt32) -> Bool {
      lines &>> UInt32(truncatingIfNeeded: lines.trailingZeroBitCount) > 3
    }
    return areMore(rows) || areMore(columns)
  }

  /// Takes two cells that do not touch, if there are some.
  ///
  /// - Parameters:
  ///   - cells: The cells.
  ///   - used: Their rows, a bit each.
  ///   - columns: Their columns.
  ///   - depth: How many have been taken before.
  /// - Returns: Whether there are.
  @inline(__always)
  private func takeTwo(
    of cells: UnsafeMutablePointer<UInt32>, in used: UInt32, _ columns: UInt32, taken depth: Int
  ) -> Bool {
    guard RegionPacking.fitsTwo(used, columns) else { return false }
    let (top, bottom) = (used.trailingZeroBitCount, 31 &- used.leadingZeroBitCount)
    let (left, right) = (columns.trailingZeroBitCount, 31 &- columns.leadingZeroBitCount)
    if bottom &- top > 1 {
      note(depth, top, cells[top].trailingZeroBitCount)
      note(depth &+ 1, bottom, cells[bottom].trailingZeroBitCount)
    } else {
      note(depth, cells[top] &>> UInt32(left) & 1 != 0 ? top : bottom, left)
      note(depth &+ 1, cells[top] &>> UInt32(right) & 1 != 0 ? top : bottom, right)
    }
    return true
  }

  @inline(__always)
  private func note(_ depth: Int, _ row: Int, _ column: Int) {
    taken[depth] = UInt16(truncatingIfNeeded: row &* 32 &+ column)
  }

  private func extend(
    _ cells: UnsafeMutablePointer<UInt32>, from first: Int, to last: Int, missing: Int,
    taken depth: Int
  ) -> Bool {
    var (missing, depth) = (missing, depth)
    var columns: UInt32 = 0
    var used = almanac_rows_used(&columns, cells, first, last)
    while missing > 2 {
      if used == 0 { return false }
      let row = used.trailingZeroBitCount
      var pick = cells[row] & (0 &- cells[row])
      var pickRow = row
      let below = cells[row &+ 1]
      let lowerLeft = below & (pick &>> 1)
      if lowerLeft != 0 && (cells[row] | below) & (pick &<< 1) != 0 {
        if upperBound(cells, from: row, to: last) < missing { return false }
        let frame = cells + 34
        for index in row...last &+ 2 { frame[index] = cells[index] }
        take(pick, row: row, in: frame)
        note(depth, row, pick.trailingZeroBitCount)
        if extend(frame, from: row, to: last, missing: missing &- 1, taken: depth &+ 1) {
          return true
        }
        pick = lowerLeft
        pickRow = row &+ 1
      }
      take(pick, row: pickRow, in: cells)
      note(depth, pickRow, pick.trailingZeroBitCount)
      depth &+= 1
      missing &-= 1
      used = almanac_rows_used(&columns, cells, row, last)
    }
    if missing == 2 { return takeTwo(of: cells, in: used, columns, taken: depth) }
    if missing == 1 {
      if used == 0 { return false }
      let row = used.trailingZeroBitCount
      note(depth, row, cells[row].trailingZeroBitCount)
    }
    return true
  }

  @inline(__always)
  private func take(_ pick: UInt32, row: Int, in cells: UnsafeMutablePointer<UInt32>) {
    let far = ~(pick | pick &<< 1 | pick &>> 1)
    cells[row &- 1] &= far
    cells[row] &= far
    cells[row &+ 1] &= far
  }

  @inline(__always)
  private func upperBound(
    _ cells: UnsafeMutablePointer<UInt32>, from first: Int, to last: Int
  ) -> Int {
    var bound = StripBound()
    for row in first...last { bound.add(cells[row]) }
    return bound.stars
  }
}
