public import StarBattle

/// What can be counted about the shapes of a layout of regions, and is drawn to a mean.
///
/// Sizes of regions are drawn too; they have weights of their own (`ShapeWeights.sizes`).
@_spi(Measuring) public enum ShapeTrait: Int, CaseIterable, Sendable {
  /// Pairs of neighbouring cells in different regions: the length of all borders.
  case border
  /// 2×2 windows of which one region has three cells: corners of borders.
  case corner
  /// Cells with one neighbour or none in their region.
  case tip
  /// Cells with all four neighbours in their region.
  case inner
  /// Cells whose only two neighbours in their region are opposite each other.
  case corridor
  /// Neighbouring cells along the board's edge in different regions.
  case edge
  /// Three pieces of border in line, whichever regions they part: how straight borders run, also
  /// across the places where three regions meet.
  case straight
  /// How ragged regions are: perimeter² / area, added up.
  case raggedness
  /// The heights and widths of all regions, added up.
  case span
  /// How long regions are for their width: the longer by the shorter of the two, by 4, added up.
  case aspect
  /// How much regions fill of their heights times widths, by 16, added up.
  case fill
  /// How far regions reach: the mean squared distance of a region's cells from their middle by its
  /// size, by 16, added up.
  case reach
}

@_spi(Measuring) extension ShapeTrait {
  /// The traits of a puzzle, by their definitions; `ShapeEnergy` is quicker where one cell moves.
  ///
  /// - Parameter puzzle: The puzzle.
  /// - Returns: The traits, in the order of the cases.
  /// - Complexity: O(cells).
  public static func values(of puzzle: Puzzle) -> [Double] {
    let side = puzzle.grid.side
    var values = [Double](repeating: 0, count: ShapeTrait.allCases.count)
    func add(_ trait: ShapeTrait, _ amount: Double = 1) { values[trait.rawValue] += amount }
    func at(_ row: Int, _ column: Int) -> Int {
      (0..<side).contains(row) && (0..<side).contains(column)
        ? puzzle.region(of: row * side + column) : -1
    }
    for row in 0..<side {
      for column in 0..<side {
        let here = at(row, column)
        let (right, below) = (at(row, column + 1), at(row + 1, column))
        if right >= 0 && right != here {
          add(.border)
          if row == 0 || row == side - 1 { add(.edge) }
        }
        if below >= 0 && below != here {
          add(.border)
          if column == 0 || column == side - 1 { add(.edge) }
        }
        let flat = [at(row, column - 1), right].count { $0 == here }
        let upright = [at(row - 1, column), below].count { $0 == here }
        switch flat + upright {
        case 0, 1: add(.tip)
        case 2 where flat != 1: add(.corridor)
        case 4: add(.inner)
        default: break
        }
        if at(row + 1, column + 1) >= 0 {
          let window = [here, right, below, at(row + 1, column + 1)]
          if window.contains(where: { label in window.count { $0 == label } == 3 }) { add(.corner) }
        }
        let isBeside = (0..<3).allSatisfy {
          at(row + $0, column + 1) >= 0 && at(row + $0, column) != at(row + $0, column + 1)
        }
        let isBelow = (0..<3).allSatisfy {
          at(row + 1, column + $0) >= 0 && at(row, column + $0) != at(row + 1, column + $0)
        }
        add(.straight, (isBeside ? 1 : 0) + (isBelow ? 1 : 0))
      }
    }
    for (region, shape) in puzzle.regionShapes.enumerated() {
      let (long, short) = (max(shape.height, shape.width), min(shape.height, shape.width))
      add(.raggedness, Double(shape.perimeter * shape.perimeter) / Double(shape.size))
      add(.span, Double(long + short))
      add(.aspect, Double(4 * long) / Double(short))
      add(.fill, Double(16 * shape.size) / Double(long * short))
      let cells = (0..<puzzle.grid.cellCount).filter { puzzle.region(of: $0) == region }
      for places in [cells.map { $0 / side }, cells.map { $0 % side }] {
        let middle = Double(places.reduce(0, +)) / Double(places.count)
        let moment = places.reduce(0) { $0 + (Double($1) - middle) * (Double($1) - middle) }
        add(.reach, 16 * moment / Double(places.count * places.count))
      }
    }
    return values
  }
}
