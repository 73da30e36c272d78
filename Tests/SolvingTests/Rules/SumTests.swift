import Adding
import Generating
import Grading
import Notation
import Proving
import Searching
import Solving
import StarBattle
import TestSupport
import Testing

/// Sums: sound on any board, the same for the board turned, and proved by adding up.
@Suite("Sums")
struct SumTests {
  private static let grids = [(6, 1), (8, 1), (10, 2)]

  /// Generated puzzles that levels 1–7 do not solve.
  private func puzzles(side: Int, stars: Int, count: Int) throws -> [Puzzle] {
    var generator = PuzzleGenerator(grid: try Grid(side: side, stars: stars))
    var grader = Grader()
    var puzzles: [Puzzle] = []
    for attempt in 0..<count {
      let seed = ClimbProfile.seed(
        for: .hard, from: Seed.derived(campaign: 12, item: "sums", attempt: attempt))
      if let puzzle = generator.puzzle(seed: seed),
        !grader.grade(puzzle, highestLevel: 7).isSolved
      {
        puzzles.append(puzzle)
      }
    }
    return puzzles
  }

  @Test("no argument contradicts a solution, whether or not it is the only one")
  func sound() throws {
    let seed = ReplaySeed(21_000)
    var random = seed.generator
    var engine = RuleEngine()
    var arguments = 0
    for number in 0..<150 {
      let side = 4 + random.below(7)
      let grid = try Grid(side: side, stars: 1 + random.below(Grid.quotas(ofSide: side).count))
      var placer = StarPlacer(grid: grid)
      guard let solution = placer.place(&random) else { continue }
      var canvas = RegionCanvas(grid: grid)
      canvas.cutPath(through: solution)
      canvas.mix(&random)
      var board = Board(canvas.layout)
      let stars = Set(solution.stars)
      let given = random.below(6)
      for cell in 0..<side * side where !stars.contains(cell) && random.below(10) < given {
        board.mark(2 << UInt32(cell % side), in: cell / side + 1, canvas.layout)
      }
      let isPossible = engine.propagate(&board, canvas.layout, through: 3)
      #expect(isPossible)
      let found = board.arguments(of: 2...5, canvas.layout)
      #expect(found.contradiction == nil, "board \(number) of seed \(seed.value)")
      for argument in found.all {
        arguments += 1
        #expect(stars.isSuperset(of: argument.stars), "board \(number) of seed \(seed.value)")
        #expect(stars.isDisjoint(with: argument.marks), "board \(number) of seed \(seed.value)")
      }
    }
    #expect(arguments > 100)
  }

  @Test("traces with sums are proved, and lead to the solution", arguments: grids)
  func proved(side: Int, stars: Int) throws {
    var grader = Grader(rules: .withSums)
    var solver = ExactSolver()
    var sums = 0
    for puzzle in try puzzles(side: side, stars: stars, count: 30) {
      let (grade, trace) = grader.trace(puzzle)
      #expect(grade == grader.grade(puzzle))
      let steps = trace.steps.filter { !$0.sum.isEmpty }
      sums += steps.count
      #expect(steps.allSatisfy { $0.rule.hasPrefix("sum.") && (2...8).contains($0.sum.count) })
      guard let solution = grade.solution else { continue }
      #expect(solver.count(puzzle, limit: 2).solutions == [solution])
      let summary = try TraceChecker(scopes: Rule.scopes).check(
        trace, of: puzzle, endingIn: solution)
      #expect(summary.steps == trace.steps.count)
    }
    #expect(sums > 0)
  }

  @Test("a sum that does not add up is found")
  func corrupted() throws {
    var grader = Grader(rules: .withSums)
    var tried = 0
    for puzzle in try puzzles(side: 8, stars: 1, count: 30) {
      let (grade, trace) = grader.trace(puzzle)
      guard grade.isSolved, let index = trace.steps.firstIndex(where: { !$0.sum.isEmpty }) else {
        continue
      }
      let good = trace.steps[index]
      func fault(
        _ sum: [Addend], containers: [Container]? = nil, marks: [Int]? = nil
      ) -> TraceFault? {
        var steps = trace.steps
        steps[index] = Step(
          rule: good.rule, level: good.level, cycle: good.cycle,
          containers: containers ?? sum.compactMap(\.container), cells: good.cells,
          stars: good.stars, marks: marks ?? good.marks, sum: sum)
        do throws(TraceFault) {
          _ = try TraceChecker(scopes: Rule.scopes).check(
            Trace(puzzle: puzzle, steps: steps), of: puzzle)
          return nil
        } catch { return error }
      }
      tried += 1
      #expect(fault(good.sum) == nil)
      let place = TraceFault.Location(step: index)
      // Without what is held there is nothing to count against.
      let cover = good.sum.filter { $0.times < 0 }
      #expect(fault(cover) == .notImplied(place))
      #expect(
        fault([]) == .malformed(place, what: "does not add up, as its rule does"))
      let misnamed = TraceFault.malformed(
        place, what: "has a sum that is none, or not of its containers")
      #expect(fault(good.sum, containers: []) == misnamed)
      #expect(fault(good.sum + [good.sum[0]]) == misnamed)
      #expect(fault(good.sum + [Addend(.tile(63), times: -1)]) == misnamed)
      #expect(fault(good.sum + [Addend(.tile(0), times: 1)]) == misnamed)
      let solution = try #require(grade.solution)
      #expect(fault(good.sum, marks: good.marks + [solution.stars[0]]) != nil)
      let many = (0..<49).map { Addend(.tile($0 / 7 * 8 + $0 % 7), times: -1) }
      #expect(fault(many) == .notImplied(place))
      #expect(fault([Addend(.tile(0), times: -100_001)]) == misnamed)
      #expect(fault([Addend(.tile(0), times: .min)]) == misnamed)
    }
    #expect(tried > 3)
  }

  @Test("a board turned or mirrored is graded the same")
  func symmetry() throws {
    var grader = Grader(rules: .withSums)
    for puzzle in try puzzles(side: 8, stars: 1, count: 12) {
      let upright = grader.grade(puzzle)
      for symmetry in Symmetry.allCases {
        let turned = grader.grade(puzzle.applying(symmetry))
        #expect(turned.rules == upright.rules && turned.score == upright.score)
      }
    }
  }

  @Test("sums are asked for, and the ladder is without them")
  func beside() throws {
    #expect(Rule.ladder.allSatisfy { !$0.id.hasPrefix("sum.") })
    let rules = RuleSet.withSums.rules(through: 13).map(\.id)
    #expect(rules.count { $0.hasPrefix("sum.") } == 3)
    #expect(rules.filter { !$0.hasPrefix("sum.") } == Rule.ladder.map(\.id))
    #expect(RuleSet.ladder.rules(through: 12).map(\.id) == Rule.ladder(through: 12).map(\.id))
    for id in ["sum.few", "sum.some", "sum.many", "sum.any"] {
      #expect(Rule(id: id)?.scope == .sum && Rule.scopes[id] == .sum)
    }
    var grader = Grader()
    #expect(grader.rules == GraderVersion.current.rules)
    for puzzle in try puzzles(side: 8, stars: 1, count: 6) {
      #expect(grader.grade(puzzle).rules.allSatisfy { !$0.id.hasPrefix("sum.") })
    }
  }

  @Test("a look at what has changed shows what a look at everything would", arguments: grids)
  func changes(side: Int, stars: Int) throws {
    var engine = RuleEngine()
    var looks = 0
    let ladder = RuleSet.withSmallSums.rules(through: 12)
    for puzzle in try puzzles(side: side, stars: stars, count: 40) {
      let layout = Layout(puzzle)
      var solve = LadderSolve(layout, climbing: ladder)
      while solve.board.unknownCount > 0, let row = solve.findEasiest(&engine, layout) {
        if ladder[row].level > 7 || ladder[row].id == "sum.few" {
          let all = solve.board.arguments(of: 2...4, layout)
          if all.contradiction != nil { break }
          looks += 1
          #expect(all.all.isEmpty == (ladder[row].id != "sum.few"))
          if ladder[row].id == "sum.few" {
            let steps = solve.steps(of: ladder[row], &engine, layout)
            #expect(Set(steps.flatMap(\.stars)) == Set(all.all.flatMap(\.stars)))
            #expect(Set(steps.flatMap(\.marks)) == Set(all.all.flatMap(\.marks)))
          }
        }
        guard solve.apply(&engine.deductions, layout) else { break }
      }
    }
    #expect(looks > 20)
  }

  @Test("without assumptions, puzzles that need them by the ladder are solved, and proved")
  func withoutAssumptions() throws {
    var ladder = Grader()
    var grader = Grader(rules: .withoutAssumptions)
    var (solved, long) = (0, 0)
    for puzzle in try puzzles(side: 8, stars: 1, count: 40) + puzzles(side: 10, stars: 2, count: 20)
    {
      guard ladder.grade(puzzle).isSolved else { continue }
      let (grade, trace) = grader.trace(puzzle)
      #expect(grade == grader.grade(puzzle))
      #expect(trace.steps.allSatisfy { $0.assumption == nil && $0.ways.isEmpty })
      long += trace.steps.count { $0.rule == "sum.any" }
      guard let solution = grade.solution else { continue }
      solved += 1
      let summary = try TraceChecker(scopes: Rule.scopes).check(
        trace, of: puzzle, endingIn: solution)
      #expect(summary.steps == trace.steps.count)
    }
    #expect(solved > 30 && long > 0, "\(solved) solved, \(long) long sums")
  }

  /// Mutants of generated puzzles that the ladder to level 12 leaves.
  private static let left = [
    "AAAAAABBBCCCADDABABBEECCDDDDBBBBECCCDDDDDFEEEGCCDHHHFFEEGGCCDDHHFFGGGGGCIDHHHGGJJJJCIIHJJGJJKJ"
      + "JCIIHHJJJKKKJCIIJJJJJKKKJCLLJJJKKKKJJJLLLLLLLLJJJJ",
    "AAAAAAAAAAABAAAACCAAAABBAAAADCCBBBBBADDADDCBEEBBFFDDDDCCEEEBFFFDDDGGGGEEJFDDDHHGEEEEJFDHHHIGGG"
      + "GGJFJJIHIKKKGLJFJJIHIIKGGLJFJIIHIIKKKLJJJIIIIIILLL",
  ]

  @Test("what the ladder leaves is solved thoroughly, and proved", arguments: left)
  func thorough(letters: String) throws {
    let puzzle = try SBN("12x2.\(letters)").puzzle
    var ladder = Grader()
    let stuck = ladder.grade(puzzle)
    #expect(!stuck.isSolved && ladder.grade(puzzle, highestLevel: 13).isSolved)
    var grader = Grader(rules: .thorough)
    let (grade, trace) = grader.trace(puzzle)
    #expect(grade == grader.grade(puzzle) && grade.level == 12)
    #expect(grade.rules.last?.id == "sum.any")
    let solution = try #require(grade.solution)
    let summary = try TraceChecker(scopes: Rule.scopes).check(
      trace, of: puzzle, endingIn: solution)
    #expect(summary.steps == trace.steps.count)
    // No sum stands where the ladder goes on by itself.
    let first = try #require(trace.steps.firstIndex { $0.rule.hasPrefix("sum.") })
    let (_, before) = ladder.trace(puzzle)
    #expect(Array(trace.steps[..<first]) == before.steps)
  }

  @Test("what the ladder solves has the same grade when it is solved thoroughly")
  func thoroughIsTheLadder() throws {
    var ladder = Grader()
    var grader = Grader(rules: .thorough)
    for puzzle in try puzzles(side: 8, stars: 1, count: 40) + puzzles(side: 10, stars: 2, count: 20)
    {
      let grade = ladder.grade(puzzle)
      if grade.isSolved { #expect(grader.grade(puzzle) == grade) }
    }
    let usual = GraderVersion.current.rules
    let rules = RuleSet.thorough.rules(through: 13)
    let ids = Rule.ladder(through: 12).map(\.id) + ["sum.few", "sum.any", "hypothetical.sum"]
    #expect(rules.map(\.id) == ids + ["hypothetical.deep", "hypothetical.ways"])
    for level in 1..<12 {
      #expect(
        RuleSet.thorough.rules(through: level).map(\.cost)
          == usual.rules(through: level).map(\.cost))
    }
  }

  @Test("all that assumes nothing, and nothing else, is climbed by without assumptions")
  func climbedWithoutAssumptions() {
    let rules = RuleSet.withoutAssumptions.rules(through: 13)
    let kept = Rule.ladder.filter { $0.scope != .assumption && $0.scope != .ways }
    #expect(rules.map(\.id) == kept.map(\.id) + ["sum.few", "sum.any"])
    #expect(kept.map(\.level).max() == 7)
    #expect(GraderVersion.first.rules.rules(through: 13).map(\.id) == Rule.ladder.map(\.id))
  }
}
