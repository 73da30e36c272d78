import StarBattle

/// Why cells come out the same whichever way a container is filled: every way, and where it leads.
extension LadderSolve {
  /// Explains what the ways to fill some containers have in common.
  func recordWays(
    _ recorder: inout StepRecorder, _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) {
    let side = layout.grid.side
    var open = recorder.found
    for (_, container) in engine.containersByWays(board, layout) {
      var common = Deductions()
      engine.fill(container, board, layout, into: &common)
      // Only what was found: behind the containers that were asked are others, with more ways.
      for line in 0..<64 { common.marks[line] &= open.marks[line] }
      for row in 0..<32 { common.stars[row] &= open.stars[row] }
      let (stars, marks) = common.cells(on: board, side: side)
      if stars.isEmpty && marks.isEmpty { continue }
      for line in 0..<64 { open.marks[line] &= ~common.marks[line] }
      for row in 0..<32 { open.stars[row] &= ~common.stars[row] }
      var ways: [(board: Board?, stars: [Int])] = []
      engine.forEachWay(to: container, board, layout) { board, stars in
        ways.append((board, stars))
        return true
      }
      recorder.add(
        &common, container,
        ways: ways.map { follow($0.stars, leadingTo: $0.board, stars + marks, &engine, layout) },
        layout)
    }
  }

  /// Follows one way until it fails, or if it does not, until it has decided some cells.
  private func follow(
    _ way: [Int], leadingTo board: Board?, _ cells: [Int], _ engine: inout RuleEngine,
    _ layout: borrowing Layout
  ) -> Way {
    guard var board else {
      return Way(stars: way, chain: [], failure: overfilled(by: way, layout))
    }
    let side = layout.grid.side
    let isOpen = engine.propagate(&board, layout, through: 7)
    engine.deductions.clear()
    var trial = LadderSolve(assuming: way, on: self, layout, climbing: Depth.deep.chain)
    let (chain, failure, refused) = trial.follow(to: .deep, &engine, layout) { board in
      isOpen && cells.allSatisfy { board.lines[$0 / side + 1] & 2 << UInt32($0 % side) == 0 }
    }
    if isOpen {
      return Way(
        stars: way, chain: LadderSolve.relevant(chain, deciding: cells, layout), failure: nil)
    }
    let end =
      failure ?? trial.locateFailure(&engine, layout, seenAt: .deep)
      ?? Failure(rule: Rule.forced.id, containers: [])
    assert(!end.containers.isEmpty, "a way that fails has a failure to show")
    return Way(
      stars: way,
      chain: LadderSolve.relevant(chain, to: end.containers, refusing: refused, layout),
      failure: end)
  }

  /// The first container that gets more of some stars than it needs.
  private func overfilled(by stars: [Int], _ layout: borrowing Layout) -> Failure {
    let side = layout.grid.side
    var missing = board.needs
    for cell in stars {
      for container in [
        cell / side + 1, .column(cell % side + 1), .region(layout.region(of: cell)),
      ] {
        if missing[container] == 0 {
          return Failure(
            rule: Rule.complete.id, containers: [Container(number: container)])
        }
        missing[container] -= 1
      }
    }
    preconditionFailure("the stars have their place")
  }
}
