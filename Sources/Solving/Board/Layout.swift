package import StarBattle

/// The fixed side of a board, laid out for the engine: which region every cell belongs to.
///
/// A *line* is a row or a column. Rows are lines 1…side, columns are lines 33…32 + side, and cell
/// `i` of a line (1…side) is bit `i` of its mask. Line 0, the line behind the last one, bit 0 and
/// the bit behind the last one are a border that is always empty; so neighbours and runs are
/// shifts, without bounds checks, and every piece of code about lines serves rows and columns
/// alike.
///
/// Moving one cell from region to region costs a few stores, so that a generator can climb
/// from layout to layout without building any of them anew.
package struct Layout: ~Copyable {
  package let grid: Grid

  /// The region of the cell `bit` of a line, at `line * 32 + bit`; 2 KiB.
  @usableFromInline let regionOf: UnsafeMutablePointer<UInt8>

  /// The cells of a region in a line, at `region * 64 + line`; up to 6.25 KiB.
  @usableFromInline package let masks: UnsafeMutablePointer<UInt32>

  /// The number of cells of each region; 64 bytes.
  @usableFromInline let sizes: UnsafeMutablePointer<UInt16>

  /// Where the cells (row-major, 0-based) stand, at `row * 32 + column`, both from 1: spares a
  /// division wherever a cell comes by its number; up to 1.25 KiB.
  @usableFromInline let places: UnsafeMutablePointer<UInt16>

  /// The rows in which each region has cells, at `region * 2`, and the columns behind; 256 bytes.
  @usableFromInline let spans: UnsafeMutablePointer<UInt32>

  /// Makes a layout in which every row is a region.
  ///
  /// It says nothing beyond rows and columns, and is what `load(_:)` fills.
  package init(rowsAsRegions grid: Grid) {
    self.init(blank: grid)
    for row in 1...grid.side {
      for column in 1...grid.side { add(row: row, column: column, to: row - 1) }
    }
  }

  package init(_ puzzle: Puzzle) {
    self.init(blank: puzzle.grid)
    load(puzzle)
  }

  /// Makes a layout in which no cell has a region yet.
  private init(blank grid: Grid) {
    self.grid = grid
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

  deinit {
    regionOf.deallocate()
    masks.deallocate()
    sizes.deallocate()
    spans.deallocate()
    places.deallocate()
  }

  /// Takes over the regions of a puzzle of the same grid, without allocating.
  ///
  /// - Precondition: the puzzle has this layout's grid.
  package mutating func load(_ puzzle: Puzzle) {
    precondition(puzzle.grid == grid, "a layout of \(grid) cannot take a puzzle of \(puzzle.grid)")
    let side = grid.side
    // `regionOf` needs no clearing: every cell of it is written anew.
    masks.update(repeating: 0, count: side * 64)
    sizes.update(repeating: 0, count: side)
    spans.update(repeating: 0, count: side * 2)
    puzzle.regions.withUnsafeBufferPointer { regions in
      var cell = 0
      for row in 1...side {
        for column in 1...side {
          add(row: row, column: column, to: Int(regions[cell]))
          cell &+= 1
        }
      }
    }
  }

  /// The region of a cell (row-major, 0-based).
  @inlinable @inline(__always)
  package func region(of cell: Int) -> Int { Int(regionOf[Int(places[cell])]) }

  /// The row and the column of a cell (row-major, 0-based), both from 1.
  @inlinable
  package func place(of cell: Int) -> (row: Int, column: Int) {
    let place = Int(places[cell])
    return (place &>> 5, place & 31)
  }

  /// The region of the cell in a row and a column, both from 1; on the border, 0.
  @inlinable
  package func region(row: Int, column: Int) -> Int { Int(regionOf[row &* 32 &+ column]) }

  /// The number of cells of a region.
  @inlinable
  package func size(of region: Int) -> Int { Int(sizes[region]) }

  /// The cells of a region in a line, as a mask.
  @inlinable
  package func cells(of region: Int, in line: Int) -> UInt32 { masks[region &* 64 &+ line] }

  /// All containers: rows, then columns, then regions.
  var containers: [ContainerNumber] {
    let lines = Array(1...grid.side)
    return lines + lines.map(ContainerNumber.column) + lines.map { .region($0 - 1) }
  }

  /// Goes through the cells (row-major, 0-based) of a container, ascending.
  func forEachCell(of container: Container, _ body: (Int) -> Void) {
    let side = grid.side
    switch container {
    case .row(let row): for column in 0..<side { body(row * side + column) }
    case .column(let column): for row in 0..<side { body(row * side + column) }
    case .region(let region):
      for row in rows(of: region) {
        for column in SetBits(cells(of: region, in: row)) { body((row - 1) * side + column - 1) }
      }
    }
  }

  /// The rows from the first to the last in which a region has cells.
  ///
  /// - Precondition: the region has cells.
  @inlinable
  package func rows(of region: Int) -> ClosedRange<Int> {
    let span = spans[region &* 2]
    return ClosedRange(
      uncheckedBounds: (span.trailingZeroBitCount, 31 &- span.leadingZeroBitCount))
  }

  /// The columns from the first to the last in which a region has cells.
  ///
  /// - Precondition: the region has cells.
  @inlinable
  package func columns(of region: Int) -> ClosedRange<Int> {
    let span = spans[region &* 2 &+ 1]
    return ClosedRange(
      uncheckedBounds: (span.trailingZeroBitCount, 31 &- span.leadingZeroBitCount))
  }

  /// Gives a cell (row-major, 0-based) to another region.
  @inlinable
  package mutating func move(_ cell: Int, to region: Int) {
    let (r, c) = place(of: cell)
    let old = Int(regionOf[r * 32 + c])
    masks[old * 64 + r] &= ~(1 << UInt32(c))
    masks[old * 64 + 32 + c] &= ~(1 << UInt32(r))
    sizes[old] -= 1
    if masks[old * 64 + r] == 0 { spans[old * 2] &= ~(1 << UInt32(r)) }
    if masks[old * 64 + 32 + c] == 0 { spans[old * 2 + 1] &= ~(1 << UInt32(c)) }
    add(row: r, column: c, to: region)
  }

  /// Gives a cell without a region to one.
  @inlinable
  @inline(__always)
  mutating func add(row: Int, column: Int, to region: Int) {
    let (rowBit, columnBit) = (UInt32(1) &<< UInt32(row), UInt32(1) &<< UInt32(column))
    regionOf[row &* 32 &+ column] = UInt8(truncatingIfNeeded: region)
    regionOf[(32 &+ column) &* 32 &+ row] = UInt8(truncatingIfNeeded: region)
    masks[region &* 64 &+ row] |= columnBit
    masks[region &* 64 &+ 32 &+ column] |= rowBit
    sizes[region] &+= 1
    spans[region &* 2] |= rowBit
    spans[region &* 2 &+ 1] |= columnBit
  }

  /// The regions as a puzzle, checked as every puzzle is.
  ///
  /// - Throws: `PuzzleError` when moves have left a region empty or in pieces.
  package func puzzle() throws(PuzzleError) -> Puzzle {
    var labels: [UInt8] = []
    labels.reserveCapacity(grid.cellCount)
    for cell in 0..<grid.cellCount { labels.append(UInt8(region(of: cell))) }
    return try Puzzle(grid: grid, regions: labels)
  }
}
