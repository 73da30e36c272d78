public import StarBattle

/// Solves puzzles the way a person does, and says how hard that was.
///
/// One ladder of rules (`Rule.ladder`). In each cycle the easiest rule that applies anywhere is
/// applied everywhere it applies at that moment; then the ladder starts again from its first rung.
/// A rung looks only at containers that have changed since it last found nothing, which changes
/// no result because all rules are monotone.
///
/// One grader for each thread; it holds nothing from one puzzle to the next.
public struct Grader: ~Copyable {
  private var engine = RuleEngine()

  /// Makes a grader.
  public init() {}

  /// Grades a puzzle from cold.
  ///
  /// - Parameters:
  ///   - puzzle: Any puzzle, with one solution, several or none.
  ///   - highestLevel: The highest rule level to use, 1…13. Level 13 is for grading imports: what needs it is
  ///     not published.
  /// - Returns: The grade. A puzzle with several solutions ends stuck; one with none ends stuck or in a
  ///   contradiction.
  /// - Complexity: cycles ≤ cells; each costs at most one trial a cell.
  public mutating func grade(_ puzzle: Puzzle, highestLevel: Int = 12) -> Grade {
    let layout = Layout(puzzle)
    var solve = LadderSolve(layout)
    let outcome = solve.run(&engine, layout, highestLevel: highestLevel)
    var level = 0
    var cycles = 0
    var effort = 0
    var rules: [Grade.RuleCount] = []
    for (place, rule) in Rule.ladder.enumerated() where solve.applications[place] > 0 {
      level = max(level, rule.level)
      cycles += solve.applications[place]
      effort += solve.applications[place] * rule.cost
      rules.append(Grade.RuleCount(id: rule.id, count: solve.applications[place]))
    }
    return Grade(
      outcome: outcome, level: level, cycles: cycles,
      scoreInHundredths: outcome == .solved
        ? Score.hundredths(effort: effort, grid: puzzle.grid) : 10_000,
      rules: rules,
      solution: outcome == .solved ? solve.board.solution(side: puzzle.grid.side) : nil)
  }
}

/// One walk up and down the ladder.
struct LadderSolve {
  private(set) var board: Board

  /// How often each rule was applied, by its place in the ladder.
  private(set) var applications: InlineArray<16, Int> = .init(repeating: 0)

  /// For each rung, the containers that have changed since it last found nothing.
  private var pending: InlineArray<16, ChangedContainers>

  /// Stars whose neighbours have not been marked yet, by row.
  private var newStars: InlineArray<32, UInt32> = .init(repeating: 0)

  init(_ layout: borrowing Layout) {
    board = Board(layout)
    pending = .init(repeating: board.changed)
    board.changed = ChangedContainers()
    board.untiled = ChangedContainers()
    board.unpaired = ChangedContainers()
    board.uncounted = ChangedContainers()
  }

  /// Climbs until the board is solved or no rule applies.
  mutating func run(
    _ engine: inout RuleEngine, _ layout: borrowing Layout, highestLevel: Int
  ) -> Grade.Outcome {
    while board.unknownCount > 0 {
      guard let place = findEasiest(&engine, layout, highestLevel) else {
        return .stuck(unknowns: board.unknownCount)
      }
      applications[place.rawValue] += 1
      guard apply(&engine, layout) else { return .contradiction }
    }
    for container in 1..<(64 + layout.grid.side) where board.needs[container] != 0 {
      return .contradiction
    }
    return .solved
  }

  /// The first rule of the ladder that finds something; the engine holds what it found.
  private mutating func findEasiest(
    _ engine: inout RuleEngine, _ layout: borrowing Layout, _ highestLevel: Int
  ) -> Rule.Place? {
    for place in Rule.Place.allCases {
      if let level = place.assumptionLevel {
        if level > highestLevel { return nil }
        engine.assumeEverywhere(board, layout, level: level)
      } else {
        if pending[place.rawValue].isEmpty { continue }
        look(for: place, &engine, layout)
      }
      if !engine.deductions.isEmpty { return place }
      pending[place.rawValue] = ChangedContainers()
    }
    return nil
  }

  private func look(
    for place: Rule.Place, _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) {
    let changed = pending[place.rawValue]
    switch place {
    case .neighbours: engine.markNeighbours(of: newStars, board, side: layout.grid.side)
    case .forced: engine.forceContainers(changed, board, layout)
    case .complete: engine.completeContainers(changed, board, layout)
    case .tilingForced: engine.tile(changed, board, layout, parts: .forced)
    case .tilingAdjacency: engine.tile(changed, board, layout, parts: .adjacency)
    case .tilingOverhang: engine.tile(changed, board, layout, parts: .overhang)
    case .counting: engine.count(board, layout, by: .presence)
    case .pairs: engine.tilePairs(changed, board, side: layout.grid.side)
    case .tilingCounting: engine.count(board, layout, by: .tiles)
    case .parts: engine.tileParts(board, layout)
    default: break
    }
  }

  /// Carries out what the engine holds.
  ///
  /// - Returns: Whether the board may still have a solution.
  private mutating func apply(_ engine: inout RuleEngine, _ layout: borrowing Layout) -> Bool {
    let side = layout.grid.side
    var before = board.stars
    guard board.apply(&engine.deductions, markingNeighbours: false, layout) else { return false }
    for row in 1...side {
      let stars = board.stars[row]
      // Stars placed at once may touch when the puzzle has no solution.
      let beside = board.stars[row - 1] | stars >> 1 | board.stars[row - 1] << 1
      if stars & (beside | board.stars[row - 1] >> 1) != 0 { return false }
      newStars[row] = stars & ~before[row]
      before[row] = stars
    }
    let changed = board.changed
    board.changed = ChangedContainers()
    for place in 0..<pending.count { pending[place].formUnion(changed) }
    return true
  }
}
