import StarBattle

/// Levels 1–3: what a star and a full container say at once.
///
/// A star rules out the cells that touch it. A container with as many unknown cells as it needs
/// stars has a star on each. A container that has its stars has no more.
///
/// `RuleEngine.finishContainers` is these three rules as the engine runs them, to the end and at
/// once; here they are one at a time, as the ladder wants them. None of them changes the board; it
/// is `inout` for what `Rule.Find` says.
extension Rule {
  package static let neighbours = Rule(
    code: 1, id: "direct.neighbours", name: "star neighbours", level: 1, cost: 20, source: .guide,
    scope: .stars, wording: .neighbours, prevalence: .rare,
    find: { solve, _, engine, layout in
      engine.markNeighbours(of: solve.newStars, &solve.board, side: layout.grid.side)
    },
    split: { solve, recorder, engine, layout in
      let side = layout.grid.side
      var board = solve.board
      for row in 1...side {
        for column in SetBits(solve.newStars[row]) {
          var star = InlineArray<32, UInt32>(repeating: 0)
          star[row] = 1 << UInt32(column)
          engine.markNeighbours(of: star, &board, side: side)
          recorder.add(&engine.deductions, star: (row, column))
        }
      }
    })

  package static let forced = Rule(
    code: 2, id: "direct.forced", name: "forced placement", level: 2, cost: 2, source: .guide,
    wording: .forced, prevalence: .rare,
    lookInEach: { containers, board, engine, layout in
      engine.forceContainers(containers, &board, layout)
    },
    locateFailure: { board, _, layout in
      for container in layout.containers
      where UInt16(board.needs[container]) > board.unknowns[container] {
        return [container]
      }
      return nil
    })

  package static let complete = Rule(
    code: 3, id: "direct.complete", name: "complete container", level: 3, cost: 2, source: .guide,
    wording: .complete, prevalence: .rare,
    lookInEach: { containers, board, engine, layout in
      engine.completeContainers(containers, &board, layout)
    })
}

extension RuleEngine {
  /// Level 1: the neighbours of new stars.
  @inline(__always)
  mutating func markNeighbours(
    of newStars: InlineArray<32, UInt32>, _ board: inout Board, side: Int
  ) {
    let stars = newStars.span
    for row in 1...side where stars[row] != 0 {
      let near = stars[row] | stars[row] << 1 | stars[row] >> 1
      for line in row - 1...row + 1 { deductions.mark(near & board.lines[line], in: line) }
    }
  }

  /// Level 2: containers with just as many unknown cells as they need stars.
  @inline(__always)
  mutating func forceContainers(
    _ changed: ContainerSet, _ board: inout Board, _ layout: borrowing Layout
  ) {
    var containers = board.decided(of: changed)
    while let container = containers.popFirst() {
      let need = UInt16(board.needs[unchecked: container])
      let unknown = board.unknowns[unchecked: container]
      if need > unknown { deductions.isContradiction = true }
      if need == 0 || need != unknown { continue }
      if container < .regions {
        deductions.place(board.lines[unchecked: container], in: container)
      } else {
        let region = container - .regions
        for row in layout.rows(of: region) {
          deductions.place(
            board.lines[unchecked: row] & layout.cells(of: region, in: row), in: row)
        }
      }
    }
  }

  /// Level 3: containers that have their stars.
  @inline(__always)
  mutating func completeContainers(
    _ changed: ContainerSet, _ board: inout Board, _ layout: borrowing Layout
  ) {
    var containers = board.decided(of: changed)
    while let container = containers.popFirst() {
      if board.needs[unchecked: container] != 0 { continue }
      if container < .regions {
        deductions.mark(board.lines[unchecked: container], in: container)
      } else {
        let region = container - .regions
        for row in layout.rows(of: region) {
          deductions.mark(
            board.lines[unchecked: row] & layout.cells(of: region, in: row), in: row)
        }
      }
    }
  }
}
