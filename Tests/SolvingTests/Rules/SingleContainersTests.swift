import Generating
import Grading
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("What single containers show")
struct SingleContainersTests {
  @Test(
    "it is what trying every placement of each of them shows",
    arguments: [(6, 1, 60), (8, 2, 40), (9, 2, 30), (10, 2, 20), (13, 3, 4)])
  func plainly(side: Int, stars: Int, count: Int) throws {
    var engine = RuleEngine()
    var solved = 0
    var left = 0
    for puzzle in try puzzles(side: side, stars: stars, count: count) {
      let layout = Layout(puzzle)
      var board = Board(layout)
      let isSolved = engine.solvesBySingleContainers(&board, layout)
      var plain = PlainBoard(puzzle)
      plain.follow()
      #expect(isSolved == plain.open.isEmpty, "\(puzzle)")
      #expect(Set(board.unknownCells(side: side)) == plain.open, "\(puzzle)")
      #expect(Set(board.solution(side: side).stars) == plain.stars, "\(puzzle)")
      if isSolved { solved += 1 } else { left += 1 }
    }
    #expect(solved > 0 && left > 0 || stars == 3)
  }

  @Test("it makes no difference whether a solve has led to where something has to be searched for")
  func fromTheGround() throws {
    var engine = RuleEngine()
    var grounds = 0
    for (side, stars) in [(8, 2), (10, 2), (14, 3)] {
      for puzzle in try puzzles(side: side, stars: stars, count: 20) {
        let layout = Layout(puzzle)
        let version = GraderVersion.current
        var solve = LadderSolve(layout, climbing: version.rules.rules(through: 12))
        let outcome = solve.run(
          &engine, layout, measuring: version.scale.measure(for: puzzle.grid))
        #expect(outcome == .solved)
        var board = Board(layout)
        let isSolved = engine.solvesBySingleContainers(&board, layout)
        guard var ground = solve.ground else {
          #expect(isSolved)
          continue
        }
        grounds += 1
        #expect(
          engine.solvesBySingleContainers(&ground, layout, sparing: solve.board.stars) == isSolved)
        #expect(ground.unknownCells(side: side) == board.unknownCells(side: side))
        #expect(ground.solution(side: side) == board.solution(side: side))
      }
    }
    #expect(grounds > 20)
  }

  @Test("a board that has no solution is not called solved")
  func withoutSolution() throws {
    let puzzle = try Puzzle(
      grid: Grid(side: 4, stars: 1), regions: Array("AAABAAACADCCDDCC".utf8))
    let layout = Layout(puzzle)
    var engine = RuleEngine()
    var board = Board(layout)
    #expect(!engine.solvesBySingleContainers(&board, layout))
    #expect(engine.deductions.isEmpty && !engine.deductions.isContradiction)
  }

  private func puzzles(side: Int, stars: Int, count: Int) throws -> [Puzzle] {
    var generator = PuzzleGenerator(grid: try Grid(side: side, stars: stars))
    var puzzles: [Puzzle] = []
    var attempt = 0
    while puzzles.count < count {
      let profiles: [ClimbProfile] = [.standard, .gentle, .hard]
      let seed = ClimbProfile.seed(
        for: profiles[attempt % (stars == 1 ? 1 : 3)],
        from: Seed.derived(campaign: 31, item: "\(side)x\(stars)", attempt: attempt))
      if let puzzle = generator.puzzle(seed: seed) { puzzles.append(puzzle) }
      attempt += 1
      try #require(attempt < 40 * count)
    }
    return puzzles
  }
}

/// A board of sets, on which every placement of a container is written out.
private struct PlainBoard {
  let side: Int
  let containers: [Set<Int>]
  let near: [Set<Int>]
  var open: Set<Int>
  var stars: Set<Int> = []
  var needs: [Int]

  init(_ puzzle: Puzzle) {
    let side = puzzle.grid.side
    self.side = side
    let cells = 0..<side * side
    containers =
      (0..<side).map { row in Set(cells.filter { $0 / side == row }) }
      + (0..<side).map { column in Set(cells.filter { $0 % side == column }) }
      + (0..<side).map { region in Set(cells.filter { puzzle.regions[$0] == region }) }
    near = cells.map { cell in
      Set(
        cells.filter {
          abs($0 / side - cell / side) <= 1 && abs($0 % side - cell % side) <= 1 && $0 != cell
        })
    }
    open = Set(cells)
    needs = Array(repeating: puzzle.grid.stars, count: 3 * side)
  }

  mutating func place(_ cell: Int) {
    stars.insert(cell)
    open.remove(cell)
    open.subtract(near[cell])
    for index in containers.indices where containers[index].contains(cell) { needs[index] -= 1 }
    complete()
  }

  private mutating func complete() {
    for index in containers.indices where needs[index] == 0 { open.subtract(containers[index]) }
  }

  /// All ways to put so many stars on some cells, none beside another.
  private func placements(_ need: Int, _ cells: [Int]) -> [Set<Int>] {
    if need == 0 { return [[]] }
    return cells.indices.flatMap { index in
      let rest = cells[(index + 1)...].filter { !near[cells[index]].contains($0) }
      return placements(need - 1, rest).map { $0.union([cells[index]]) }
    }
  }

  private func holds(_ need: Int, _ cells: [Int]) -> Bool {
    need == 0
      || cells.indices.contains { index in
        holds(need - 1, cells[(index + 1)...].filter { !near[cells[index]].contains($0) })
      }
  }

  private var isPossible: Bool {
    containers.indices.allSatisfy { index in
      needs[index] >= 0 && holds(needs[index], containers[index].intersection(open).sorted())
    }
  }

  mutating func follow() {
    var before: (open: Set<Int>, stars: Set<Int>)
    repeat {
      before = (open, stars)
      for index in containers.indices where needs[index] > 0 {
        let all = placements(needs[index], containers[index].intersection(open).sorted())
        let common = all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
        for cell in common.sorted() where open.contains(cell) { place(cell) }
      }
      for region in containers[(2 * side)...].indices where needs[region] > 0 {
        let cells = containers[region].intersection(open)
        for line in 0..<2 * side
        where needs[line] == needs[region] && cells.isSubset(of: containers[line]) {
          open.subtract(containers[line].subtracting(cells))
        }
      }
      for cell in open {
        var trial = self
        trial.place(cell)
        if !trial.isPossible { open.remove(cell) }
      }
    } while before != (open, stars)
  }
}
