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
  /// Any distinct numbers do, of which the lower 64 bits count; they are renumbered in order of
  /// first appearance.
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
    var numbering = Numbering()
    var regions = [UInt8](repeating: 0, count: labels.count)
    var firsts = Rows(repeating: 0)
    var cell = 0
    for row in 0..<grid.side {
      for column in 0..<grid.side {
        let count = numbering.count
        guard let region = numbering.number(of: Int(truncatingIfNeeded: labels[cell])) else {
          throw .regionCount(count + 1, expected: grid.side)
        }
        regions[cell] = region
        if numbering.count > count { firsts[row] |= 1 << UInt32(column) }
        cell += 1
      }
    }
    guard numbering.count == grid.side else {
      throw .regionCount(numbering.count, expected: grid.side)
    }
    if let (region, cell) = Puzzle.firstStray(in: regions, from: firsts, of: grid) {
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
  /// below that belong to the same region: a bit a column, down the board and up again, until
  /// nothing is added.
  private static func firstStray(
    in regions: [UInt8], from firsts: Rows, of grid: Grid
  ) -> (region: Int, cell: Int)? {
    let side = grid.side
    let all = (1 as UInt32) << UInt32(side) - 1
    let regions = regions.span
    // Where the next cell of the row, or the cell below, is of the same region.
    var (alike, alikeBelow) = (Rows(repeating: 0), Rows(repeating: 0))
    for row in 0..<side {
      let start = row * side
      // The last row has none below: itself.
      let below = row + 1 < side ? start + side : start
      var (mask, maskBelow): (UInt32, UInt32) = (0, 0)
      var next: UInt8 = .max
      for column in (0..<side).reversed() {
        let region = regions[unchecked: start &+ column]
        mask = mask &<< 1 | (region == next ? 1 : 0)
        maskBelow = maskBelow &<< 1 | (region == regions[unchecked: below &+ column] ? 1 : 0)
        next = region
      }
      alike[row] = mask
      alikeBelow[row] = maskBelow
    }
    var reached = firsts
    var hasSpread = true
    while hasSpread {
      hasSpread = false
      for turn in 0..<2 * side {
        let row = turn < side ? turn : 2 * side - 1 - turn
        var cells = reached[row]
        if row > 0 { cells |= reached[row - 1] & alikeBelow[row - 1] }
        if row + 1 < side { cells |= reached[row + 1] & alikeBelow[row] }
        cells = spread(cells, along: alike[row])
        hasSpread = hasSpread || cells != reached[row]
        reached[row] = cells
      }
    }
    for row in 0..<side where reached[row] != all {
      let cell = row * side + (all & ~reached[row]).trailingZeroBitCount
      return (Int(regions[cell]), cell)
    }
    return nil
  }

  /// Cells of a row and those that runs of like cells join to them, up to seven columns away.
  private static func spread(_ cells: UInt32, along alike: UInt32) -> UInt32 {
    var (cells, joined) = (cells, alike)
    var shift: UInt32 = 1
    while shift < 8 {
      cells |= (cells & joined) &<< shift | cells &>> shift & joined
      joined &= joined &>> shift
      shift *= 2
    }
    return cells
  }

  /// A mask for each row.
  private typealias Rows = InlineArray<32, UInt32>
}

/// Numbers for labels, in order of first appearance.
private struct Numbering {
  /// The numbers that were given.
  private(set) var count = 0
  /// The numbers of the labels below 256, as those of texts are; 255 where there is none.
  private var numbers = InlineArray<256, UInt8>(repeating: .max)
  /// The other labels, with their numbers.
  private var others: [(label: Int, number: UInt8)] = []

  /// The number of a label, which is a new one where the label is new.
  ///
  /// - Returns: 0…254; `nil` where these are used up.
  @inline(__always)
  mutating func number(of label: Int) -> UInt8? {
    guard 0..<256 ~= label else { return numberOfOther(label) }
    if numbers[label] == .max {
      guard let new = next() else { return nil }
      numbers[label] = new
    }
    return numbers[label]
  }

  private mutating func numberOfOther(_ label: Int) -> UInt8? {
    if let known = others.first(where: { $0.label == label }) { return known.number }
    guard let new = next() else { return nil }
    others.append((label, new))
    return new
  }

  private mutating func next() -> UInt8? {
    guard count < 255 else { return nil }
    defer { count += 1 }
    return UInt8(count)
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
