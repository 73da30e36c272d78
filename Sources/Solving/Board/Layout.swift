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

  /// Which region every cell belongs to, for what asks often; see `RegionMap`.
  package let map: RegionMap

  /// Makes a layout in which every row is a region.
  ///
  /// It says nothing beyond rows and columns, and is what `load(_:)` fills.
  package init(rowsAsRegions grid: Grid) {
    self.init(blank: grid)
    for row in 1...grid.side {
      for column in 1...grid.side { map.add(row: row, column: column, to: row - 1) }
    }
  }

  package init(_ puzzle: Puzzle) {
    self.init(blank: puzzle.grid)
    load(puzzle)
  }

  /// Makes a layout in which no cell has a region yet.
  private init(blank grid: Grid) {
    self.grid = grid
    map = RegionMap(blank: grid)
  }

  deinit { map.deallocate() }

  /// Takes over the regions of a puzzle of the same grid, without allocating.
  ///
  /// - Precondition: the puzzle has this layout's grid.
  package mutating func load(_ puzzle: Puzzle) {
    precondition(puzzle.grid == grid, "a layout of \(grid) cannot take a puzzle of \(puzzle.grid)")
    let side = grid.side
    map.clear(side: side)
    puzzle.regions.withUnsafeBufferPointer { regions in
      var cell = 0
      for row in 1...side {
        for column in 1...side {
          map.add(row: row, column: column, to: Int(regions[cell]))
          cell &+= 1
        }
      }
    }
  }

  /// The region of a cell (row-major, 0-based).
  package func region(of cell: Int) -> Int { map.region(of: cell) }

  /// The row and the column of a cell (row-major, 0-based), both from 1.
  package func place(of cell: Int) -> (row: Int, column: Int) { map.place(of: cell) }

  /// The number of cells of a region.
  package func size(of region: Int) -> Int { map.size(of: region) }

  /// The cells of a region in a line, as a mask.
  package func cells(of region: Int, in line: Int) -> UInt32 { map.cells(of: region, in: line) }

  /// The cells of a region in a line, at `region * 64 + line`.
  package var masks: UnsafeMutablePointer<UInt32> { map.masks }

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
  package func rows(of region: Int) -> ClosedRange<Int> { map.rows(of: region) }

  /// Gives a cell (row-major, 0-based) to another region.
  package mutating func move(_ cell: Int, to region: Int) { map.move(cell, to: region) }

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
