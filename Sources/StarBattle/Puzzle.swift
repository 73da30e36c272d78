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
  /// Any distinct numbers do; they are renumbered in order of first appearance.
  ///
  /// - Parameters:
  ///   - grid: The outline.
  ///   - labels: One label a cell, row-major.
  /// - Throws: `PuzzleError` when the number of cells or regions is wrong, or a region is in
  ///   pieces.
  /// - Complexity: O(cells).
  public init(grid: Grid, regions labels: [some BinaryInteger & Sendable]) throws(PuzzleError) {
    guard labels.count == grid.cellCount else {
      throw .cellCount(labels.count, expected: grid.cellCount)
    }
    // A linear list of the labels met: at most 25 of them on a good board, and a board with
    // more is refused as soon as the 256th appears.
    var seen: [Int] = []
    var regions: [UInt8] = []
    regions.reserveCapacity(labels.count)
    for label in labels {
      let label = Int(truncatingIfNeeded: label)
      if let known = seen.firstIndex(of: label) {
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

  /// The number of cells in each region, by region number.
  public var regionSizes: [Int] {
    var sizes = [Int](repeating: 0, count: grid.side)
    for region in regions { sizes[Int(region)] += 1 }
    return sizes
  }

  /// The first cell that is not connected to its region's first cell, if there is one.
  private static func firstStray(in regions: [UInt8], of grid: Grid) -> (region: Int, cell: Int)? {
    let side = grid.side
    var reached = [Bool](repeating: false, count: regions.count)
    var started = [Bool](repeating: false, count: side)
    var open: [Int] = []
    for start in regions.indices where !started[Int(regions[start])] {
      started[Int(regions[start])] = true
      reached[start] = true
      open.append(start)
      while let cell = open.popLast() {
        let (row, column) = (cell / side, cell % side)
        func visit(_ next: Int) {
          if !reached[next] && regions[next] == regions[cell] {
            reached[next] = true
            open.append(next)
          }
        }
        if row > 0 { visit(cell - side) }
        if row < side - 1 { visit(cell + side) }
        if column > 0 { visit(cell - 1) }
        if column < side - 1 { visit(cell + 1) }
      }
    }
    return reached.firstIndex(of: false).map { (Int(regions[$0]), $0) }
  }
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
