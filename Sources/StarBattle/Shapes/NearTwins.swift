extension Puzzle {
  /// Whether another puzzle of the same grid, turned or mirrored as it may be, shares more than
  /// half of the regions.
  ///
  /// A player who meets both in one pack takes the second for the first. The press passes over such
  /// puzzles, and a page for editors points at them.
  ///
  /// - Parameter other: The other puzzle.
  /// - Returns: Whether it does; `false` where the grids differ.
  /// - Complexity: O(cells), and eight times that for the few that have as many regions of a kind.
  public func isNearTwin(of other: Puzzle) -> Bool {
    guard grid == other.grid else { return false }
    let least = Puzzle.nearTwinRegions(of: grid)
    guard Puzzle.common(regionKinds, other.regionKinds) >= least else { return false }
    return Symmetry.allCases.contains { sharedRegions(with: other.applying($0)) >= least }
  }

  /// The fewest shared regions that make two puzzles near-twins.
  package static func nearTwinRegions(of grid: Grid) -> Int { grid.side / 2 + 1 }

  /// A number for each region that is the same however the board is turned or mirrored, ascending.
  ///
  /// It is a sum of numbers that a cell has in common with its images; so images have the same one,
  /// and other regions seldom.
  private var regionKinds: [UInt64] {
    let side = grid.side
    var kinds = [UInt64](repeating: 0, count: side)
    var cell = 0
    for row in 0..<side {
      let down = min(row, side - 1 - row)
      for column in 0..<side {
        let across = min(column, side - 1 - column)
        let orbit = max(down, across) * side + min(down, across)
        kinds[Int(regions[cell])] &+= SeededGenerator.mixed(UInt64(orbit) + 1)
        cell += 1
      }
    }
    return kinds.sorted()
  }

  /// How many numbers two ascending lists have in common, each as often as both have it.
  private static func common(_ first: [UInt64], _ second: [UInt64]) -> Int {
    var (one, other, count) = (0, 0, 0)
    while one < first.count, other < second.count {
      let (mine, its) = (first[one], second[other])
      if mine <= its { one += 1 }
      if its <= mine { other += 1 }
      if mine == its { count += 1 }
    }
    return count
  }

  /// The number of regions that both have cell by cell, as they stand.
  ///
  /// - Precondition: Both are of one grid.
  package func sharedRegions(with other: Puzzle) -> Int {
    var partner: InlineArray<32, Int> = .init(repeating: -1)
    var torn: UInt32 = 0
    for (mine, its) in zip(regions, other.regions) {
      let (mine, its) = (Int(mine), Int(its))
      if partner[mine] < 0 { partner[mine] = its }
      if partner[mine] != its { torn |= 1 << UInt32(mine) }
    }
    let sizes = other.regionSizes
    for (region, size) in regionSizes.enumerated() where sizes[partner[region]] != size {
      torn |= 1 << UInt32(region)
    }
    return grid.side - torn.nonzeroBitCount
  }
}
