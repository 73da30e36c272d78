import Proving
import StarBattle
import TestSupport
import Testing

@Suite("Prover")
struct ProverTests {
  /// What the reference finds must be what the prover says, witnesses included.
  private func check(_ puzzle: Puzzle) -> Int {
    let expected = ReferenceSolver.solutions(of: puzzle)
    let verdict = Prover().verdict(on: puzzle)
    let found: [Solution]
    switch verdict {
    case .none: found = []
    case .unique(let solution): found = [solution]
    case .several(let first, let second): found = [first, second]
    case .undecided: found = []
    }
    #expect(found.count == expected.count, "\(verdict) on \(puzzle.regions)")
    if case .undecided = verdict { Issue.record("undecided on \(puzzle.regions)") }
    #expect(found.allSatisfy { $0.solves(puzzle) } && Set(found).count == found.count)
    if expected.count == 1 { #expect(found == expected) }
    return expected.count
  }

  @Test("it agrees with the brute-force reference on small boards of every kind")
  func smallBoards() throws {
    var generator = ReplaySeed(41).generator
    var met = [0, 0, 0]
    for round in 0..<210 {
      let grid = try Grid(side: 4 + round % 3, stars: 1)
      let isPlanted = round % 2 == 0
      let puzzle =
        try isPlanted
        ? PlantedBoards.board(of: grid, using: &generator).puzzle
        : RandomBoards.puzzle(of: grid, using: &generator)
      met[check(puzzle)] += 1
    }
    #expect(met.allSatisfy { $0 >= 10 }, "boards with no, one and several solutions: \(met)")
  }

  @Test("it agrees with the brute-force reference on boards with two stars a row")
  func twoStars() throws {
    var generator = ReplaySeed(42).generator
    var met = [0, 0, 0]
    for round in 0..<16 {
      let grid = try Grid(side: 8 + round % 2, stars: 2)
      let (puzzle, solution) = try PlantedBoards.board(of: grid, using: &generator)
      met[check(puzzle)] += 1
      met[check(RandomBoards.puzzle(of: grid, using: &generator))] += 1
      // The first board with a star given away, which may leave it without a solution.
      let cell = solution.stars[generator.below(grid.starCount)]
      for next in grid.edgeNeighbours(of: cell) {
        var changed = puzzle.regions
        changed[cell] = changed[next]
        if let other = try? Puzzle(grid: grid, regions: changed) {
          met[check(other)] += 1
          break
        }
      }
    }
    #expect(met.allSatisfy { $0 >= 3 }, "boards with no, one and several solutions: \(met)")
  }

  @Test("the eight images of a board have as many solutions as the board")
  func symmetry() throws {
    var generator = ReplaySeed(43).generator
    for round in 0..<8 {
      let grid = try Grid(side: 5 + round % 4, stars: 1)
      let (puzzle, solution) = try PlantedBoards.board(of: grid, using: &generator)
      let verdict = Prover().verdict(on: puzzle)
      for symmetry in Symmetry.allCases {
        let image = puzzle.applying(symmetry)
        let stars = solution.stars.map { symmetry.image(of: $0, side: grid.side) }
        switch (verdict, Prover().verdict(on: image)) {
        case (.unique, .unique(let found)): #expect(found == Solution(stars: stars))
        case (.several, .several(let first, let second)):
          #expect(first.solves(image) && second.solves(image) && first != second)
        case (_, let other): Issue.record("\(verdict), but \(symmetry) has \(other)")
        }
      }
    }
  }

  @Test("a budget that runs out ends in undecided, and the verdict does not depend on the budget")
  func budgets() throws {
    var generator = ReplaySeed(44).generator
    let grid = try Grid(side: 9, stars: 2)
    var boards = try (MadeBoards.tens + [MadeBoards.hard]).map { try MadeBoards.puzzle($0) }
    for _ in 0..<3 { boards.append(try PlantedBoards.board(of: grid, using: &generator).puzzle) }
    var undecided = 0
    for puzzle in boards {
      let verdict = Prover().verdict(on: puzzle)
      #expect(Prover().verdict(on: puzzle) == verdict)
      for budget in [0, 1, 3, 10, 30, 100, 10_000] {
        let limited = Prover(conflictBudget: budget).verdict(on: puzzle)
        if case .undecided(let conflicts) = limited {
          #expect(conflicts == budget)
          undecided += 1
        } else {
          #expect(limited == verdict)
        }
      }
    }
    #expect(undecided >= 5)
  }

  /// The verdict of the clauses alone, as anyone would get it from the formula.
  private func verdictOfClauses(on puzzle: Puzzle) -> Verdict {
    Prover(conflictBudget: 200_000, countingLimit: 0).verdict(on: puzzle)
  }

  private func kind(_ verdict: Verdict) -> Int {
    switch verdict {
    case .none: 0
    case .unique: 1
    case .several: 2
    case .undecided: 3
    }
  }

  @Test("counting and clauses agree, wherever one takes over from the other", arguments: 4...14)
  func countingAgainstClauses(side: Int) throws {
    var generator = ReplaySeed(45 + UInt64(side)).generator
    var met = [0, 0, 0, 0]
    for round in 0..<(Effort.isSoak ? 2_000 : 40) {
      let quotas = Grid.quotas(ofSide: side)
      let grid = try Grid(side: side, stars: round % 3 == 0 ? 1 : quotas.upperBound)
      let isPlanted = round % 4 != 0 && side <= 10
      let puzzle =
        try isPlanted
        ? PlantedBoards.board(of: grid, using: &generator).puzzle
        : RandomBoards.puzzle(of: grid, using: &generator)
      let expected = verdictOfClauses(on: puzzle)
      met[kind(expected)] += 1
      for limit in [1, 9, 1_000] {
        let verdict = Prover(conflictBudget: 200_000, countingLimit: limit).verdict(on: puzzle)
        #expect(kind(verdict) == kind(expected), "\(limit) on \(puzzle.regions)")
        if case .unique = expected { #expect(verdict == expected) }
      }
    }
    #expect(met[3] == 0)
  }

  @Test("boards whose regions are their rows have as many solutions as there are placements")
  func knownTotals() throws {
    // Permutations without neighbours that differ by one, Hertzsprung's problem: OEIS A002464.
    for (side, total) in [(4, 2), (5, 14), (6, 90)] {
      let grid = try Grid(side: side, stars: 1)
      let puzzle = try Puzzle(grid: grid, regions: (0..<grid.cellCount).map { $0 / side })
      var solver = ClauseSolver(RuleEncoding(puzzle).formula)
      var solutions: Set<Solution> = []
      while solver.solve(conflictLimit: .max) == .satisfiable {
        let solution = Solution(stars: (0..<grid.cellCount).filter { solver.isTrue($0) })
        #expect(solution.solves(puzzle))
        solutions.insert(solution)
        solver.add(RuleEncoding.exclusion(of: solution))
      }
      #expect(solutions.count == total)
    }
  }

  @Test("a region too small for its stars leaves no solution")
  func tightRegion() throws {
    // Region 0 is a single cell at 8×8 with 2 stars.
    let grid = try Grid(side: 8, stars: 2)
    let regions = (0..<64).map { $0 == 0 ? 100 : max(1, $0 / 8) }
    #expect(Prover().verdict(on: try Puzzle(grid: grid, regions: regions)) == .none)
  }

  @Test("a known board of 6×6 has its known solution")
  func knownBoard() throws {
    // A puzzle that puzz.link shows as well: 000111/011122/…, 1 star.
    let rows = ["000111", "011122", "033442", "553342", "544442", "522222"]
    let puzzle = try Puzzle(grid: Grid(side: 6, stars: 1), regions: rows.flatMap { Array($0.utf8) })
    let expected = ReferenceSolver.solutions(of: puzzle, limit: 100)
    #expect(expected.count == 1)
    #expect(Prover().verdict(on: puzzle) == expected.first.map { .unique($0) } ?? .none)
  }

  @Test(
    "puzzles that people play are unique",
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)), arguments: Corpus.files)
  func corpus(file: String) throws {
    for line in Corpus.lines(of: file, limit: file < "14" ? 4 : file < "17" ? 1 : 0) ?? [] {
      let verdict = Prover().verdict(on: try MadeBoards.puzzle(line))
      guard case .unique = verdict else {
        Issue.record("\(verdict) on \(line)")
        continue
      }
    }
  }
}
