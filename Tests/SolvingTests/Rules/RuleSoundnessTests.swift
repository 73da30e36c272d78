import Foundation
import Generating
import Grading
import Solving
import StarBattle
import TestSupport
import Testing

/// Boards with a known solution (and often others beside it): no rule may rule the known one out.
@Suite("Rules are sound")
struct RuleSoundnessTests {
  /// Calls a body with random solved boards: regions mixed at random around random stars.
  private func forRandomBoards(
    _ count: Int, sides: ClosedRange<Int>, seed: ReplaySeed,
    _ body: (borrowing Layout, Solution) -> Void
  ) throws {
    var random = seed.generator
    for side in sides {
      let grid = try Grid(side: side, stars: 1 + random.below(Grid.quotas(ofSide: side).count))
      var placer = StarPlacer(grid: grid)
      var canvas = RegionCanvas(grid: grid)
      for _ in 0..<count {
        guard let stars = placer.place(&random) else { continue }
        canvas.cutPath(through: stars)
        canvas.mix(&random)
        body(canvas.layout, stars)
      }
    }
  }

  /// Whether a board still allows a solution: every star of it is placed or unknown.
  private func allows(_ solution: Solution, _ board: Board, side: Int) -> Bool {
    solution.stars.allSatisfy { cell in
      let bit = UInt32(1) << UInt32(cell % side + 1)
      return (board.lines[cell / side + 1] | board.stars[cell / side + 1]) & bit != 0
    }
  }

  @Test("no level of the ladder contradicts a solution", arguments: [3, 4, 6, 7])
  func propagation(level: Int) throws {
    var engine = RuleEngine()
    try forRandomBoards(60, sides: 4...25, seed: ReplaySeed(UInt64(100 + level))) { layout, stars in
      var board = Board(layout)
      let isPossible = engine.propagate(&board, layout, through: level)
      #expect(isPossible)
      #expect(allows(stars, board, side: layout.grid.side), "\(layout.grid), stars \(stars.stars)")
    }
  }

  @Test("no assumption marks a star of a solution, at any level", arguments: 8...13)
  func assumptions(level: Int) throws {
    var engine = RuleEngine()
    try forRandomBoards(4, sides: 4...21, seed: ReplaySeed(UInt64(200 + level))) { layout, stars in
      let side = layout.grid.side
      var board = Board(layout)
      let isPossible = engine.propagate(&board, layout, through: 7)
      #expect(isPossible)
      for star in stars.stars where board.lines[star / side + 1] & 2 << UInt32(star % side) != 0 {
        let fails = engine.fails(
          row: star / side + 1, column: star % side + 1, &board, layout, level: level)
        #expect(!fails)
      }
    }
  }

  @Test("assumptions followed together fail just where each fails when it is followed alone")
  func together() throws {
    var engine = RuleEngine()
    var levels: [Int: Int] = [:]
    var random = ReplaySeed(250).generator
    var missed = 0
    try forRandomBoards(40, sides: 5...17, seed: ReplaySeed(251)) { layout, stars in
      let side = layout.grid.side
      var board = Board(layout)
      // Most of what is empty is marked, so that few stars are free to move.
      let given = 2 + random.below(7)
      for cell in 0..<side * side where !stars.stars.contains(cell) && random.below(10) < given {
        board.mark(2 << UInt32(cell % side), in: cell / side + 1, layout)
      }
      let isPossible = engine.propagate(&board, layout, through: 7)
      #expect(isPossible)
      if board.unknownCount == 0 { return }

      // Half of the time one of the rules is not asked.
      let missing = random.below(2) == 0 ? 8 + random.below(6) : nil
      let ladder = Rule.ladder.filter { $0.scope != .assumption || $0.level != missing }
      let asked = (8...13).filter { $0 != missing }
      if missing != nil { missed += 1 }
      var alone: (level: Int, marks: [UInt32])?
      for level in asked where alone == nil {
        engine.assumeEverywhere(&board, layout, to: Depth(level: level))
        if !engine.deductions.isEmpty { alone = (level, marks(engine.deductions)) }
      }
      var level: Int?
      engine.forgetBoard()
      for next in asked where level == nil {
        engine.assume(to: Depth(level: next), &board, layout, ladder: ladder[...])
        if !engine.deductions.isEmpty { level = next }
      }
      #expect(level == alone?.level, "\(layout.grid), without \(missing ?? 0), \(stars.stars)")
      #expect(marks(engine.deductions) == alone?.marks ?? marks(Deductions()))
      levels[level ?? 14, default: 0] += 1
      engine.deductions.clear()
    }
    // Each of these has been met, or the test has shown nothing about it.
    for level in 8...12 { #expect(levels[level, default: 0] > 0, "level \(level)") }
    #expect(missed > 0)
  }

  @Test("assumptions followed in rounds lead to where they lead one by one", arguments: 8...12)
  func rounds(level: Int) throws {
    var engine = RuleEngine()
    var random = ReplaySeed(252).generator
    var (marked, left) = (0, 0)
    try forRandomBoards(10, sides: 5...11, seed: ReplaySeed(253)) { layout, stars in
      let side = layout.grid.side
      var start = Board(layout)
      let given = random.below(7)
      for cell in 0..<side * side where !stars.stars.contains(cell) && random.below(10) < given {
        start.mark(2 << UInt32(cell % side), in: cell / side + 1, layout)
      }
      #expect(engine.propagate(&start, layout, through: 7))
      var isStar = [Bool](repeating: false, count: side * side)
      for star in stars.stars { isStar[star] = true }

      var together = start
      engine.assumeSingly(&together, layout, level: level, sparing: isStar)
      var (single, found) = (start, true)
      while found {
        found = false
        for cell in 0..<side * side where !isStar[cell] {
          let (row, column) = (cell / side + 1, cell % side + 1)
          guard single.lines[row] >> UInt32(column) & 1 == 1,
            engine.fails(row: row, column: column, &single, layout, level: level)
          else { continue }
          single.mark(1 << UInt32(column), in: row, layout)
          #expect(engine.propagate(&single, layout, through: 7))
          found = true
        }
      }
      for row in 1...side {
        #expect(together.lines[row] == single.lines[row], "\(layout.grid), row \(row)")
        #expect(together.stars[row] == single.stars[row], "\(layout.grid), row \(row)")
      }
      if single.unknownCount < start.unknownCount { marked += 1 }
      if single.unknownCount > 0 { left += 1 }
    }
    #expect(marked > 0 && left > 0, "\(marked) led on, \(left) left open")
  }

  private func marks(_ deductions: Deductions) -> [UInt32] {
    (0..<64).map { deductions.marks[$0] }
  }

  @Test("what the engine reaches does not depend on the board's orientation")
  func symmetry() throws {
    var engine = RuleEngine()
    try forRandomBoards(6, sides: 4...17, seed: ReplaySeed(300)) { layout, _ in
      let side = layout.grid.side
      guard let puzzle = try? layout.puzzle() else {
        Issue.record("a mixed canvas is not a puzzle")
        return
      }
      func unknowns(_ puzzle: Puzzle, _ level: Int) -> Set<Int> {
        let layout = Layout(puzzle)
        var board = Board(layout)
        let isPossible = engine.propagate(&board, layout, through: level)
        #expect(isPossible)
        var cells: Set<Int> = []
        for row in 1...side {
          for column in SetBits(board.lines[row]) { cells.insert((row - 1) * side + column - 1) }
        }
        return cells
      }
      for level in [4, 6, 7] {
        let upright = unknowns(puzzle, level)
        for symmetry in Symmetry.allCases {
          let turned = unknowns(puzzle.applying(symmetry), level)
          #expect(turned == Set(upright.map { symmetry.image(of: $0, side: side) }))
        }
      }
    }
  }

  /// Boards a rule set: a hundred thousand take hours, so `ALMANAC_BOARDS` can ask for fewer.
  private static let boards =
    ProcessInfo.processInfo.environment["ALMANAC_BOARDS"].flatMap(Int.init)
    ?? (Effort.isSoak ? 100_000 : 300)

  @Test("no rule set rules out a solution, be it the only one or not", arguments: RuleSet.allCases)
  func ruleSets(rules: RuleSet) throws {
    let seed = ReplaySeed(260)
    var random = seed.generator
    var engine = RuleEngine()
    var sums = 0
    var stuck = 0
    for number in 0..<RuleSoundnessTests.boards {
      // Sums by size, all of up to eight parts, take seconds on open boards from 7×7 on.
      let side = 4 + random.below(rules == .withSums ? 2 : 7)
      let grid = try Grid(side: side, stars: 1 + random.below(Grid.quotas(ofSide: side).count))
      var placer = StarPlacer(grid: grid)
      guard let solution = placer.place(&random) else { continue }
      var canvas = RegionCanvas(grid: grid)
      canvas.cutPath(through: solution)
      canvas.mix(&random)
      var solve = LadderSolve(canvas.layout, climbing: rules.rules(through: 13))
      let given = random.below(7)
      for cell in 0..<side * side where !solution.stars.contains(cell) && random.below(10) < given {
        solve.board.mark(2 << UInt32(cell % side), in: cell / side + 1, canvas.layout)
      }
      var isPossible = true
      while isPossible, solve.board.unknownCount > 0,
        let row = solve.findEasiest(&engine, canvas.layout)
      {
        if solve.ladder[row].scope == .sum { sums += 1 }
        isPossible =
          !engine.deductions.isContradiction && solve.apply(&engine.deductions, canvas.layout)
      }
      engine.deductions.clear()
      if solve.board.unknownCount > 0 { stuck += 1 }
      #expect(
        isPossible && allows(solution, solve.board, side: side),
        "\(rules): board \(number) of seed \(seed.value)")
    }
    #expect(stuck > 0)
    #expect(sums > 0 || GraderVersion.allCases.contains { $0.rules == rules })
  }
}
