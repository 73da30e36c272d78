import StarBattle

/// Levels 8–13, hypotheticals: assume a star on one cell; if some container can then no longer be
/// completed, the cell is a mark.
///
/// One assumption at a time, never two, and never one inside another. The levels differ in how far
/// its consequences are followed before looking for the container that fails: see `Depth`.
///
/// - Source: levels 8–11 as in K. De Asis, *A Star Battle Guide*; 12 and 13 are this project's own.
extension Rule {
  static let assumeDirect = assume(
    to: .direct, code: 11, id: "hypothetical.direct", name: "a star here leaves too few cells",
    cost: 60, source: .guide)

  static let assumeTiling = assume(
    to: .tiling, code: 12, id: "hypothetical.tiling", name: "a star here leaves too few tiles",
    cost: 40, source: .guide)

  static let assumeCounting = assume(
    to: .counting, code: 13, id: "hypothetical.counting", name: "a star here upsets a count",
    cost: 15, source: .guide)

  static let assumePropagated = assume(
    to: .propagated, code: 14, id: "hypothetical.propagated",
    name: "a star here forces a contradiction", cost: 20, source: .guide)

  static let assumeChained = assume(
    to: .chained, code: 15, id: "hypothetical.chained", name: "a star here, followed with tiles",
    cost: 35, source: .ours)

  static let assumeDeep = assume(
    to: .deep, code: 16, id: "hypothetical.deep", name: "a star here, followed with counting",
    cost: 90, source: .ours)

  /// The rule that follows assumptions to a depth.
  private static func assume(
    to depth: Depth, code: Int, id: String, name: String, cost: Int, source: Source
  ) -> Rule {
    Rule(
      code: code, id: id, name: name, level: depth.rawValue, cost: cost, source: source,
      scope: .assumption, wording: .assumption,
      find: { solve, _, engine, layout in
        engine.assume(to: depth, &solve.board, layout, ladder: solve.ladder)
      },
      split: { solve, recorder, engine, layout in
        solve.recordAssumptions(to: depth, &recorder, &engine, layout)
      })
  }
}

extension RuleEngine {
  /// Whether a star on an unknown cell fails, as far as a level (8…13) can see.
  package mutating func fails(
    row: Int, column: Int, _ board: inout Board, _ layout: borrowing Layout, level: Int
  ) -> Bool {
    var others: [32 of UInt32] = .init(repeating: ~0)
    others[row] = ~.bit(column)
    return !failing(at: Depth(level: level), on: &board, layout, sparing: others).isEmpty
  }

  /// Marks every unknown cell on which a star fails at a depth, but at none before it.
  ///
  /// The ladder asks for one depth after another, as long as none has found anything. Then trials
  /// need not begin anew: those of one depth are led on to the next, and the first two depths are
  /// tried together where the ladder goes so far.
  ///
  /// - Parameters:
  ///   - depth: How far assumptions are followed.
  ///   - board: What is known.
  ///   - layout: The layout of the board.
  ///   - ladder: The rules that are asked in turn: depths are tried together where both are there.
  package mutating func assume(
    to depth: Depth, _ board: inout Board, _ layout: borrowing Layout, ladder: ArraySlice<Rule>
  ) {
    func isAsked(_ rule: Rule) -> Bool { ladder.contains { $0.code == rule.code } }
    switch (depth, trials.depth) {
    case (.direct, _):
      let last = isAsked(.assumeTiling) ? Depth.tiling : .direct
      let found = assumeAtOnce(&board, layout, through: last)
      trials.depth = found == .direct ? nil : last
      trials.failing = found == .tiling ? deductions : Deductions()
      if found == .tiling { deductions.clear() }
    case (.tiling, .tiling):
      // Tried already, together with the depth before.
      deductions = trials.failing
    case (.counting, .tiling):
      countEverywhere(&board, layout)
      trials.depth = deductions.isEmpty ? depth : nil
    case (.propagated, .counting), (.chained, .propagated), (.deep, .chained):
      followEverywhere(&board, layout, to: depth)
      trials.depth = deductions.isEmpty ? depth : nil
    case (.tiling, _), (.counting, _), (.propagated, _), (.chained, _), (.deep, _):
      assumeEverywhere(&board, layout, to: depth)
    }
  }

  /// Marks every unknown cell on which a star fails, as far as a depth can see.
  package mutating func assumeEverywhere(
    _ board: inout Board, _ layout: borrowing Layout, to depth: Depth
  ) {
    deductions = failing(at: depth, on: &board, layout)
  }

  /// Every unknown cell on which a star fails, as far as a depth can see.
  ///
  /// - Parameters:
  ///   - depth: How far assumptions are followed.
  ///   - board: What is known.
  ///   - layout: The layout of the board.
  ///   - spared: Cells that are not asked about, by row.
  /// - Returns: Their marks.
  private mutating func failing(
    at depth: Depth, on board: inout Board, _ layout: borrowing Layout,
    sparing spared: [32 of UInt32] = .init(repeating: 0)
  ) -> Deductions {
    prepareTrials(on: &board, layout, to: depth)
    var failing = Deductions()
    if depth == .tiling {
      for row in SetBits(findTaking(sparing: spared, layout, pairs: true)) {
        failing.mark(taken.taking[row], in: row)
      }
      return failing
    }
    trials.reserve(BoardLanes.most)
    for row in 1...layout.grid.side {
      for column in SetBits(board.lines[unchecked: row] & ~spared[row]) {
        let trial = trials.boards + lanes.count
        trial.initialize(to: board)
        if !begin(&trial.pointee, row: row, column: column, layout)
          || fails(&trial.pointee, layout, at: depth, isLedOn: false)
        {
          failing.mark(.bit(column), in: row)
        } else if depth.isCounted {
          lanes.add(trial, row: row, column: column)
          if lanes.isFull { countTrials(on: &board, layout, failing: &failing) }
        }
      }
    }
    countTrials(on: &board, layout, failing: &failing)
    return failing
  }

  /// Marks every unknown cell on which a star fails at once: for lack of cells, or if there is
  /// none, for lack of capacity.
  ///
  /// What lacks cells lacks capacity as well. So that is asked first, without making a board, and
  /// nearly always shows that nothing fails; once a cell has been found that lacks cells, no other
  /// is asked for.
  ///
  /// - Parameters:
  ///   - board: What is known.
  ///   - layout: The layout of the board.
  ///   - last: `.tiling`, or `.direct` where nobody asks about capacity.
  /// - Returns: The depth; its findings are in `deductions`. `nil` if no star fails.
  private mutating func assumeAtOnce(
    _ board: inout Board, _ layout: borrowing Layout, through last: Depth
  ) -> Depth? {
    prepareTrials(on: &board, layout, to: last)
    var failing = Deductions()
    var lowest = last
    let rows = findTaking(sparing: .init(repeating: 0), layout, pairs: true)
    for (row, column) in SetCells(taken.taking, in: rows) {
      var trial = board
      if !begin(&trial, row: row, column: column, layout) || lacksCells(&trial) {
        if lowest > .direct { failing.clear() }
        lowest = .direct
      } else if lowest == .direct {
        continue
      }
      failing.mark(.bit(column), in: row)
    }
    deductions = failing
    return deductions.isEmpty ? nil : lowest
  }

  /// Marks every unknown cell on which a star fails by counting.
  ///
  /// - Parameters:
  ///   - board: What is known; no star fails at once.
  ///   - layout: The layout of the board.
  private mutating func countEverywhere(_ board: inout Board, _ layout: borrowing Layout) {
    var failing = Deductions()
    for row in 1...layout.grid.side {
      for column in SetBits(board.lines[unchecked: row]) {
        lanes.addStar(row: row, column: column, on: &board, layout)
        if lanes.isFull { countTrials(on: &board, layout, failing: &failing) }
      }
    }
    countTrials(on: &board, layout, failing: &failing)
    deductions = failing
  }

  /// Follows the trials on to a depth and marks every unknown cell whose trial now fails.
  ///
  /// - Parameters:
  ///   - board: What is known.
  ///   - layout: The layout of the board.
  ///   - depth: `.propagated` after `.counting` has found nothing, and so on.
  private mutating func followEverywhere(
    _ board: inout Board, _ layout: borrowing Layout, to depth: Depth
  ) {
    if depth == .propagated { trials.reserve(board.unknownCount) }
    trials.forgetPassed()
    if depth == .chained {
      chainEverywhere(&board, layout)
      return
    }
    var failing = Deductions()
    var trial = trials.boards
    for row in 1...layout.grid.side {
      for column in SetBits(board.lines[unchecked: row]) {
        defer { trial += 1 }
        if trials.hasPassed(row: row, column: column) { continue }
        begin(trial, on: &board, row: row, column: column, layout)
        let unknownCount = trial.pointee.unknownCount
        if fails(&trial.pointee, layout, at: depth, isLedOn: true) {
          failing.mark(.bit(column), in: row)
        } else if depth.isCounted && trial.pointee.unknownCount != unknownCount {
          lanes.add(trial, row: row, column: column)
          if lanes.isFull { countTrials(on: &board, layout, failing: &failing) }
        } else {
          trials.pass(trial, side: layout.grid.side)
        }
      }
    }
    countTrials(on: &board, layout, failing: &failing)
    deductions = failing
  }

  /// Follows the trials on with tiles and marks every unknown cell whose trial now fails.
  ///
  /// Counting shows something of one trial in ten. So they are followed without it, and the lanes
  /// tell which these are. A star that a trial in the lanes leads to waits until it is known
  /// whether that one passes: then it need not be tried.
  private mutating func chainEverywhere(_ board: inout Board, _ layout: borrowing Layout) {
    var failing = Deductions()
    var waiting: [32 of UInt32] = .init(repeating: 0)
    for isSecond in [false, true] {
      var trial = trials.boards
      for row in 1...layout.grid.side {
        for column in SetBits(board.lines[unchecked: row]) {
          defer { trial += 1 }
          if isSecond && waiting[unchecked: row] & .bit(column) == 0 { continue }
          if trials.hasPassed(row: row, column: column) { continue }
          if !isSecond && trials.isAwaited(row: row, column: column) {
            waiting[unchecked: row] |= .bit(column)
            continue
          }
          begin(trial, on: &board, row: row, column: column, layout)
          if !propagateUncounted(&trial.pointee, layout) {
            failing.mark(.bit(column), in: row)
            continue
          }
          lanes.add(trial, row: row, column: column)
          trials.wait(for: trial, side: layout.grid.side)
          if lanes.isFull { finishChained(on: &board, layout, failing: &failing) }
        }
      }
      finishChained(on: &board, layout, failing: &failing)
    }
    deductions = failing
  }

  /// Follows levels 1–7 and single assumptions until neither finds anything more.
  ///
  /// - Parameters:
  ///   - board: What is known; levels 1–7 have been followed on it.
  ///   - layout: The layout of the board.
  ///   - level: How far assumptions are followed, 8…13.
  ///   - isStar: The stars of a solution that the board has, by cell (row-major, from 0): on them
  ///     nothing fails, so they need no trial.
  package mutating func assumeSingly(
    _ board: inout Board, _ layout: borrowing Layout, level: Int, sparing isStar: [Bool]
  ) {
    let side = layout.grid.side
    var solution: [32 of UInt32] = .init(repeating: 0)
    for cell in isStar.indices where isStar[cell] {
      solution[cell / side + 1] |= .bit(cell % side + 1)
    }
    while board.unknownCount > 0 {
      var marks = failing(at: Depth(level: level), on: &board, layout, sparing: solution)
      if marks.isEmpty { return }
      guard board.apply(&marks, layout), propagate(&board, layout, through: 7)
      else { return }
    }
  }
}
