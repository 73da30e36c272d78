@_spi(Engine) package import Solving
package import StarBattle

/// What a move of one cell does to the shapes of the two regions, by `ShapeWeights`.
///
/// Most traits are sums over the cells near the one that moves, of which only those of the two
/// regions count. So a move costs two look-ups of the 5×5 cells around it; what else it costs is
/// spared where nothing weighs it.
package struct ShapeEnergy {
  let mean: Int
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
  /// What a cell costs that has `flat` neighbours beside it and `upright` ones above and below, at
  /// `3 * flat + upright`.
  private var costs = InlineArray<9, Int>(repeating: 0)
  /// What a cell costs more when a neighbour joins it, at `3 * along + across`.
  ///
  /// That is by the neighbours that it has along the same line and across; turned by a quarter it
  /// is the same.
  private var arms = InlineArray<6, Int>(repeating: 0)
  /// By size: what the size itself costs.
  private let bySize: [Int]

  /// 2^(32 − k / 64) for k = 0…63: the chances of a rise.
  let chances: [UInt64]

  package init(_ weights: ShapeWeights, grid: Grid) {
    let mean = grid.side
    self.mean = mean
    for flat in 0...2 {
      for upright in 0...2 {
        let cost = ShapeEnergy.cost(flat: flat, upright: upright, weights)
        costs[3 * flat + upright] = cost
        if flat > 0 { arms[3 * (flat - 1) + upright] = cost - costs[3 * (flat - 1) + upright] }
      }
    }
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
    let place = layout.map.place(of: cell)
    let old = ShapePatch(of: home, row: place.row, column: place.column, layout)
    let new = ShapePatch(of: region, row: place.row, column: place.column, layout)
    var energy = joined(new) - joined(old)
    if place.row == 1 || place.row == mean {
      energy += edge * (old.count(ShapePatch.besides) - new.count(ShapePatch.besides))
    }
    if place.column == 1 || place.column == mean {
      energy += edge * (old.count(ShapePatch.aboveBelow) - new.count(ShapePatch.aboveBelow))
    }
    let (oldSize, newSize) = (layout.map.size(of: home), layout.map.size(of: region))
    energy += bySize[oldSize - 1] - bySize[oldSize] + bySize[newSize + 1] - bySize[newSize]
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
    let bits = patch.bits
    func has(_ place: UInt32) -> Int { Int(bits &>> place & 1) }
    var energy = Int(around[patch.ring])
    energy += costs[unchecked: 3 &* (has(11) &+ has(13)) &+ has(7) &+ has(17)]
    func arm(_ along: UInt32, _ across: UInt32, _ other: UInt32) -> Int {
      arms[unchecked: 3 &* has(along) &+ has(across) &+ has(other)]
    }
    if has(11) == 1 { energy += arm(10, 6, 16) }
    if has(13) == 1 { energy += arm(14, 8, 18) }
    if has(7) == 1 { energy += arm(2, 6, 8) }
    if has(17) == 1 { energy += arm(22, 16, 18) }
    return energy
  }

  /// What a cell costs by its number of neighbours.
  private static func cost(flat: Int, upright: Int, _ weights: ShapeWeights) -> Int {
    switch flat + upright {
    case 0, 1: weights[.tip]
    case 2: flat == 1 ? 0 : weights[.corridor]
    case 4: weights[.inner]
    default: 0
    }
  }
}
