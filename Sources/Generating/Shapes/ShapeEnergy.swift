package import Solving
package import StarBattle

/// What a move of one cell does to the shapes of the two regions, by `ShapeWeights`.
///
/// Most traits are sums over the cells near the one that moves, of which only those of the two
/// regions count. So a move costs two look-ups of the 5×5 cells around it; what else it costs is
/// spared where nothing weighs it.
package struct ShapeEnergy {
  let mean: Int
  private let tip: Int
  private let inner: Int
  private let corridor: Int
  private let edge: Int
  private let straight: Int
  let raggedness: Int
  let span: Int
  let aspect: Int
  let fill: Int
  let reach: Int
  private let isBoxed: Bool

  /// What a cell brings to a region by windows and borders, by the eight cells around it that are
  /// the region's.
  private let around: [Int32]
  /// By size: what the size itself costs.
  private let bySize: [Int]

  /// 2^(32 − k / 64) for k = 0…63: the chances of a rise.
  let chances: [UInt64]

  package init(_ weights: ShapeWeights, grid: Grid) {
    let mean = grid.side
    self.mean = mean
    tip = weights[.tip]
    inner = weights[.inner]
    corridor = weights[.corridor]
    edge = weights[.edge]
    straight = weights[.straight]
    raggedness = weights[.raggedness]
    span = weights[.span]
    aspect = weights[.aspect]
    fill = weights[.fill]
    isBoxed = span != 0 || aspect != 0 || fill != 0
    reach = weights[.reach]
    var chances: [UInt64] = [1 << 32]
    // 2^(−1 / 64), by 2³².
    for _ in 1..<64 { chances.append((chances[chances.count - 1] * 4_248_701_965) >> 32) }
    self.chances = chances
    around = (0..<256).map { ShapeEnergy.joining($0, weights) }
    bySize = (0...grid.cellCount + 1).map { weights.cost(ofSize: $0, mean: mean) }
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
      case 3: energy -= weights[.corner]
      case 2: energy += weights[.corner]
      default: break
      }
      if has(diagonal) == 1 && has(flat) + has(upright) == 0 { energy += ShapeWeights.pinch }
      if has(diagonal) == 0 && has(flat) + has(upright) == 2 { energy -= ShapeWeights.pinch }
    }
    energy -= weights[.border] * (has(1) + has(3) + has(4) + has(6))
    return Int32(energy)
  }

  /// The change of the energy when a cell goes from one region to another.
  @inline(__always)
  package func change(moving cell: Int, from home: Int, to region: Int, _ layout: borrowing Layout)
    -> Int
  {
    let (row, column) = cell.quotientAndRemainder(dividingBy: mean)
    let old = ShapePatch(of: home, row: row + 1, column: column + 1, layout)
    let new = ShapePatch(of: region, row: row + 1, column: column + 1, layout)
    var energy = joined(new) - joined(old)
    if row == 0 || row == mean - 1 {
      energy += edge * (old.count(ShapePatch.besides) - new.count(ShapePatch.besides))
    }
    if column == 0 || column == mean - 1 {
      energy += edge * (old.count(ShapePatch.aboveBelow) - new.count(ShapePatch.aboveBelow))
    }
    let (oldSize, newSize) = (layout.size(of: home), layout.size(of: region))
    energy += bySize[oldSize - 1] - bySize[oldSize] + bySize[newSize + 1] - bySize[newSize]
    let place = (row: row + 1, column: column + 1)
    if straight != 0 { energy += straight * straightening(place, from: home, to: region, layout) }
    if raggedness != 0 {
      energy += roughening(
        from: (home, oldSize, old.degree), to: (region, newSize, new.degree), layout)
    }
    if isBoxed {
      energy += boxing(adding: place, to: region, newSize, layout)
      energy += boxing(removing: place, from: home, oldSize, layout)
    }
    if reach != 0 {
      energy += spread(adding: place, to: region, newSize, layout)
      energy += spread(removing: place, from: home, oldSize, layout)
    }
    return energy
  }

  /// What a cell in the middle of a patch brings to the patch's region.
  @inline(__always)
  private func joined(_ patch: ShapePatch) -> Int {
    var energy = Int(around[patch.ring])
    energy += cost(patch, ShapePatch.middle)
    for place in [11, 7, 13, 17] where patch.bits >> UInt32(place) & 1 != 0 {
      energy += cost(patch, place)
      energy -= cost(patch.withoutMiddle, place)
    }
    return energy
  }

  /// What a cell costs by its number of neighbours.
  @inline(__always)
  private func cost(_ patch: ShapePatch, _ place: Int) -> Int {
    let bits = patch.bits >> UInt32(place - 5)
    let flat = (bits >> 4 & 1) + (bits >> 6 & 1)
    let upright = (bits & 1) + (bits >> 10 & 1)
    switch flat + upright {
    case 0, 1: return tip
    case 2: return flat == 1 ? 0 : corridor
    case 4: return inner
    default: return 0
    }
  }
}
