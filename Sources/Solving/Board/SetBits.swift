extension UInt32 {
  /// The bit at a place of a line, 0…31.
  ///
  /// Other places are taken modulo 32: a place that is looked at for each costs more than the bit.
  @inlinable @inline(__always)
  package static func bit(_ place: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: place) }

  /// The bit at a place, or none; without a branch.
  @inlinable @inline(__always)
  package static func bit(_ place: Int, if isSet: Bool) -> UInt32 {
    (isSet ? 1 : 0) &<< UInt32(truncatingIfNeeded: place)
  }
}

/// The positions of the set bits of a mask, lowest first.
package struct SetBits: Sequence, IteratorProtocol {
  @usableFromInline var rest: UInt32

  @inlinable @inline(__always)
  package init(_ mask: UInt32) { rest = mask }

  @inlinable @inline(__always)
  package mutating func next() -> Int? {
    if rest == 0 { return nil }
    defer { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }

  /// The position of one set bit of a mask: the `index`-th from the lowest, from 0.
  ///
  /// By halves, without a branch: where one bit after the other is taken away, how often is hard to
  /// foresee.
  ///
  /// - Precondition: the mask has that many.
  @inlinable @inline(__always)
  package static func position(of index: Int, in mask: UInt32) -> Int {
    var (rest, place) = (index, 0)
    func goOn(past width: Int) {
      let count = (mask &>> UInt32(truncatingIfNeeded: place) & (.bit(width) &- 1)).nonzeroBitCount
      let isBehind = rest >= count
      rest &-= isBehind ? count : 0
      place &+= isBehind ? width : 0
    }
    goOn(past: 16)
    goOn(past: 8)
    goOn(past: 4)
    goOn(past: 2)
    goOn(past: 1)
    return place
  }
}

/// The cells of some rows, row by row: a mask a row.
///
/// It goes from row to row without a branch, since where the cells of a row end is hard to foresee.
struct SetCells: Sequence, IteratorProtocol {
  private let cells: UnsafePointer<UInt32>
  private var rows: UInt32
  private var row: Int
  private var rest: UInt32

  /// - Parameters:
  ///   - cells: The cells by row, a bit each.
  ///   - rows: The rows that have any, a bit each.
  @inline(__always)
  init(_ cells: UnsafePointer<UInt32>, in rows: UInt32) {
    self.cells = cells
    self.rows = rows
    row = rows.trailingZeroBitCount & 31
    rest = cells[row]
  }

  @inline(__always)
  mutating func next() -> (row: Int, column: Int)? {
    if rows == 0 { return nil }
    let cell = (row, rest.trailingZeroBitCount)
    rest &= rest &- 1
    let others = rows & (rows &- 1)
    let following = others.trailingZeroBitCount & 31
    let isLast = rest == 0
    rows = isLast ? others : rows
    row = isLast ? following : row
    rest = isLast ? cells[following] : rest
    return cell
  }
}
