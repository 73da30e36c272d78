/// What the regions of many puzzles of one grid look like, on average.
///
/// For the benchmarks alone, which are a package of their own: it may change at any time.
@_spi(Measuring) public struct ShapeStatistics: Hashable, Sendable {
  /// The grid of all of them.
  public let grid: Grid
  /// The puzzles counted.
  public private(set) var puzzles = 0
  /// The long strips among their regions.
  public private(set) var strips = 0
  /// The smallest region of all, in cells.
  public private(set) var smallest = Int.max
  /// The largest region of all, in cells.
  public private(set) var largest = 0

  private var compactness = 0
  private var fill = 0
  private var aspect = 0
  private var corners = 0
  private var pairs = 0
  private var sizes: [Int]

  /// Nothing counted yet.
  public init(grid: Grid) {
    self.grid = grid
    sizes = Array(repeating: 0, count: grid.side)
  }

  /// Counts a puzzle.
  ///
  /// - Precondition: It has this grid.
  public mutating func add(_ puzzle: Puzzle) {
    precondition(
      puzzle.grid == grid, "statistics of \(grid) cannot take a puzzle of \(puzzle.grid)")
    puzzles += 1
    pairs += puzzle.touchingPairs
    let shapes = puzzle.regionShapes
    for shape in shapes {
      let (long, short) = (max(shape.height, shape.width), min(shape.height, shape.width))
      compactness += ShapeStatistics.scale * shape.perimeter * shape.perimeter / (16 * shape.size)
      fill += ShapeStatistics.scale * shape.size / (shape.height * shape.width)
      aspect += ShapeStatistics.scale * long / short
      corners += shape.corners
      strips += shape.isStrip ? 1 : 0
    }
    for (rank, size) in shapes.map(\.size).sorted().enumerated() {
      sizes[rank] += size
      smallest = min(smallest, size)
      largest = max(largest, size)
    }
  }

  /// Integers keep sums the same in any order.
  private static let scale = 10_000

  private var regions: Int { max(1, puzzles * grid.side) }

  private func mean(_ sum: Int) -> Double { Double(sum) / Double(regions) }

  /// Perimeter² / 16 · area, on average over all regions: 1 for a square, more the more winding.
  public var meanCompactness: Double { mean(compactness) / Double(ShapeStatistics.scale) }
  /// The share of its bounding box that a region fills, on average.
  public var meanFill: Double { mean(fill) / Double(ShapeStatistics.scale) }
  /// The longer side of the bounding box by the shorter, on average.
  public var meanAspect: Double { mean(aspect) / Double(ShapeStatistics.scale) }
  /// The places where a region's border turns, on average.
  public var meanCorners: Double { mean(corners) }
  /// The pairs of regions with a common border, for each region.
  public var meanPairs: Double { mean(pairs) }
  /// The mean size of the smallest region of a puzzle, of the second smallest … of the largest.
  public var sizeProfile: [Double] { sizes.map { Double($0) / Double(max(1, puzzles)) } }
  /// The share of the board that the largest region of a puzzle takes, on average.
  public var largestShare: Double { (sizeProfile.last ?? 0) / Double(grid.cellCount) }
}
