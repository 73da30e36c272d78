@_spi(Engine) import Solving

/// The 5×5 cells around a cell that belong to a region: bit 0 north-west, row by row, bit 12 the
/// middle (set).
struct ShapePatch {
  var bits: UInt32

  static let besides: UInt32 = 1 << 11 | 1 << 13
  static let aboveBelow: UInt32 = 1 << 7 | 1 << 17

  /// Cuts a patch out of a layout; `row` and `column` count from 1.
  @inline(__always)
  init(of region: Int, row: Int, column: Int, _ layout: borrowing Layout) {
    let shift = UInt32(truncatingIfNeeded: column)
    func cut(_ line: Int) -> UInt32 {
      (layout.map.cells(of: region, in: line) &<< 2) &>> shift & 31
    }
    let first = row > 1 ? cut(row - 2) : 0
    let upper = first | cut(row - 1) << 5 | cut(row) << 10
    bits = upper | cut(row + 1) << 15 | cut(row + 2) << 20 | 1 << 12
  }

  @inline(__always)
  func count(_ mask: UInt32) -> Int { (bits & mask).nonzeroBitCount }

  /// The eight cells around the middle: north-west first, row by row.
  @inline(__always)
  var ring: Int {
    let above = bits >> 6 & 7
    let beside = (bits >> 11 & 1) << 3 | (bits >> 13 & 1) << 4
    let below = (bits >> 16 & 7) << 5
    return Int(above | beside | below)
  }

  /// The neighbours of the middle along edges.
  @inline(__always)
  var degree: Int { count(ShapePatch.besides | ShapePatch.aboveBelow) }
}
