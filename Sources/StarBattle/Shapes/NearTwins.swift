extension Puzzle {
  /// Whether another puzzle of the same grid, turned or mirrored as it may be, shares more than
  /// half of the regions.
  ///
  /// A player who meets both in one pack takes the second for the first. The press passes over such
  /// puzzles, and a page for editors points at them.
  ///
  /// - Parameter other: The other puzzle.
  /// - Returns: Whether it does; `false` where the grids differ.
  /// - Complexity: O(cells), eight times over.
  public func isNearTwin(of other: Puzzle) -> Bool {
    guard grid == other.grid else { return false }
    return Symmetry.allCases.contains { symmetry in
      sharedRegions(with: other.applying(symmetry)) >= Puzzle.nearTwinRegions(of: grid)
    }
  }

  /// The fewest shared regions that make two puzzles near-twins.
  package static func nearTwinRegions(of grid: Grid) -> Int { grid.side / 2 + 1 }

  /// The number of regions that both have cell by cell, as they stand.
  ///
  /// - Precondition: Both are of one grid.
  package func sharedRegions(with other: Puzzle) -> Int {
    let sizes = regionSizes
    let otherSizes = other.regionSizes
    var partner = [Int](repeating: -1, count: grid.side)
    var isShared = [Bool](repeating: true, count: grid.side)
    for (mine, its) in zip(regions, other.regions) {
      let (mine, its) = (Int(mine), Int(its))
      if partner[mine] < 0 { partner[mine] = its }
      if partner[mine] != its || sizes[mine] != otherSizes[its] { isShared[mine] = false }
    }
    return isShared.count { $0 }
  }
}
