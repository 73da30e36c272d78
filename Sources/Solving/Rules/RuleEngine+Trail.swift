import StarBattle

extension RuleEngine {
  /// Follows the rules as `propagate(_:_:through:)` does, to the same end, and writes down the way.
  ///
  /// A round ends with the first region or interval that shows something, so that it rests on little.
  ///
  /// - Parameters:
  ///   - board: What is known; carried forward.
  ///   - layout: The layout of the board.
  ///   - level: 3, 4, 5, 6 or 7.
  ///   - trail: The rounds are added to it.
  /// - Returns: `false` when a container cannot be completed: the board has no solution.
  package mutating func propagate(
    _ board: inout Board, _ layout: borrowing Layout, through level: Int,
    recording trail: inout Trail
  ) -> Bool {
    while true {
      trail.begin(board)
      forcedRegions = 0
      guard finishContainers(&board, layout) else { return false }
      trail.rest(on: forcedRegions)
      if level < 4 || board.unknownCount == 0 { break }
      let changed = board.untiled
      board.untiled = ContainerSet()
      tile(ContainerSet(rows: changed.rows, columns: changed.columns), &board, layout)
      board.untiled.regions = changed.regions
      while deductions.isEmpty && board.untiled.regions != 0 {
        let region = board.untiled.regions.trailingZeroBitCount
        board.untiled.regions &= board.untiled.regions &- 1
        tileRegion(region, &board, layout)
        if !deductions.isEmpty { trail.rest(on: 1 &<< UInt32(region)) }
      }
      if deductions.isEmpty && level >= 6 {
        tilePairs(board.unpaired, &board, side: layout.grid.side)
        board.unpaired = ContainerSet()
      }
      if deductions.isEmpty && level >= 7 && !board.uncounted.isEmpty {
        count(board, layout, recording: &trail)
        if deductions.isEmpty { board.uncounted = ContainerSet() }
      } else if deductions.isEmpty && level >= 5 && !board.uncounted.isEmpty {
        presence.deduce(&board, layout, into: &deductions)
        // Plain counting looks at all regions at once.
        if deductions.isEmpty { board.uncounted = ContainerSet() } else { trail.rest(on: ~0) }
      }
      if deductions.isEmpty { break }
      guard board.apply(&deductions, layout) else { return false }
    }
    trail.end(with: board)
    return true
  }

  /// Counts with tiles, and tiles the parts of regions that this makes tight.
  private mutating func count(
    _ board: borrowing Board, _ layout: borrowing Layout, recording trail: inout Trail
  ) {
    countTiles(board, layout)
    if deductions.isContradiction { return }
    if !deductions.isEmpty {
      var single = Deductions()
      for interval in counting.tight {
        counting.conclude(interval, board, layout, into: &single)
        if !single.isEmpty { trail.rest(on: interval) }
        single.clear()
      }
      return
    }
    for index in counting.tight.indices {
      tileParts(of: counting.tight[index], board, layout)
      if deductions.isEmpty { continue }
      let interval = counting.tight[index]
      trail.rest(on: interval)
      for region in 0..<layout.grid.side where counting.splits(region, by: interval) {
        trail.rest(on: 1 &<< UInt32(region))
      }
      return
    }
  }
}
