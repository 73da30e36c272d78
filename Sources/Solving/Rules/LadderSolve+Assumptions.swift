package import StarBattle

/// Why a star cannot stand on a cell: the chain of steps from the assumption to the failure.
extension LadderSolve {
  /// Explains every mark that a hypothetical rule has found.
  func recordAssumptions(
    to depth: Depth, _ recorder: inout StepRecorder, _ engine: inout RuleEngine,
    _ layout: borrowing Layout
  ) {
    for row in 1...layout.grid.side {
      for column in SetBits(recorder.found.marks[row]) {
        recorder.add(refute(row, column, to: depth, &engine, layout))
      }
    }
  }

  /// Why an assumed star fails, as plainly as it can be told of this very board.
  ///
  /// Whoever takes the marks of a cycle one by one knows more after each. So the star is followed
  /// no further than it takes by then, and where it leaves two adjacent lines short by what is
  /// called an M or a T (`PressuredRun`), no further than to these.
  ///
  /// - Parameters:
  ///   - known: Why it fails on a board that knows no more than this one; the cell is unknown yet.
  ///   - rule: The rule that found it there.
  ///   - engine: The rules.
  ///   - layout: The layout of the board.
  /// - Returns: The easiest rule that refutes the star, and how.
  /// - Precondition: the board has a solution.
  package func plainest(
    _ known: Assumption, by rule: Rule, _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) -> (rule: Rule, assumption: Assumption) {
    let cell = known.cell
    let (row, column) = (cell / layout.grid.side + 1, cell % layout.grid.side + 1)
    engine.forgetBoard()
    var board = board
    for easier in Rule.ladder where easier.scope == .assumption && easier.level <= rule.level {
      let depth = Depth(level: easier.level)
      guard engine.fails(row: row, column: column, &board, layout, level: depth.rawValue) else {
        continue
      }
      if depth > .tiling, let pressed = refuteByPressure(cell, &engine, layout) {
        return (easier, pressed)
      }
      let found = refute(row, column, to: depth, &engine, layout)
      if easier == rule && found.chain.count >= known.chain.count { break }
      return (easier, found)
    }
    return (rule, known)
  }

  /// Refutes a star that leaves two adjacent lines short by a run that one of them presses.
  private func refuteByPressure(
    _ cell: Int, _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) -> Assumption? {
    var trial = LadderSolve(assuming: [cell], on: self, layout, climbing: Depth.direct.chain)
    let (chain, failure, refused) = trial.follow(to: .direct, &engine, layout) { _ in false }
    guard failure == nil, refused.isEmpty, let pair = trial.pressuredPair(side: layout.grid.side)
    else { return nil }
    let containers = pair.map(Container.init(number:))
    return Assumption(
      cell: cell, chain: LadderSolve.relevant(chain, to: containers, layout),
      failure: Failure(rule: Rule.pairs.id, containers: containers))
  }

  /// The first two adjacent lines that a pressured run leaves short.
  private func pressuredPair(side: Int) -> [ContainerNumber]? {
    for base in [Int.rows, .columns] {
      for line in base + 1..<base + side {
        let needs = (Int(board.needs[line]), Int(board.needs[line + 1]))
        if PressuredRun(board.lines[line], board.lines[line + 1], needs: needs) != nil {
          return [line, line + 1]
        }
      }
    }
    return nil
  }

  /// Follows a star on a cell until something fails.
  ///
  /// - Precondition: a star there fails, as far as the depth can see.
  private func refute(
    _ row: Int, _ column: Int, to depth: Depth, _ engine: inout RuleEngine,
    _ layout: borrowing Layout
  ) -> Assumption {
    let cell = (row - 1) * layout.grid.side + column - 1
    var trial = LadderSolve(assuming: [cell], on: self, layout, climbing: depth.chain)
    let (chain, failure, refused) = trial.follow(to: depth, &engine, layout) { _ in false }
    let end =
      failure ?? trial.locateFailure(&engine, layout, seenAt: depth)
      ?? Failure(rule: Rule.forced.id, containers: [])
    assert(!end.containers.isEmpty, "an assumption that fails has a failure to show")
    return Assumption(
      cell: cell, chain: LadderSolve.relevant(chain, to: end.containers, refusing: refused, layout),
      failure: end)
  }

  /// Follows what has been assumed until something fails, or all is reached that is wanted.
  ///
  /// - Parameters:
  ///   - depth: How far it is followed, and what is looked for when a star has no place to begin
  ///     with.
  ///   - engine: The rules.
  ///   - layout: The layout of the board.
  ///   - isReached: Whether a board has all that is wanted.
  /// - Returns: The steps; what fails, if a step shows it; and where that step leaves no room for a
  ///   star, which no failing container need hold.
  mutating func follow(
    to depth: Depth, _ engine: inout RuleEngine, _ layout: borrowing Layout,
    until isReached: (Board) -> Bool
  ) -> (chain: [Step], failure: Failure?, refused: [Int]) {
    var chain: [Step] = []
    if !isPossible {
      return (chain, locateFailure(&engine, layout, seenAt: depth), [])
    }
    while board.unknownCount > 0, !isReached(board),
      let row = findEasiest(&engine, layout)
    {
      if engine.deductions.isContradiction {
        engine.deductions.clear()
        break
      }
      let steps = steps(of: ladder[row], &engine, layout)
      engine.deductions.clear()
      countCycle(row)
      for step in steps {
        if let clash = carryOut(step, layout) { return (chain, clash.failure, clash.refused) }
        chain.append(step)
      }
    }
    return (chain, nil, [])
  }

  /// Carries out one step of a chain.
  ///
  /// - Returns: What cannot be, where the step contradicts what came before, and the cells where it
  ///   refuses a star: those beside its own stars, or the one that it marks although a star is
  ///   there.
  private mutating func carryOut(
    _ step: Step, _ layout: borrowing Layout
  ) -> (failure: Failure, refused: [Int])? {
    let grid = layout.grid
    let side = grid.side
    func clash(_ containers: [Container], _ refused: [Int]? = nil) -> (Failure, [Int]) {
      (
        Failure(rule: step.rule, containers: containers),
        refused ?? step.stars.flatMap { grid.neighbours(of: $0) }
      )
    }
    var deductions = Deductions()
    for cell in step.stars {
      let (row, column) = (cell / side + 1, cell % side + 1)
      let bit: UInt32 = 1 << UInt32(column)
      let region = layout.region(of: cell)
      for container in [row, .column(column), .region(region)] where board.needs[container] == 0 {
        return clash(step.containers + [Container(number: container)])
      }
      if board.lines[row] & bit == 0 {
        return clash(step.containers)
      }
      deductions.place(bit, in: row)
      guard apply(&deductions, layout, keepingNewStars: true) else {
        return clash(step.containers)
      }
    }
    for cell in step.marks {
      let (row, bit) = (cell / side + 1, UInt32(2) << UInt32(cell % side))
      // Another step of this cycle has put a star there: both cannot be.
      if board.stars[row] & bit != 0 { return clash(step.containers, [cell]) }
      deductions.mark(bit, in: row)
    }
    _ = apply(&deductions, layout, keepingNewStars: true)
    return nil
  }

  /// What cannot be, where steps of one cycle contradict each other or what came before.
  package func firstFailure(of steps: ArraySlice<Step>, _ layout: borrowing Layout) -> Failure? {
    var trial = self
    for step in steps {
      if let clash = trial.carryOut(step, layout) { return clash.failure }
    }
    return nil
  }

  /// The steps of a chain that its end rests on, by way of the containers they look at.
  ///
  /// Steps of one cycle may clash: two of their stars touch, or one has a star where another has a
  /// mark. Then the earlier star belongs to the chain, even if it lies in none of the failing
  /// containers.
  ///
  /// - Parameters:
  ///   - chain: The steps.
  ///   - containers: The containers that fail in the end.
  ///   - cells: What the chain is to decide.
  ///   - refused: Where a star is refused.
  ///   - layout: The layout of the board.
  /// - Returns: The steps that are left.
  static func relevant(
    _ chain: [Step], to containers: [Container] = [], deciding cells: [Int] = [],
    refusing refused: [Int] = [], _ layout: borrowing Layout
  ) -> [Step] {
    var needed = [Bool](repeating: false, count: layout.grid.cellCount)
    for container in containers { layout.forEachCell(of: container) { needed[$0] = true } }
    for cell in cells { needed[cell] = true }
    let refused = Set(refused)
    var kept: [Step] = []
    for step in chain.reversed()
    where step.stars.contains(where: { needed[$0] || refused.contains($0) })
      || step.marks.contains(where: { needed[$0] })
    {
      for container in step.containers { layout.forEachCell(of: container) { needed[$0] = true } }
      for cell in step.cells { needed[cell] = true }
      kept.append(step)
    }
    return kept.reversed()
  }

  /// The first container, pair or interval that cannot be completed, as far as a depth can see.
  package func locateFailure(
    _ engine: inout RuleEngine, _ layout: borrowing Layout, seenAt depth: Depth
  ) -> Failure? {
    var board = board
    defer { engine.deductions.clear() }
    for rule in depth.failures {
      if let containers = rule.locateFailure?(&board, &engine, layout) {
        return Failure(rule: rule.id, containers: containers.map(Container.init(number:)))
      }
    }
    return nil
  }
}
