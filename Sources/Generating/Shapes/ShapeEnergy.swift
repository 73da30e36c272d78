import Solving
import StarBattle

/// What a move of one cell does to the shapes of the two regions, by `ShapeWeights`.
///
/// Every trait but size and reach is a sum over the cells near the one that moves, of which only those of the two
/// regions count. So a move costs two look-ups of the 5×5 cells around it.
struct ShapeEnergy {
  var weights: ShapeWeights
  let mean: Int

  /// What a cell brings to a region by windows and borders, by the eight cells around it that are the region's.
  private var around: [Int32]
  /// By size: what the size itself costs.
  private var bySize: [Int]

  /// 2^(32 − k / 64) for k = 0…63: the chances of a rise.
  let chances: [UInt64]

  init(_ weights: ShapeWeights, grid: Grid) {
    self.weights = weights
    mean = grid.side
    var chances: [UInt64] = [1 << 32]
    // 2^(−1 / 64), by 2³².
    for _ in 1..<64 { chances.append((chances[chances.count - 1] * 4_248_701_965) >> 32) }
    self.chances = chances
    around = (0..<256).map { ShapeEnergy.joining($0, weights) }
    let mean = grid.side
    bySize = (0...grid.cellCount + 1).map { size in
      let off = size - mean
      // Beyond three times the mean the cube would win over all else.
      let bounded = min(off, 2 * mean)
      let short = max(0, 7 * mean - 10 * size)
      return 16 * weights.spread * off * off / (mean * mean)
        + 16 * weights.skew * bounded * bounded * bounded / (mean * mean * mean)
        + 64 * weights.small * short * short / (100 * mean * mean)
    }
  }

  /// The energy that a cell brings to a region by the 2×2 windows around it and by its borders.
  ///
  /// - Parameters:
  ///   - ring: The cells around it that are the region's: north-west first, row by row.
  ///   - weights: What each trait costs.
  /// - Returns: The energy.
  private static func joining(_ ring: Int, _ weights: ShapeWeights) -> Int32 {
    func has(_ bit: Int) -> Int { ring >> bit & 1 }
    var energy = 0
    for (flat, upright, diagonal) in [(3, 1, 0), (4, 1, 2), (3, 6, 5), (4, 6, 7)] {
      switch has(flat) + has(upright) + has(diagonal) {
      case 3: energy -= weights.corner
      case 2: energy += weights.corner
      default: break
      }
      if has(diagonal) == 1 && has(flat) + has(upright) == 0 { energy += ShapeWeights.pinch }
      if has(diagonal) == 0 && has(flat) + has(upright) == 2 { energy -= ShapeWeights.pinch }
    }
    energy -= weights.border * (has(1) + has(3) + has(4) + has(6))
    return Int32(energy)
  }

  /// The change of the energy when a cell goes from one region to another.
  @inline(__always)
  func change(moving cell: Int, from home: Int, to region: Int, _ layout: borrowing Layout) -> Int {
    let (row, column) = cell.quotientAndRemainder(dividingBy: mean)
    let old = Patch(of: home, row: row + 1, column: column + 1, layout)
    let new = Patch(of: region, row: row + 1, column: column + 1, layout)
    var energy = joined(new) - joined(old)
    if row == 0 || row == mean - 1 {
      energy += weights.edge * (old.count(Patch.besides) - new.count(Patch.besides))
    }
    if column == 0 || column == mean - 1 {
      energy += weights.edge * (old.count(Patch.aboveBelow) - new.count(Patch.aboveBelow))
    }
    let (oldSize, newSize) = (layout.size(of: home), layout.size(of: region))
    energy += bySize[oldSize - 1] - bySize[oldSize] + bySize[newSize + 1] - bySize[newSize]
    if weights.reach != 0 {
      energy +=
        weights.reach
        * (spread(adding: (row, column), to: region, newSize, layout)
          - spread(removing: (row, column), from: home, oldSize, layout))
    }
    return energy
  }

  /// What a cell in the middle of a patch brings to the patch's region.
  @inline(__always)
  private func joined(_ patch: Patch) -> Int {
    var energy = Int(around[patch.ring])
    energy += cost(patch, Patch.middle)
    for place in [11, 7, 13, 17] where patch.bits >> UInt32(place) & 1 != 0 {
      energy += cost(patch, place)
      energy -= cost(patch.withoutMiddle, place)
    }
    return energy
  }

  /// What a cell costs by its number of neighbours.
  @inline(__always)
  private func cost(_ patch: Patch, _ place: Int) -> Int {
    let bits = patch.bits >> UInt32(place - 5)
    let flat = (bits >> 4 & 1) + (bits >> 6 & 1)
    let upright = (bits & 1) + (bits >> 10 & 1)
    switch flat + upright {
    case 0, 1: return weights.tip
    case 2: return flat == 1 ? 0 : weights.corridor
    case 4: return weights.inner
    default: return 0
    }
  }

  /// The rise of a region's second moment when a cell joins, by 2 / the mean size.
  private func spread(
    adding cell: (row: Int, column: Int), to region: Int, _ size: Int,
    _ layout: borrowing Layout
  ) -> Int {
    let (rows, columns) = sums(region, layout)
    let (up, across) = ((cell.row + 1) * size - rows, (cell.column + 1) * size - columns)
    // The moment about the middle rises by n / (n + 1) · distance².
    return 2 * (up * up + across * across) / (size * (size + 1) * mean)
  }

  private func spread(
    removing cell: (row: Int, column: Int), from region: Int, _ size: Int,
    _ layout: borrowing Layout
  ) -> Int {
    let (rows, columns) = sums(region, layout)
    let (up, across) = ((cell.row + 1) * size - rows, (cell.column + 1) * size - columns)
    return 2 * (up * up + across * across) / (size * max(1, size - 1) * mean)
  }

  /// The sums of the rows and columns of a region's cells, from 1.
  private func sums(_ region: Int, _ layout: borrowing Layout) -> (rows: Int, columns: Int) {
    var (rows, columns) = (0, 0)
    for row in layout.rows(of: region) {
      rows += row * layout.cells(of: region, in: row).nonzeroBitCount
    }
    for column in layout.columns(of: region) {
      columns += column * layout.cells(of: region, in: 32 + column).nonzeroBitCount
    }
    return (rows, columns)
  }
}

/// The 5×5 cells around a cell that belong to a region: bit 0 north-west, row by row, bit 12 the middle (set).
private struct Patch {
  var bits: UInt32

  static let middle = 12
  static let besides: UInt32 = 1 << 11 | 1 << 13
  static let aboveBelow: UInt32 = 1 << 7 | 1 << 17

  @inline(__always)
  init(of region: Int, row: Int, column: Int, _ layout: borrowing Layout) {
    let shift = UInt32(truncatingIfNeeded: column)
    func cut(_ line: Int) -> UInt32 { (layout.cells(of: region, in: line) &<< 2) &>> shift & 31 }
    let first = row > 1 ? cut(row - 2) : 0
    let upper = first | cut(row - 1) << 5 | cut(row) << 10
    bits = upper | cut(row + 1) << 15 | cut(row + 2) << 20 | 1 << 12
  }

  var withoutMiddle: Patch {
    var patch = self
    patch.bits &= ~(1 << 12)
    return patch
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
}
