import StarBattle

/// Which region every cell of a layout belongs to, by cell, by line and by region.
///
/// A value without an owner: it may be used for as long as its layout is there.
///
/// It is public, for the engine's modules alone, since Swift 6.3 inlines across modules what is
/// public and not what is `package`: calls in its place are a tenth of making a puzzle.
@_spi(Engine) public struct RegionMap: BitwiseCopyable {
  /// The region of the cell `bit` of a line, at `line * 32 + bit`; 2 KiB.
  @usableFromInline let regionOf: UnsafeMutablePointer<UInt8>

  /// The cells of a region in a line, at `region * 64 + line`; 8 KiB.
  @usableFromInline let masks: UnsafeMutablePointer<UInt32>

  /// The number of cells of each region; 64 bytes.
  @usableFromInline let sizes: UnsafeMutablePointer<UInt16>

  /// Where the cells (row-major, 0-based) stand, at `row * 32 + column`, both from 1: spares a
  /// division wherever a cell comes by its number; up to 1.25 KiB.
  @usableFromInline let places: UnsafeMutablePointer<UInt16>

  /// The rows in which each region has cells, at `region * 2`, and the columns behind; 256 bytes.
  @usableFromInline let spans: UnsafeMutablePointer<UInt32>

  /// Allocates a map in which no cell has a region yet.
  init(blank grid: Grid) {
    regionOf = .allocate(capacity: 64 * 32)
    masks = .allocate(capacity: 32 * 64)
    sizes = .allocate(capacity: 32)
    spans = .allocate(capacity: 64)
    places = .allocate(capacity: grid.cellCount)
    regionOf.initialize(repeating: 0, count: 64 * 32)
    masks.initialize(repeating: 0, count: 32 * 64)
    sizes.initialize(repeating: 0, count: 32)
    spans.initialize(repeating: 0, count: 64)
    var cell = 0
    for row in 1...grid.side {
      for column in 1...grid.side {
        (places + cell).initialize(to: UInt16(row * 32 + column))
        cell += 1
      }
    }
  }

  func deallocate() {
    regionOf.deallocate()
    masks.deallocate()
    sizes.deallocate()
    spans.deallocate()
    places.deallocate()
  }

  /// Takes all cells from all regions, before each is given to one.
  func clear(side: Int) {
    // `regionOf` needs no clearing: every cell of it is written anew.
    masks.update(repeating: 0, count: side * 64)
    sizes.update(repeating: 0, count: side)
    spans.update(repeating: 0, count: side * 2)
  }

  /// The region of a cell (row-major, 0-based).
  @inlinable @inline(__always)
  public func region(of cell: Int) -> Int { Int(regionOf[Int(places[cell])]) }

  /// The row and the column of a cell (row-major, 0-based), both from 1.
  @inlinable @inline(__always)
  public func place(of cell: Int) -> (row: Int, column: Int) {
    let place = Int(places[cell])
    return (place &>> 5, place & 31)
  }

  /// The region of the cell in a row and a column, both from 1; on the border, 0.
  @inlinable @inline(__always)
  public func region(row: Int, column: Int) -> Int { Int(regionOf[row &* 32 &+ column]) }

  /// The number of cells of a region.
  @inlinable @inline(__always)
  public func size(of region: Int) -> Int { Int(sizes[region]) }

  /// The cells of a region in a line, as a mask.
  @inlinable @inline(__always)
  public func cells(of region: Int, in line: Int) -> UInt32 { masks[region &* 64 &+ line] }

  /// The rows from the first to the last in which a region has cells.
  ///
  /// - Precondition: the region has cells.
  @inlinable @inline(__always)
  public func rows(of region: Int) -> ClosedRange<Int> {
    let span = spans[region &* 2]
    return ClosedRange(
      uncheckedBounds: (span.trailingZeroBitCount, 31 &- span.leadingZeroBitCount))
  }

  /// The columns from the first to the last in which a region has cells.
  ///
  /// - Precondition: the region has cells.
  @inlinable @inline(__always)
  public func columns(of region: Int) -> ClosedRange<Int> {
    let span = spans[region &* 2 &+ 1]
    return ClosedRange(
      uncheckedBounds: (span.trailingZeroBitCount, 31 &- span.leadingZeroBitCount))
  }

  /// Gives a cell (row-major, 0-based) to another region.
  @inlinable
  public func move(_ cell: Int, to region: Int) {
    let (r, c) = place(of: cell)
    let old = Int(regionOf[r * 32 + c])
    masks[old * 64 + r] &= ~(1 << UInt32(c))
    masks[old * 64 + 32 + c] &= ~(1 << UInt32(r))
    sizes[old] -= 1
    spans[old * 2] &= ~.bit(r, if: masks[old * 64 + r] == 0)
    spans[old * 2 + 1] &= ~.bit(c, if: masks[old * 64 + 32 + c] == 0)
    add(row: r, column: c, to: region)
  }

  /// Gives a cell without a region to one.
  @inlinable @inline(__always)
  public func add(row: Int, column: Int, to region: Int) {
    let (rowBit, columnBit) = (UInt32.bit(row), UInt32.bit(column))
    regionOf[row &* 32 &+ column] = UInt8(truncatingIfNeeded: region)
    regionOf[(32 &+ column) &* 32 &+ row] = UInt8(truncatingIfNeeded: region)
    masks[region &* 64 &+ row] |= columnBit
    masks[region &* 64 &+ 32 &+ column] |= rowBit
    sizes[region] &+= 1
    spans[region &* 2] |= rowBit
    spans[region &* 2 &+ 1] |= columnBit
  }
}
