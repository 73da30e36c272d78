import Notation
import Proving
import Searching
import Solving
import StarBattle
import TestSupport
import Testing

/// Stars that are refuted by sums: sound on any board, the same for the board turned, and proved by
/// a checker that adds up.
@Suite("Assumed sums")
struct AssumedSumTests {
  private static let scopes = Rule.scopes

  /// The rule behind a few easy ones, so that small boards need it.
  private static let ladder: ArraySlice<Rule> =
    Rule.ladder(through: 3) + [Rule(id: "hypothetical.sum")].compactMap(\.self)

  /// Calls a body with each step of the rule, on random boards with a solution that need not be the
  /// only one.
  private func forEachStep(
    boards: Int, seed: ReplaySeed,
    _ body: (Step, PlayerBoard, Puzzle, _ solution: Solution) throws -> Void
  ) throws {
    var random = seed.generator
    for _ in 0..<boards {
      let side = 6 + random.below(4)
      let grid = try Grid(side: side, stars: side < 8 ? 1 : 1 + random.below(2))
      guard let mixed = try MixedPuzzle(on: grid, &random) else { continue }
      let (puzzle, solution) = (mixed.puzzle, mixed.stars)
      let layout = Layout(puzzle)
      var solve = LadderSolve(layout, climbing: AssumedSumTests.ladder)
      let given = random.below(5)
      for cell in 0..<side * side where !solution.stars.contains(cell) && random.below(10) < given {
        solve.board.mark(2 << UInt32(cell % side), in: cell / side + 1, layout)
      }
      try follow(&solve, layout, puzzle) { try body($0, $1, puzzle, solution) }
    }
  }

  /// Mutants of generated puzzles that the ladder to level 12 leaves.
  private static let left = [
    "AAAAAABBBCCCADDABABBEECCDDDDBBBBECCCDDDDDFEEEGCCDHHHFFEEGGCCDDHHFFGGGGGCIDHHHGGJJJJCIIHJJGJJKJ"
      + "JCIIHHJJJKKKJCIIJJJJJKKKJCLLJJJKKKKJJJLLLLLLLLJJJJ",
    "AAAAAAAAAAABAAAACCAAAABBAAAADCCBBBBBADDADDCBEEBBFFDDDDCCEEEBFFFDDDGGGGEEJFDDDHHGEEEEJFDHHHIGGG"
      + "GGJFJJIHIKKKGLJFJJIHIIKGGLJFJIIHIIKKKLJJJIIIIIILLL",
  ]

  /// Another, of 14×14 with three stars: sums stand in the middle of what follows from a star.
  private static let chained =
    "AAAAABBBBBBBBBCCAACBDDDDEBEBCCAACCDCDEEEEBCCCCCCCCDDEEEECFFFCGGDDEEEEHFFFFCCGGGGHHHH"
    + "FFGGGGGGGGGGGHFFIIIJGGKGGKKHFFIIIJJJKKKKKHFFIIIJLJMMKKKHNNNNLLLJJMMKKHNLNLLLLJMMMKHH"
    + "NLLLNLMMMLMKKHNNNNNLLLLLLKKH"

  /// Calls a body with each step of the rule where it stands right behind the ladder, on boards
  /// that need sums then.
  private func forEachHardStep(
    on boards: [String] = left.map { "12x2.\($0)" },
    _ body: (Step, PlayerBoard, Puzzle, _ solution: Solution) throws -> Void
  ) throws {
    let ladder = Rule.ladder(through: 12) + AssumedSumTests.ladder.suffix(1)
    for board in boards {
      let puzzle = try SBN(board).puzzle
      var solver = ExactSolver()
      let solution = try #require(solver.count(puzzle, limit: 2).solutions.first)
      let layout = Layout(puzzle)
      var solve = LadderSolve(layout, climbing: ladder)
      try follow(&solve, layout, puzzle) { try body($0, $1, puzzle, solution) }
      #expect(solve.board.unknownCount == 0)
    }
  }

  /// Climbs to the end, and calls a body with each step of the rule.
  private func follow(
    _ solve: inout LadderSolve, _ layout: borrowing Layout, _ puzzle: Puzzle,
    _ body: (Step, PlayerBoard) throws -> Void
  ) throws {
    var engine = RuleEngine()
    let count = puzzle.grid.cellCount
    let side = puzzle.grid.side
    while solve.board.unknownCount > 0, let row = solve.findEasiest(&engine, layout) {
      let rule = solve.ladder[row]
      if rule.id == "hypothetical.sum" {
        var cells = Array(repeating: PlayerBoard.Cell.open, count: count)
        for cell in cells.indices {
          let (row, bit) = (cell / side + 1, UInt32(2) << UInt32(cell % side))
          if solve.board.stars[row] & bit != 0 {
            cells[cell] = .star
          } else if solve.board.lines[row] & bit == 0 {
            cells[cell] = .mark
          }
        }
        let board = try #require(PlayerBoard(puzzle.grid, cells: cells))
        for step in solve.steps(of: rule, &engine, layout) { try body(step, board) }
      }
      #expect(!engine.deductions.isContradiction)
      guard solve.apply(&engine.deductions, layout) else {
        Issue.record("a board with a solution has come to none: \(puzzle.grid)")
        return
      }
    }
  }

  @Test("no star of a solution is refuted, and every step is proved by itself")
  func sound() throws {
    let seed = ReplaySeed(22_000)
    let checker = TraceChecker(scopes: AssumedSumTests.scopes)
    var (steps, sums, links) = (0, 0, 0)
    func check(_ step: Step, _ board: PlayerBoard, _ puzzle: Puzzle, _ solution: Solution) throws {
      let assumption = try #require(step.assumption)
      #expect(step.marks == [assumption.cell] && step.stars.isEmpty && step.level == 12)
      #expect(!solution.stars.contains(assumption.cell), "seed \(seed.value)")
      steps += 1
      if !assumption.failure.sum.isEmpty { sums += 1 }
      links += assumption.chain.count { !$0.sum.isEmpty }
      #expect(throws: Never.self) { try checker.check(step, on: board, of: puzzle) }
    }
    try forEachStep(boards: 60, seed: seed, check)
    try forEachHardStep(check)
    #expect(steps > 100 && sums > 0, "\(steps), \(sums) by sums, \(links) links")
  }

  @Test("a step with a sum that does not come out, or with a link too few, is found")
  func corrupted() throws {
    let checker = TraceChecker(scopes: AssumedSumTests.scopes)
    var tried = 0
    try forEachHardStep { step, board, puzzle, solution in
      guard let good = step.assumption else { return }
      func fault(
        chain: [Step]? = nil, failure: Failure? = nil, rule: String? = nil, cell: Int? = nil
      ) -> TraceFault? {
        let failure = failure ?? good.failure
        let changed = Step(
          rule: rule ?? step.rule, level: step.level, cycle: step.cycle,
          containers: failure.containers, cells: step.cells, marks: [cell ?? good.cell],
          assumption: Assumption(
            cell: cell ?? good.cell, chain: chain ?? good.chain, failure: failure))
        do throws(TraceFault) {
          try checker.check(changed, on: board, of: puzzle)
          return nil
        } catch { return error }
      }
      func failure(_ sum: [Addend]) -> Failure {
        Failure(
          rule: good.failure.rule, containers: sum.compactMap(\.container).sorted(), sum: sum)
      }
      #expect(fault() == nil)
      // A star of the solution is refuted by nothing, whatever the sums.
      let star = try #require(solution.stars.first { board[$0] == .open })
      #expect(fault(cell: star) != nil)
      if !good.failure.sum.isEmpty {
        tried += 1
        let sum = good.failure.sum
        let place = TraceFault.Location(step: 0)
        // No part can be left out: that is how the sum was found.
        for index in sum.indices where sum.count > 1 {
          var rest = sum
          rest.remove(at: index)
          #expect(fault(failure: failure(rest)) == .noFailure(place))
        }
        // The other way round, what is held covers and what covers is held.
        let turned = sum.compactMap { addend in
          addend.container.map { Addend(.container($0), times: -addend.times) }
        }
        #expect(fault(failure: failure(turned)) == .noFailure(place))
        var changed = sum
        changed[0] = Addend(sum[0].source, times: sum[0].times < 0 ? -100_001 : 100_001)
        #expect(
          fault(failure: failure(changed))
            == .malformed(place, what: "has a sum that is none, or not of its containers"))
        #expect(
          fault(failure: Failure(rule: good.failure.rule, containers: [], sum: sum)) != nil)
        #expect(
          fault(failure: Failure(rule: "tiling.pairs", containers: good.failure.containers))
            != nil)
        #expect(
          fault(
            failure: Failure(
              rule: "direct.forced", containers: good.failure.containers, sum: sum))
            == .malformed(place, what: "adds up what fails, which its rule does not"))
        // Without sums, an assumption may not end in one.
        #expect(fault(rule: "hypothetical.chained") != nil)
      }
      for (index, link) in good.chain.enumerated() where !link.sum.isEmpty {
        let location = TraceFault.Location(step: 0, link: index)
        func linkFault(_ sum: [Addend], marks: [Int]? = nil) -> TraceFault? {
          var chain = good.chain
          chain[index] = link.adding(sum, marks: marks)
          return fault(chain: chain)
        }
        #expect(linkFault(link.sum) == nil)
        #expect(linkFault(link.sum.filter { $0.times < 0 }) == .notImplied(location))
        // A cell that the sum says nothing of.
        let other = puzzle.regions.indices.first { cell in
          board[cell] == .open && !link.marks.contains(cell) && !link.stars.contains(cell)
            && !link.sum.contains { addend in
              addend.container?.cells(in: puzzle).contains(cell) ?? true
            }
        }
        if let other {
          let isTouched = ([good.cell] + good.chain[..<index].flatMap(\.stars)).contains {
            $0 == other || puzzle.grid.areNeighbours($0, other)
          }
          let isKnown = good.chain[..<index].contains { $0.marks.contains(other) }
          if !isTouched && !isKnown {
            #expect(linkFault(link.sum, marks: link.marks + [other]) == .notImplied(location))
          }
        }
        #expect(fault(rule: "hypothetical.deep") != nil)
      }
    }
    #expect(tried > 0)
  }

  @Test("a sum in the middle of a chain is refused when it, its cells or its place are changed")
  func corruptedLinks() throws {
    let checker = TraceChecker(scopes: AssumedSumTests.scopes)
    var (middle, swapped, early, kept, refused) = (0, 0, 0, 0, 0)
    try forEachHardStep(on: ["14x3.\(AssumedSumTests.chained)"]) { step, board, puzzle, _ in
      guard let good = step.assumption else { return }
      func fault(of chain: [Step]) -> TraceFault? {
        let changed = Step(
          rule: step.rule, level: step.level, cycle: step.cycle, containers: step.containers,
          cells: step.cells, marks: step.marks,
          assumption: Assumption(cell: good.cell, chain: chain, failure: good.failure))
        do throws(TraceFault) {
          try checker.check(changed, on: board, of: puzzle)
          return nil
        } catch { return error }
      }
      for (index, link) in good.chain.enumerated().dropFirst().dropLast() where !link.sum.isEmpty {
        middle += 1
        func sumFault(_ sum: [Addend], marks: [Int]? = nil) -> TraceFault? {
          var chain = good.chain
          chain[index] = link.adding(sum, marks: marks)
          return fault(of: chain)
        }
        let here = TraceFault.notImplied(TraceFault.Location(step: 0, link: index))
        #expect(sumFault(link.sum) == nil)
        for (place, addend) in link.sum.enumerated() {
          var rest = link.sum
          rest.remove(at: place)
          let fault = sumFault(rest)
          #expect(
            rest.isEmpty ? fault != nil : fault == here, "without part \(place) of link \(index)")
          guard addend.container != nil else { continue }
          for times in [2 * addend.times, -addend.times] {
            var changed = link.sum
            changed[place] = Addend(addend.source, times: times)
            // Of a few parts one may count twice, and the rest still shows the same.
            let isShown = AssumedSumTests.shows(changed, at: index, of: good, board, puzzle)
            if isShown { kept += 1 } else { refused += 1 }
            #expect(
              sumFault(changed) == (isShown ? nil : here),
              "\(times) times part \(place) of link \(index)")
          }
        }
        if let mark = link.marks.first,
          let other = AssumedSumTests.untold(by: link.sum, before: index, of: good, board, puzzle)
        {
          swapped += 1
          let marks = link.marks.map { $0 == mark ? other : $0 }.sorted()
          #expect(sumFault(link.sum, marks: marks) == here, "\(other) of link \(index)")
        }
        // Ahead of all that it rests on, nothing that it needs is known.
        var chain = good.chain
        chain.insert(chain.remove(at: index), at: 0)
        let first = TraceFault.Location(step: 0, link: 0)
        #expect(fault(of: chain) == .notImplied(first), "link \(index) first")
        // The link before, which it may rest on, behind it.
        chain = good.chain
        chain.swapAt(index - 1, index)
        if fault(of: chain) != nil { early += 1 }
      }
    }
    #expect(middle > 10 && swapped > 0 && early > 5, "\(middle), \(swapped), \(early)")
    #expect(refused > 10 * kept, "\(refused), \(kept)")
  }

  /// An open cell that a sum counts as often as it covers it, and that nothing before decides.
  private static func untold(
    by sum: [Addend], before index: Int, of assumption: Assumption, _ board: PlayerBoard,
    _ puzzle: Puzzle
  ) -> Int? {
    let open = open(before: index, of: assumption, board, puzzle)
    let marks = assumption.chain[index].marks
    var weights = [Int](repeating: 0, count: puzzle.grid.cellCount)
    for addend in sum {
      for cell in cells(of: addend, in: puzzle) { weights[cell] += addend.times }
    }
    return weights.indices.first { weights[$0] == 0 && open[$0] && !marks.contains($0) }
  }

  /// Whether a sum shows what a link does, added up as the book has it.
  private static func shows(
    _ sum: [Addend], at index: Int, of assumption: Assumption, _ board: PlayerBoard,
    _ puzzle: Puzzle
  ) -> Bool {
    let link = assumption.chain[index]
    let open = open(before: index, of: assumption, board, puzzle)
    let stars = stars(before: index, of: assumption)
    var weights = [Int](repeating: 0, count: puzzle.grid.cellCount)
    var slack = 0
    for addend in sum {
      let cells = cells(of: addend, in: puzzle)
      let most = addend.container == nil ? 1 : puzzle.grid.stars
      let known = cells.count { board[$0] == .star || stars.contains($0) }
      slack -= addend.times * (most - known)
      for cell in cells where open[cell] { weights[cell] += addend.times }
    }
    for weight in weights { slack += max(0, weight) }
    return link.marks.allSatisfy { !open[$0] || -weights[$0] > slack }
      && link.stars.allSatisfy { weights[$0] > slack }
  }

  private static func cells(of addend: Addend, in puzzle: Puzzle) -> [Int] {
    let side = puzzle.grid.side
    return switch addend.source {
    case .container(let container): container.cells(in: puzzle)
    case .tile(let corner): [corner, corner + 1, corner + side, corner + side + 1]
    }
  }

  /// The stars assumed or found before a link.
  private static func stars(before index: Int, of assumption: Assumption) -> [Int] {
    [assumption.cell] + assumption.chain[..<index].flatMap(\.stars)
  }

  /// Which cells nothing before a link decides.
  private static func open(
    before index: Int, of assumption: Assumption, _ board: PlayerBoard, _ puzzle: Puzzle
  ) -> [Bool] {
    let stars = stars(before: index, of: assumption)
    let marks = assumption.chain[..<index].flatMap(\.marks)
    return (0..<puzzle.grid.cellCount).map { cell in
      board[cell] == .open && !marks.contains(cell)
        && !stars.contains { $0 == cell || puzzle.grid.areNeighbours($0, cell) }
    }
  }

  @Test("a board turned or mirrored has the same stars refuted")
  func symmetry() throws {
    var engine = RuleEngine()
    var random = ReplaySeed(22_002).generator
    var looks = 0
    for _ in 0..<8 {
      let grid = try Grid(side: 8, stars: 1)
      guard let puzzle = try MixedPuzzle(on: grid, &random)?.puzzle else { continue }
      func refuted(_ puzzle: Puzzle) -> Set<Int> {
        let layout = Layout(puzzle)
        var solve = LadderSolve(layout, climbing: AssumedSumTests.ladder.suffix(1))
        guard solve.findEasiest(&engine, layout) != nil else { return [] }
        defer { engine.deductions.clear() }
        return Set(engine.deductions.cells(on: solve.board, side: 8).marks)
      }
      let upright = refuted(puzzle)
      looks += upright.count
      for symmetry in Symmetry.allCases {
        #expect(
          refuted(puzzle.applying(symmetry))
            == Set(upright.map { symmetry.image(of: $0, side: 8) }))
      }
    }
    #expect(looks > 8)
  }
}

extension Step {
  /// The same step with another sum, and other marks where they are given.
  fileprivate func adding(_ sum: [Addend], marks other: [Int]?) -> Step {
    Step(
      rule: rule, level: level, cycle: cycle, containers: sum.compactMap(\.container).sorted(),
      cells: cells, stars: stars, marks: other ?? marks, sum: sum)
  }
}
