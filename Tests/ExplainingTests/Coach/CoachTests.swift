import Explaining
import Generating
import Grading
import HouseSupport
import Notation
import Proving
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Coach")
struct CoachTests {
  private let checker = TraceChecker(scopes: Rule.scopes)

  /// Positions on puzzles of a grid, every profile in turn.
  private func positions(side: Int, stars: Int, count: Int) throws -> [Positions] {
    var generator = PuzzleGenerator(grid: try Grid(side: side, stars: stars))
    var grader = Grader()
    var positions: [Positions] = []
    for attempt in 0..<10 * count where positions.count < count {
      let profiles = ClimbProfile.allCases
      let seed = ClimbProfile.seed(
        for: side < 6 ? .standard : profiles[attempt % profiles.count],
        from: Seed.derived(campaign: 21, item: "coach", attempt: attempt))
      guard let puzzle = generator.puzzle(seed: seed) else { continue }
      if let found = Positions(puzzle, &grader) { positions.append(found) }
    }
    return positions
  }

  /// Checks the hint for a board; nothing where it is as it should be.
  private func fault(
    of hint: Hint?, on board: PlayerBoard, _ positions: Positions
  ) -> String? {
    let mistakes = positions.mistakes(on: board)
    switch hint?.content {
    case nil:
      return board.isSolved(by: positions.solution) && mistakes.isEmpty ? nil : "no hint"
    case .mistake(let mistake)?:
      guard mistakes.contains(mistake.cell) else { return "\(mistake) is right" }
      return (board[mistake.cell] == .star) == mistake.isStar ? nil : "\(mistake) is the other kind"
    case .step(let step)?:
      if !mistakes.isEmpty { return "passes over \(mistakes)" }
      let isNews =
        step.stars.allSatisfy { board[$0] == .open } && step.marks.allSatisfy { board[$0] == .open }
      guard isNews else { return "\(step) says what is on the board" }
      do throws(TraceFault) {
        try checker.check(step, on: board, of: positions.puzzle)
        return nil
      } catch {
        return "\(error): \(step)"
      }
    }
  }

  private func about(_ board: PlayerBoard, _ puzzle: Puzzle) -> String {
    "\(SBN(puzzle: puzzle)) \(board.cells.map { String($0.rawValue) }.joined())"
  }

  /// 100,000 positions in `make soak`, a share of them in `make test`.
  @Test(
    "every hint from any position is accepted by the independent checker, or is a mistake",
    arguments: [
      (5, 1, 16000), (6, 1, 16000), (8, 1, 16000), (10, 2, 20000), (14, 3, 16000), (17, 4, 10000),
      (21, 5, 4000), (25, 6, 2000),
    ])
  func truth(side: Int, stars: Int, count: Int) throws {
    let count = Effort.isSoak ? count : max(20, count / 100)
    let all = try positions(side: side, stars: stars, count: max(4, min(40, count / 50)))
    #expect(all.count >= 4)
    var random = ReplaySeed(UInt64(2100 + side)).generator
    var coach = Coach()
    var kinds: [String: Int] = [:]
    for number in 0..<count {
      // Many positions of one puzzle after the other: as players ask.
      let positions = all[number * all.count / count]
      var board = positions.board(&random)
      if random.below(4) == 0 { positions.addMistakes(to: &board, &random) }
      let hint = try coach.hint(for: positions.puzzle, on: board)
      let fault = self.fault(of: hint, on: board, positions)
      #expect(fault == nil, "\(about(board, positions.puzzle))")
      switch hint?.content {
      case nil: kinds["none", default: 0] += 1
      case .mistake?: kinds["mistake", default: 0] += 1
      case .step(let step)?: kinds[step.rule, default: 0] += 1
      }
    }
    #expect(kinds["mistake", default: 0] > 0, "\(kinds)")
    // A few positions come to the easiest rules alone.
    #expect(kinds.count > (count >= 100 ? 4 : 2), "\(kinds)")
  }

  @Test(
    "following hints alone ends in the solution, mistakes put right on the way",
    arguments: [(5, 1), (6, 1), (8, 1), (10, 2), (14, 3), (17, 4), (21, 5), (25, 6)])
  func follows(side: Int, stars: Int) throws {
    var random = ReplaySeed(UInt64(2200 + side)).generator
    var coach = Coach()
    for positions in try positions(side: side, stars: stars, count: side > 16 ? 1 : 3) {
      for start in 0..<3 {
        var board = start == 0 ? PlayerBoard(positions.puzzle.grid) : positions.board(&random)
        if start == 2 { positions.addMistakes(to: &board, &random) }
        var hints = 0
        while let hint = try coach.hint(for: positions.puzzle, on: board) {
          hints += 1
          let fault = self.fault(of: hint, on: board, positions)
          #expect(fault == nil, "\(about(board, positions.puzzle))")
          switch hint.content {
          case .mistake(let mistake): board[mistake.cell] = .open
          case .step(let step): board.apply(step)
          }
          try #require(hints <= board.cells.count + 10)
        }
        #expect(board.isSolved(by: positions.solution))
      }
    }
  }

  @Test("a hint depends on the board alone, not on what was asked before")
  func deterministic() throws {
    let all = try positions(side: 10, stars: 2, count: 4)
    var random = ReplaySeed(2300).generator
    var coach = Coach()
    for _ in 0..<40 {
      let positions = all[random.below(all.count)]
      let board = positions.board(&random)
      var other = Coach()
      let hint = try coach.hint(for: positions.puzzle, on: board)
      #expect(try other.hint(for: positions.puzzle, on: board) == hint)
      #expect(try coach.hint(for: positions.puzzle, on: board) == hint)
    }
  }

  @Test("an empty board begins as the trace does")
  func begins() throws {
    var coach = Coach()
    var grader = Grader()
    for positions in try positions(side: 8, stars: 1, count: 6) {
      let trace = grader.trace(positions.puzzle).trace
      let hint = try coach.hint(for: positions.puzzle, on: PlayerBoard(positions.puzzle.grid))
      guard case .step(let step)? = hint?.content else {
        Issue.record("no step")
        continue
      }
      #expect(trace.steps.filter { $0.cycle == 0 }.contains(step))
    }
  }

  @Test("the earliest mistake is the first of the moves, or one that others follow from")
  func earliest() throws {
    let puzzle = try TraceSamples.puzzle("ABCCC/ABBBC/ADDBB/ADEEE/ADDDD")
    var grader = Grader()
    let solution = try #require(grader.grade(puzzle).solution)
    let star = solution.stars[1]
    let wrong = try #require(puzzle.grid.neighbours(of: star).first { $0 / 5 == star / 5 })
    var coach = Coach()
    // A star beside the right cell, and the mark that follows from it.
    var board = PlayerBoard(puzzle.grid)
    board[wrong] = .star
    board[star] = .mark
    #expect(
      try coach.hint(for: puzzle, on: board)?.content
        == .mistake(Mistake(cell: wrong, isStar: true)))
    #expect(
      try coach.hint(for: puzzle, on: board, moves: [star, wrong])?.content
        == .mistake(Mistake(cell: star, isStar: false)))
    // Moves of another puzzle say nothing where this one has no cell.
    #expect(
      try coach.hint(for: puzzle, on: board, moves: [-1, 25, star])?.content
        == .mistake(Mistake(cell: star, isStar: false)))
    // Marks that are right are none, whether or not anything shows that yet.
    board = PlayerBoard(puzzle.grid)
    for cell in board.cells.indices where !solution.stars.contains(cell) { board[cell] = .mark }
    guard case .step? = try coach.hint(for: puzzle, on: board)?.content else {
      Issue.record("no step on a board of true marks")
      return
    }
    for cell in solution.stars { board[cell] = .star }
    #expect(try coach.hint(for: puzzle, on: board) == nil)
  }

  @Test("a mark that forces a wrong star is the earlier mistake of the two")
  func forcing() throws {
    var coach = Coach()
    var tried = 0
    for positions in try positions(side: 10, stars: 2, count: 4) {
      let puzzle = positions.puzzle
      for row in 0..<10 {
        let cells = Array(row * 10..<row * 10 + 10)
        let stars = cells.filter { positions.isStar[$0] }
        // Of the row's two stars, one stays open and the other is marked; a third cell gets the
        // star.
        let wrong = cells.first { cell in
          abs(cell - stars[0]) > 1 && abs(cell - stars[1]) > 1
            && puzzle.region(of: cell) != puzzle.region(of: stars[1])
        }
        guard let wrong else { continue }
        tried += 1
        var board = PlayerBoard(puzzle.grid)
        for cell in cells where cell != stars[0] { board[cell] = .mark }
        board[wrong] = .star
        #expect(
          try coach.hint(for: puzzle, on: board)?.content
            == .mistake(Mistake(cell: stars[1], isStar: false)))
      }
    }
    #expect(tried > 5)
  }

  @Test("puzzles without a solution, or with several, get no hint, and boards must fit")
  func refusals() throws {
    var coach = Coach()
    let loose = try TraceSamples.puzzle("AAAA/BBBB/CCCC/DDDD")
    #expect(throws: CoachError.severalSolutions) {
      _ = try coach.hint(for: loose, on: PlayerBoard(loose.grid))
    }
    let broken = try TraceSamples.puzzle("ABCC/DDDC/DDDC/DCCC")
    #expect(throws: CoachError.noSolution) {
      _ = try coach.hint(for: broken, on: PlayerBoard(broken.grid))
    }
    let other = try Grid(side: 5, stars: 1)
    #expect(throws: CoachError.otherGrid(other, expected: loose.grid)) {
      _ = try coach.hint(for: loose, on: PlayerBoard(other))
    }
  }

  @Test("the depths tell more and more, in every language, and never the rest of a mistake")
  func depths() throws {
    let all = try positions(side: 10, stars: 2, count: 6)
    var random = ReplaySeed(2400).generator
    var coach = Coach()
    for number in 0..<120 {
      let positions = all[number % all.count]
      var board = positions.board(&random)
      if number % 3 == 0 { positions.addMistakes(to: &board, &random) }
      guard let hint = try coach.hint(for: positions.puzzle, on: board) else { continue }
      for language in HintLanguage.all {
        let texts = Hint.Depth.allCases.map { hint.text($0, in: language) }
        #expect(Set(texts).count == 3, "\(texts)")
        for text in texts {
          #expect(
            !text.contains { "{}[]|".contains($0) } && text.first?.isLowercase == false, "\(text)")
          #expect([".", "?", "。", "？"].contains { text.hasSuffix($0) }, "\(text)")
          #expect(!text.contains("\n"))
        }
      }
      guard case .step(let step) = hint.content, let cell = step.assumption?.cell else { continue }
      let place = HintLanguage.all.map { Phrases(language: $0).place(cell, side: 10) }
      for (language, place) in zip(HintLanguage.all, place) {
        #expect(!hint.text(.place, in: language).contains(place))
        #expect(!hint.text(.technique, in: language).contains(place))
      }
    }
  }
}
