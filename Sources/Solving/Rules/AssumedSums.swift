import Adding
import StarBattle

/// Assumed sums: a star on this cell, and what rows, columns and regions need no longer adds up.
///
/// What the star forces is followed with levels 1–6, then all that sums decide of the board that it
/// leads to, and levels 1–6 once more. If after that some containers need more stars than there is
/// room for, by a sum of any size, the cell is a mark. The sums on the way are shown one by one, as
/// far as the end rests on them.
///
/// The stars that force most are tried first, up to those with which one is refuted: where many
/// fail, a few are enough for the ladder to go on.
///
/// No ladder that grades has it; `RuleSet.thorough` asks it where neither ladder nor sums go on.
///
/// - Observes: stars needed by containers of any kind, and tiles.
/// - Technique: a single assumption; linear programming.
/// - Deduces: marks.
/// - Source: this project.
extension Rule {
  package static let assumeSums = Rule(
    code: 22, id: "hypothetical.sum", name: "a star here upsets a sum", level: 12, cost: 75,
    source: .ours, scope: .assumptionWithSums, wording: .assumption, prevalence: .rare,
    find: { solve, _, engine, layout in
      let refuted = solve.starsRefutedBySums(&engine, layout)
      engine.refutedStars = refuted
      engine.deductions.add(marks: refuted.map(\.cell), side: layout.grid.side)
    },
    split: { _, recorder, engine, _ in
      for star in engine.refutedStars { recorder.add(star) }
    })
}

extension LadderSolve {
  /// How many stars are tried before the search ends, but for others that force as much.
  ///
  /// At 14×14 the first to fail is one of the first three, as a rule; at 17×17 each costs seconds,
  /// and a board without such a star would take the better part of an hour.
  private static let mostAssumedStars = 40

  /// The stars that fail, among those that force as much as the first that does.
  fileprivate func starsRefutedBySums(
    _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) -> [Assumption] {
    var found: [Assumption] = []
    // Stars that a solution has, wherever one was met.
    var isSolving = [Bool](repeating: false, count: layout.grid.cellCount)
    var last = 0
    for (tried, (unknowns, cell)) in starsByReach(&engine, layout).enumerated() {
      if unknowns > last && (!found.isEmpty || tried >= LadderSolve.mostAssumedStars) { break }
      last = unknowns
      if isSolving[cell] { continue }
      var trial = AssumedSolve(of: cell, on: self, layout)
      if let refuted = trial.refute(&engine, layout) { found.append(refuted) }
      for star in trial.solution { isSolving[star] = true }
    }
    engine.deductions.clear()
    return found
  }

  /// The unknown cells, those first with which the fewest stay unknown.
  private func starsByReach(
    _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) -> [(unknowns: Int, cell: Int)] {
    let side = layout.grid.side
    var stars: [(unknowns: Int, cell: Int)] = []
    var board = board
    for row in 1...side {
      for column in SetBits(board.lines[row]) {
        let unknowns = engine.unknownCount(afterStarAt: (row, column), &board, layout)
        stars.append((unknowns, (row - 1) * side + column - 1))
      }
    }
    return stars.sorted { $0 < $1 }
  }
}

/// A board with a star assumed, followed by ladder and sums.
private struct AssumedSolve {
  /// What has followed: a step, or all that sums decide of a board.
  private enum Link {
    case step(Step)
    case sums(stars: [Int], marks: [Int], on: Board, cycle: Int)
  }

  private let cell: Int
  private var solve: LadderSolve
  private var links: [Link] = []
  /// Where what failed last leaves no room for a star.
  private var refused: [Int] = []
  /// The cells that sums decide and for which none in whole numbers was found.
  private var isUnshown: [Bool]
  /// The stars of a solution, if one was met.
  private(set) var solution: [Int] = []

  init(of cell: Int, on other: LadderSolve, _ layout: borrowing Layout) {
    self.cell = cell
    isUnshown = Array(repeating: false, count: layout.grid.cellCount)
    solve = LadderSolve(assuming: [cell], on: other, layout, climbing: Depth.chained.chain)
  }

  /// Follows the star until something fails.
  ///
  /// - Returns: Why it cannot be; `nil` where nothing fails, or no sums in whole numbers show it.
  mutating func refute(_ engine: inout RuleEngine, _ layout: borrowing Layout) -> Assumption? {
    let start = self
    for _ in 0..<AssumedSolve.mostTries {
      let isUnshown = isUnshown
      self = start
      self.isUnshown = isUnshown
      guard let end = end(&engine, layout) else { return nil }
      if let found = assumption(endingIn: end, &engine, layout) { return found }
    }
    return nil
  }

  /// How often a star is followed anew, without cells that no sum was found for.
  private static let mostTries = 6

  /// Goes on by turns with levels 1–6 and with what sums decide, but for cells of which none in
  /// whole numbers can be found.
  ///
  /// - Returns: What fails in the end, if anything does.
  private mutating func end(_ engine: inout RuleEngine, _ layout: borrowing Layout) -> Failure? {
    while true {
      if let failure = follow(&engine, layout) { return failure }
      engine.longSums.load(solve.board, layout)
      switch engine.longSums.prospect() {
      case .unfillable: return failingSum(&engine)
      case .solution(let stars):
        solution = stars + solve.board.solution(side: layout.grid.side).stars
        return nil
      case .decided(let stars, let marks):
        let (stars, marks) = (stars.filter { !isUnshown[$0] }, marks.filter { !isUnshown[$0] })
        if !carryOut(stars, marks, layout) { return nil }
      }
    }
  }

  /// Follows with levels 1–6.
  ///
  /// - Returns: What fails, if anything does.
  private mutating func follow(
    _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) -> Failure? {
    let (chain, clash, refused) = solve.follow(to: .chained, &engine, layout) { _ in false }
    links += chain.map(Link.step)
    self.refused = refused
    return clash ?? solve.locateFailure(&engine, layout, seenAt: .chained)
  }

  /// What cannot be filled by a sum.
  private func failingSum(_ engine: inout RuleEngine) -> Failure? {
    engine.longSums.contradiction().map { sum in
      Failure(rule: Rule.anyParts.id, containers: sum.compactMap(\.container), sum: sum)
    }
  }

  /// Carries out what sums decide, up to the first star that has no place any more: what follows
  /// from those before it shows that something fails.
  ///
  /// - Returns: Whether there is anything to carry out.
  private mutating func carryOut(
    _ stars: [Int], _ marks: [Int], _ layout: borrowing Layout
  ) -> Bool {
    let side = layout.grid.side
    let board = solve.board
    let cycle = solve.cycles
    var decided = Deductions(stars: [], marks: marks, side: side)
    guard solve.apply(&decided, layout) else { return false }
    var placed: [Int] = []
    for cell in stars {
      var next = solve
      decided.add(stars: [cell], side: side)
      guard next.apply(&decided, layout, keepingNewStars: true) else { break }
      solve = next
      placed.append(cell)
    }
    if placed.isEmpty && marks.isEmpty { return false }
    links.append(.sums(stars: placed, marks: marks, on: board, cycle: cycle))
    solve.countCycle(of: .anyParts)
    return true
  }

  // MARK: - What the end rests on

  /// The links that a failure rests on, from the last to the first, with the sums that show them.
  ///
  /// - Returns: The assumption; `nil` where a cell that it rests on has no sum in whole numbers.
  private mutating func assumption(
    endingIn failure: Failure, _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) -> Assumption? {
    var needed = NeededCells(layout)
    needed.add(failure.containers, failure.sum, layout)
    for cell in refused { needed.stars[cell] = true }
    var chain: [Step] = []
    for link in links.reversed() {
      switch link {
      case .step(let step):
        guard
          step.stars.contains(where: { needed.stars[$0] })
            || step.marks.contains(where: { needed.marks[$0] })
        else { continue }
        needed.add(step.containers, [], layout)
        for cell in step.cells { needed.add(cell) }
        chain.append(step)
      case .sums(let stars, let marks, let board, let cycle):
        guard
          let steps = steps(
            deciding: stars.filter { needed.stars[$0] }, marks.filter { needed.marks[$0] },
            of: stars, on: board, cycle: cycle, &engine, layout)
        else { return nil }
        for step in steps { needed.add(step.containers, step.sum, layout) }
        chain += steps.reversed()
      }
    }
    return Assumption(cell: cell, chain: chain.reversed(), failure: failure)
  }

  /// Sums that decide some cells, one after the other.
  ///
  /// Where nothing can be right, a sum may show stars that nobody has followed. They are passed
  /// over: with a star more, what was added up later would be another sum.
  ///
  /// - Returns: The steps; `nil` where cells have no sum in whole numbers, which is noted.
  private mutating func steps(
    deciding stars: [Int], _ marks: [Int], of allStars: [Int], on start: Board, cycle: Int,
    _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) -> [Step]? {
    let side = layout.grid.side
    var board = start
    var steps: [Step] = []
    if stars.isEmpty && marks.isEmpty { return steps }
    engine.longSums.load(start, layout)
    guard engine.longSums.takeGround() else { return nil }
    var isComplete = true
    for (cells, isStar) in [(marks, false), (stars, true)] {
      for cell in cells {
        let (row, bit) = (cell / side + 1, UInt32(2) << UInt32(cell % side))
        let isOpen = board.lines[row] & bit != 0
        if !isOpen && (board.stars[row] & bit != 0) == isStar { continue }
        engine.longSums.load(board, layout)
        // Where nothing can be right, a cell may have been decided the other way.
        guard isOpen, let argument = engine.longSums.argument(for: cell, isStar: isStar) else {
          isUnshown[cell] = true
          isComplete = false
          continue
        }
        let shown = (
          stars: argument.stars.filter(allStars.contains),
          marks: argument.marks.filter { !allStars.contains($0) }
        )
        let containers = argument.addends.compactMap(\.container)
        steps.append(
          Step(
            rule: Rule.anyParts.id, level: Rule.anyParts.level, cycle: cycle,
            containers: containers,
            cells: board.unknownCells(of: containers.map(\.number), layout),
            stars: shown.stars, marks: shown.marks, sum: argument.addends))
        var decided = Deductions(stars: shown.stars, marks: shown.marks, side: side)
        guard board.apply(&decided, layout) else {
          // Stars that touch: another way, without this cell.
          isUnshown[cell] = true
          return nil
        }
      }
    }
    return isComplete ? steps : nil
  }
}

/// The cells that later links rest on: where a star has to be known for one, and where a mark.
private struct NeededCells {
  var stars: [Bool]
  var marks: [Bool]

  init(_ layout: borrowing Layout) {
    stars = Array(repeating: false, count: layout.grid.cellCount)
    marks = stars
  }

  mutating func add(_ cell: Int) {
    stars[cell] = true
    marks[cell] = true
  }

  /// Adds the cells of some containers; with a sum, only those that would change it.
  mutating func add(_ containers: [Container], _ sum: [Addend], _ layout: borrowing Layout) {
    guard !sum.isEmpty else {
      for container in containers { layout.forEachCell(of: container) { add($0) } }
      return
    }
    let side = layout.grid.side
    var held = [Int](repeating: 0, count: layout.grid.cellCount)
    var covered = held
    for addend in sum {
      switch addend.source {
      case .container(let container):
        layout.forEachCell(of: container) { held[$0] += addend.times }
      case .tile(let corner):
        for cell in [corner, corner + 1, corner + side, corner + side + 1] {
          covered[cell] -= addend.times
        }
      }
    }
    for cell in held.indices {
      // What the cell could bring if it were open; a star brings as much as it is held.
      let most = max(0, held[cell] - covered[cell])
      if most > 0 { marks[cell] = true }
      if most > held[cell] { stars[cell] = true }
    }
  }
}
