extension Puzzle {
  /// Whether another puzzle of the same grid, turned or mirrored as it may be, shares more than
  /// half of the regions.
  ///
  /// A player who meets both in one pack takes the second for the first.
  ///
  /// - Complexity: O(cells), eight times over.
  public func isNearTwin(of other: Puzzle) -> Bool {
    guard grid == other.grid else { return false }
    return Symmetry.allCases.contains { symmetry in
      2 * sharedRegions(with: other.applying(symmetry)) > grid.side
    }
  }

  /// The regions that both have cell by cell.
  private func sharedRegions(with other: Puzzle) -> Int {
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
