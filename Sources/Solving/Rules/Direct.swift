import StarBattle

/// Levels 1–3: what a star and a full container say at once.
///
/// A star rules out the cells that touch it. A container with as many unknown cells as it needs stars has a
/// star on each. A container that has its stars has no more.
///
/// `finishContainers` is these three rules as the engine runs them, to the end and at once; here they are one
/// at a time, as the ladder wants them.
extension RuleEngine {
  /// Level 1: the neighbours of new stars.
  @inline(__always)
  mutating func markNeighbours(
    of stars: InlineArray<32, UInt32>, _ board: borrowing Board, side: Int
  ) {
    for row in 1...side where stars[row] != 0 {
      let near = stars[row] | stars[row] << 1 | stars[row] >> 1
      for line in row - 1...row + 1 { deductions.mark(near & board.lines[line], in: line) }
    }
  }

  /// Level 2: containers with just as many unknown cells as they need stars.
  @inline(__always)
  mutating func forceContainers(
    _ changed: ContainerSet, _ board: borrowing Board, _ layout: borrowing Layout
  ) {
    var containers = changed
    while let container = containers.popFirst() {
      let need = UInt16(board.needs[container])
      let unknown = board.unknowns[container]
      if need > unknown { deductions.isContradiction = true }
      if need == 0 || need != unknown { continue }
      if container < .regions {
        deductions.place(board.lines[container], in: container)
      } else {
        for row in 1...layout.grid.side {
          deductions.place(board.lines[row] & layout.cells(of: container - .regions, in: row), in: row)
        }
      }
    }
  }

  /// Level 3: containers that have their stars.
  @inline(__always)
  mutating func completeContainers(
    _ changed: ContainerSet, _ board: borrowing Board, _ layout: borrowing Layout
  ) {
    var containers = changed
    while let container = containers.popFirst() {
      if board.needs[container] != 0 { continue }
      if container < .regions {
        deductions.mark(board.lines[container], in: container)
      } else {
        for row in 1...layout.grid.side {
          deductions.mark(board.lines[row] & layout.cells(of: container - .regions, in: row), in: row)
        }
      }
    }
  }
}
