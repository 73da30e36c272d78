import StarBattle

/// One walk up and down the ladder.
struct LadderSolve {
  private(set) var board: Board

  /// How often each rule was applied, by its place in the ladder.
  private(set) var applications: InlineArray<17, Int> = .init(repeating: 0)

  /// What the solve has cost so far; see `Score`.
  private(set) var effort = 0

  /// For each rung, the containers that have changed since it last found nothing.
  private(set) var pending: InlineArray<17, ContainerSet>

  /// Stars whose neighbours have not been marked yet, by row.
  private(set) var newStars: InlineArray<32, UInt32> = .init(repeating: 0)

  /// Whether an assumed star still had its place in row, column and region.
  private(set) var isPossible = true

  init(_ layout: borrowing Layout) {
    board = Board(layout)
    pending = .init(repeating: board.changed)
    board.changed = ContainerSet()
    board.untiled = ContainerSet()
    board.unpaired = ContainerSet()
    board.uncounted = ContainerSet()
  }

  /// The board with stars assumed on unknown cells (row-major, from 0), everything else as it is.
  init(assuming stars: [Int], on other: LadderSolve, _ layout: borrowing Layout) {
    board = other.board
    pending = .init(repeating: ContainerSet())
    for cell in stars {
      let (row, column) = (cell / layout.grid.side + 1, cell % layout.grid.side + 1)
      newStars[row] |= 1 << UInt32(column)
      let isPlaced = board.placeAlone(row: row, column: column, layout)
      isPossible = isPossible && isPlaced
    }
    notePending()
  }

  /// Climbs until the board is solved or no rule applies.
  ///
  /// - Parameters:
  ///   - engine: The rules.
  ///   - layout: The layout of the board.
  ///   - highestLevel: The highest rule level to use.
  ///   - looked: Called each time a rule has been tried, whether or not it found something.
  ///   - explain: Called before what a rule found is carried out; must leave the engine's deductions alone.
  /// - Returns: How it ended.
  mutating func run(
    _ engine: inout RuleEngine, _ layout: borrowing Layout, highestLevel: Int,
    looked: (Rule.Place) -> Void = { _ in },
    explain: (Rule.Place, LadderSolve, inout RuleEngine, borrowing Layout) -> Void = { _, _, _, _ in
    }
  ) -> Grade.Outcome {
    while board.unknownCount > 0 {
      guard let place = findEasiest(&engine, layout, highestLevel, looked: looked) else {
        return .stuck(unknowns: board.unknownCount)
      }
      if engine.deductions.isContradiction {
        engine.deductions.clear()
        return .contradiction
      }
      explain(place, self, &engine, layout)
      applications[place.rawValue] += 1
      let unknowns = board.unknownCount
      guard apply(&engine.deductions, layout) else { return .contradiction }
      effort += Score.effort(
        of: Rule.ladder[place.rawValue], finding: unknowns - board.unknownCount, of: unknowns,
        grid: layout.grid)
    }
    for container in 1..<ContainerNumber.region(layout.grid.side) where board.needs[container] != 0 {
      return .contradiction
    }
    return .solved
  }

  /// The first rule of the ladder that finds something; the engine holds what it found.
  mutating func findEasiest(
    _ engine: inout RuleEngine, _ layout: borrowing Layout, _ highestLevel: Int,
    withoutForcing: Bool = false, looked: (Rule.Place) -> Void = { _ in }
  ) -> Rule.Place? {
    var isCounted = false
    for place in Rule.Place.allCases where place != .forced || !withoutForcing {
      if place.level > highestLevel { return nil }
      switch place {
      case .assumeDirect, .assumeCounting:
        let levels = place.level...min(place.level + 1, highestLevel)
        if let level = engine.assumeAtLowestLevel(board, layout, levels: levels) {
          let found = level == place.level ? place : place.harder
          looked(found)
          return found
        }
      case .assumeTiling, .assumePropagated: continue
      case .assumeChained, .assumeDeep:
        engine.followEverywhere(board, layout, level: place.level)
      case .ways: engine.fillEverywhere(board, layout)
      default:
        if pending[place.rawValue].isEmpty { continue }
        look(for: place, &engine, layout, isCounted: isCounted)
        isCounted = place == .tilingCounting
      }
      looked(place)
      if !engine.deductions.isEmpty { return place }
      pending[place.rawValue] = ContainerSet()
    }
    return nil
  }

  /// Looks for what one rule below the hypotheticals finds.
  ///
  /// `isCounted` says that the board has just been counted by tiles, in vain.
  mutating func look(
    for place: Rule.Place, _ engine: inout RuleEngine, _ layout: borrowing Layout,
    isCounted: Bool = false
  ) {
    let changed = pending[place.rawValue]
    switch place {
    case .neighbours: engine.markNeighbours(of: newStars, board, side: layout.grid.side)
    case .forced: engine.forceContainers(changed, board, layout)
    case .complete: engine.completeContainers(changed, board, layout)
    case .tilingForced: engine.tile(changed, &board, layout, parts: .forced)
    case .tilingAdjacency: engine.tile(changed, &board, layout, parts: .adjacency)
    case .tilingOverhang: engine.tile(changed, &board, layout, parts: .overhang)
    case .counting: engine.count(&board, layout)
    case .pairs: engine.tilePairs(changed, &board, side: layout.grid.side)
    case .tilingCounting: engine.countTiles(board, layout)
    case .ways: engine.fillEverywhere(board, layout)
    case .parts:
      if !isCounted { engine.countTiles(board, layout) }
      engine.tileParts(board, layout)
    default: break
    }
  }

  /// Carries out deductions.
  ///
  /// - Parameters:
  ///   - deductions: What to carry out; cleared.
  ///   - layout: The layout of the board.
  ///   - keepingNewStars: Whether stars whose neighbours are not marked yet stay on the list.
  /// - Returns: Whether the board may still have a solution.
  mutating func apply(
    _ deductions: inout Deductions, _ layout: borrowing Layout, keepingNewStars: Bool = false
  ) -> Bool {
    let before = board.stars
    guard board.apply(&deductions, markingNeighbours: false, layout) else { return false }
    for row in 1...layout.grid.side {
      let stars = board.stars[row]
      // Stars placed at once may touch when the puzzle has no solution.
      let above = board.stars[row - 1]
      if stars & (stars >> 1 | above | above << 1 | above >> 1) != 0 { return false }
      newStars[row] = stars & ~before[row] | (keepingNewStars ? newStars[row] : 0)
    }
    notePending()
    return true
  }

  /// Counts an application that was carried out step by step.
  mutating func countCycle(_ place: Rule.Place) { applications[place.rawValue] += 1 }

  /// Lets every rung look again at what has changed.
  private mutating func notePending() {
    let changed = board.changed
    board.changed = ContainerSet()
    for place in 0..<pending.count { pending[place].formUnion(changed) }
  }
}
