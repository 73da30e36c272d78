/// A Star Battle puzzle: a grid split into as many orthogonally connected regions as it has rows.
///
/// A value of this type is well formed: it has exactly `side` regions, numbered in the order of
/// their first cell, each connected along edges. It may still have no solution, or several.
public struct Puzzle: Hashable, Sendable {
  /// The outline: side and star quota.
  public let grid: Grid

  /// The region of each cell, row-major, `0..<side`, numbered in order of first appearance.
  public let regions: [UInt8]

  /// Makes a puzzle from a region number for each cell.
  ///
  /// Any distinct numbers do, of which the lower 64 bits count; they are renumbered in order of first
  /// appearance.
  ///
  /// - Parameters:
  ///   - grid: The outline.
  ///   - labels: One label a cell, row-major.
  /// - Throws: `PuzzleError` when the number of cells or regions is wrong, or a region is in
  ///   pieces.
  /// - Complexity: O(cells).
  @specialized(where Label == Int)
  @specialized(where Label == UInt8)
  public init<Label: BinaryInteger & Sendable>(
    grid: Grid, regions labels: [Label]
  ) throws(PuzzleError) {
    guard labels.count == grid.cellCount else {
      throw .cellCount(labels.count, expected: grid.cellCount)
    }
    // A linear list of the labels met: at most 25 of them on a good board, and a board with
    // more is refused as soon as the 256th appears.
    var seen: [Int] = []
    seen.reserveCapacity(grid.side)
    var regions: [UInt8] = []
    regions.reserveCapacity(labels.count)
    for label in labels {
      let label = Int(truncatingIfNeeded: label)
      // Mostly that of the cell before.
      if let last = regions.last, seen[Int(last)] == label {
        regions.append(last)
      } else if let known = seen.firstIndex(of: label) {
        regions.append(UInt8(known))
      } else {
        guard seen.count < 255 else { throw .regionCount(seen.count + 1, expected: grid.side) }
        regions.append(UInt8(seen.count))
        seen.append(label)
      }
    }
    guard seen.count == grid.side else {
      throw .regionCount(seen.count, expected: grid.side)
    }
    if let (region, cell) = Puzzle.firstStray(in: regions, of: grid) {
      throw .disconnected(region: region, row: cell / grid.side, column: cell % grid.side)
    }
    self.grid = grid
    self.regions = regions
  }

  /// The region of a cell, `0..<side`.
  ///
  /// - Parameter cell: The cell, row-major from 0; on the board.
  /// - Returns: The number of its region.
  /// - Complexity: O(1).
  public func region(of cell: Int) -> Int { Int(regions[cell]) }

  /// The letter by which texts name a region, from A.
  package static func letter(ofRegion region: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(ascii: "A") + UInt8(region))
  }

  /// The number of cells in each region, by region number.
  public var regionSizes: [Int] {
    var sizes = [Int](repeating: 0, count: grid.side)
    for region in regions { sizes[Int(region)] += 1 }
    return sizes
  }

  /// The first cell that is not connected to its region's first cell, if there is one.
  ///
  /// From the first cell of every region at once, whole rows spread to the cells beside, above and
  /// below that belong to the same region: a bit a column, until nothing is added.
  private static func firstStray(in regions: [UInt8], of grid: Grid) -> (region: Int, cell: Int)? {
    let side = grid.side
    // Where the next cell of the row, or the cell below, is of the same region.
    var (alike, alikeBelow) = (Rows(repeating: 0), Rows(repeating: 0))
    var reached = Rows(repeating: 0)
    var started: UInt32 = 0
    for cell in regions.indices {
      let (row, column) = cell.quotientAndRemainder(dividingBy: side)
      let (region, bit) = (regions[cell], (1 as UInt32) << UInt32(column))
      if column + 1 < side, regions[cell + 1] == region { alike[row] |= bit }
      if row + 1 < side, regions[cell + side] == region { alikeBelow[row] |= bit }
      if started >> UInt32(region) & 1 == 0 { reached[row] |= bit }
      started |= 1 << UInt32(region)
    }
    var hasSpread = true
    while hasSpread {
      hasSpread = false
      for row in 0..<side {
        var cells = reached[row]
        if row > 0 { cells |= reached[row - 1] & alikeBelow[row - 1] }
        if row + 1 < side { cells |= reached[row + 1] & alikeBelow[row] }
        var narrower: UInt32
        repeat {
          narrower = cells
          cells |= (cells & alike[row]) << 1 | cells >> 1 & alike[row]
        } while cells != narrower
        if cells != reached[row] {
          reached[row] = cells
          hasSpread = true
        }
      }
    }
    let all = (1 as UInt32) << UInt32(side) - 1
    for row in 0..<side where reached[row] != all {
      let cell = row * side + (all & ~reached[row]).trailingZeroBitCount
      return (Int(regions[cell]), cell)
    }
    return nil
  }

  /// A mask for each row.
  private typealias Rows = InlineArray<32, UInt32>
}

/// Why a layout is not a puzzle.
public enum PuzzleError: Error, Hashable, Sendable {
  /// The layout has another number of cells than the grid.
  case cellCount(Int, expected: Int)
  /// The layout has another number of regions than the grid has rows.
  case regionCount(Int, expected: Int)
  /// A region is in pieces; row and column (0-based) name a cell cut off from its first cell.
  case disconnected(region: Int, row: Int, column: Int)
}

extension PuzzleError: CustomStringConvertible {
  /// What is wrong, where (1-based, as people count), and what is needed.
  public var description: String {
    switch self {
    case .cellCount(let count, let expected):
      return "the layout has \(count) cells — this grid needs \(expected)"
    case .regionCount(let count, let expected):
      return "the layout has \(count) regions — this grid needs \(expected)"
    case .disconnected(let region, let row, let column):
      return "region \(region + 1) is in pieces: row \(row + 1), column \(column + 1) is cut off "
        + "from its first cell — every region must be connected along edges"
    }
  }
}
