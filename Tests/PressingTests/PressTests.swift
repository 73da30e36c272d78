import Flagging
import Generating
import Grading
import Notation
import Pipeline
import Pressing
import Proving
import StarBattle
import Testing

@Suite("The press")
struct PressTests {
  private let grid: Grid
  init() throws { grid = try Grid(side: 6, stars: 1) }

  private func search(_ difficulty: Int, item: String = "test:0") -> CandidateSearch {
    CandidateSearch(
      Ask(grid, grade: GradeRange(difficulty: difficulty...difficulty)), item: item, campaign: 99)
  }

  /// A seed that asks for nothing.
  private func plain(_ item: String, _ attempt: Int) -> Seed {
    SeedSettings().written(into: Seed.derived(campaign: 3, item: item, attempt: attempt))
  }

  @Test("what is pressed is fair, unique, and says so")
  func gate() throws {
    var press = Press(grid: grid)
    var tally = Tally()
    var kept = 0
    for attempt in 0..<20 {
      let seed = plain("gate", attempt)
      guard let pressed = press.press(seed, &tally) else { continue }
      kept += 1
      var grader = Grader()
      let grade = grader.grade(pressed.puzzle)
      #expect(grade == pressed.grade)
      #expect(pressed.solution.solves(pressed.puzzle))
      #expect(pressed.seed == seed)
      let read = try SBN(pressed.sbn.description)
      #expect(read.puzzle == pressed.puzzle)
      #expect(read.metadata.seed == Int64(seed.value))
      #expect(read.metadata.difficulty == grade.difficulty)
      #expect(read.metadata.level == grade.level)
      #expect(read.metadata.cycles == grade.cycles)
      #expect(read.canonical.description == read.description)
    }
    #expect(kept > 0)
    #expect(tally.tried == 20)
    #expect(tally.refusedInAll == 20 - kept)
  }

  @Test("where puzzles without flags come first, flagged ones are passed over and counted")
  func flags() throws {
    var limits = FlagLimits(for: grid)
    for kind in FlagKind.allCases { limits[kind] = nil }
    limits[.ugly] = 6
    var passed = 0
    for item in 0..<8 {
      let ask = Ask(grid, grade: GradeRange(difficulty: 2...3))
      let plain = CandidateSearch(ask, item: "flags:\(item)", campaign: 7)
      let choosy = CandidateSearch(ask, item: "flags:\(item)", campaign: 7, flags: limits)
      var press = Press(grid: grid)
      let first = plain.pick(with: &press, isUsed: { _ in false })
      let second = choosy.pick(with: &press, isUsed: { _ in false })
      let puzzle = try #require(second.pressed?.puzzle)
      #expect(puzzle.longestTail.cells < 6)
      #expect(first.tally[.flagged] == 0)
      #expect((first.pressed?.puzzle == puzzle) == (second.tally[.flagged] == 0))
      passed += second.tally[.flagged]
    }
    #expect(passed > 0)
  }

  @Test("where all are flagged, a flagged one is taken all the same")
  func allFlagged() throws {
    var limits = FlagLimits(for: grid)
    limits[.ugly] = 0
    let ask = Ask(grid, grade: GradeRange(difficulty: 2...3))
    let plain = CandidateSearch(ask, item: "flags", campaign: 7)
    let choosy = CandidateSearch(ask, item: "flags", campaign: 7, flags: limits)
    var press = Press(grid: grid)
    let first = plain.pick(with: &press, isUsed: { _ in false })
    #expect(choosy.pick(with: &press, isUsed: { _ in false }).pressed == first.pressed)
  }

  @Test("the first candidate that hits the difficulty is taken, every time")
  func firstHit() throws {
    for difficulty in 1...3 {
      var press = Press(grid: grid)
      let pick = search(difficulty).pick(with: &press, isUsed: { _ in false })
      let pressed = try #require(pick.pressed)
      #expect(pressed.grade.difficulty == difficulty)
      #expect(pressed.seed == search(difficulty).seed(pick.tally.tried - 1))
      // A press that has made other puzzles before makes the same one.
      var tally = Tally()
      _ = press.press(search(5).seed(7), &tally)
      #expect(search(difficulty).pick(with: &press, isUsed: { _ in false }) == pick)
    }
  }

  @Test("after the budget the nearest is taken, the earliest of equally near ones")
  func nearest() throws {
    // Of 4×4 puzzles hardly any is a 10.
    let grid = try Grid(side: 4, stars: 1)
    let search = CandidateSearch(
      Ask(grid, grade: GradeRange(difficulty: 10...10)), item: "test:0", campaign: 99)
    var press = Press(grid: grid)
    let pick = search.pick(with: &press, isUsed: { _ in false })
    let pressed = try #require(pick.pressed)
    #expect(pick.tally.tried == search.ask.patience.candidates)
    var best: (distance: Int, seed: Seed)?
    for attempt in 0..<search.ask.patience.candidates {
      var tally = Tally()
      let seed = search.seed(attempt)
      guard let candidate = press.candidate(of: seed, &tally) else { continue }
      let distance = abs(candidate.grade.difficulty - 10)
      if distance < best?.distance ?? .max { best = (distance, seed) }
    }
    #expect(pressed.seed == best?.seed)
  }

  @Test("where arguments are bounded, every solve that is traced keeps to it")
  func boundedArguments() async throws {
    let grid = try Grid(side: 8, stars: 1)
    for most in [2, 5] {
      let series = try PuzzleSeries(grid, grade: GradeRange(arguments: most), count: 12)
      var found: [Pressed] = []
      _ = try await series.make(0..<12, on: Workers(count: 2)) { _, pressed, _ in
        found.append(pressed)
      }
      var grader = Grader()
      for pressed in found {
        let (grade, trace) = grader.trace(pressed.puzzle)
        #expect(grade == pressed.grade)
        #expect(SolveSignals(trace).longest <= most)
      }
      #expect(found.count == 12)
    }
    // Without the bound there are longer ones.
    var grader = Grader()
    var press = Press(grid: grid)
    var tally = Tally()
    let longest = (0..<20).compactMap { press.press(plain("bound", $0), &tally) }
      .map { SolveSignals(grader.trace($0.puzzle).trace).longest }
    #expect(longest.contains { $0 > 5 })
  }

  @Test("what keeps to the bound on arguments is nearer than what has the difficulty")
  func boundBeforeDifficulty() throws {
    let ask = Ask(grid, grade: GradeRange(difficulty: 9...10, arguments: 2))
    let search = CandidateSearch(ask, item: "test:0", campaign: 99)
    var press = Press(grid: grid, isTracing: true)
    let pressed = try #require(search.pick(with: &press, isUsed: { _ in false }).pressed)
    #expect(SolveSignals(try #require(pressed.trace)).longest <= 2)
    let range = GradeRange(arguments: 4)
    #expect(range.distance(ofLongestArgument: 4) == 0)
    #expect(range.distance(ofLongestArgument: 5) > 50)
    #expect(range.distance(ofLongestArgument: 5) < range.distance(ofLongestArgument: 6))
    #expect(GradeRange().distance(ofLongestArgument: 99) == 0)
  }

  @Test("what keeps to every bound is taken before what does not, and there is mostly something")
  func boundsFirst() throws {
    let bounds = [
      GradeRange(difficulty: 9...9, level: GradeRange.levelsWithoutAssumptions),
      GradeRange(difficulty: 9...9, arguments: 1),
      GradeRange(difficulty: 8...8, level: GradeRange.levelsWithoutAssumptions, arguments: 2),
    ]
    var behind = 0
    for (number, grade) in bounds.enumerated() {
      for item in 0..<4 {
        var search = CandidateSearch(
          Ask(grid, grade: grade), item: "bounds\(number):\(item)", campaign: 7)
        var press = Press(grid: grid, isTracing: true)
        let pick = search.pick(with: &press, isUsed: { _ in false })
        let pressed = try #require(pick.pressed)
        #expect(search.keepsBounds(pressed), "\(search.item): \(pressed.sbn)")
        #expect(grade.level?.contains(pressed.grade.level) ?? true)
        let longest = SolveSignals(try #require(pressed.trace)).longest
        #expect(longest <= grade.arguments ?? .max)
        // Where that took longer, it is found again as well.
        guard pick.tally.tried > search.ask.patience.candidates else { continue }
        behind += 1
        var ask = search.ask
        ask.patience = .remaking(on: grid, isBounded: true)
        search = CandidateSearch(ask, item: search.item, campaign: 7)
        let text = search.text(with: &press, where: { $0 == pressed.sbn.description }, check: {})
        #expect(text == pressed.sbn.description)
      }
    }
    #expect(behind > 0)
  }

  @Test("a solve that assumes a star and may not is farther than any that does not")
  func assumptionsAreABound() throws {
    var press = Press(grid: grid)
    var tally = Tally()
    let seeds = (0..<200).map { plain("assumes", $0) }
    let hard = seeds.map { SeedSettings(profile: .hard).written(into: $0) }
    let grades = (seeds + hard).compactMap { press.candidate(of: $0, &tally)?.grade }
    let range = GradeRange(difficulty: 10...10, level: GradeRange.levelsWithoutAssumptions)
    let kept = grades.filter { $0.level <= 7 }.map(range.distance(of:))
    let missed = grades.filter { $0.level > 7 }.map(range.distance(of:))
    #expect(try #require(kept.max()) < GradeRange.boundDistance)
    #expect(try #require(missed.min()) >= GradeRange.boundDistance)
    // Without the bound, a level is a wish like others.
    let wish = GradeRange(difficulty: 10...10, level: 8...9)
    #expect(grades.allSatisfy { wish.distance(of: $0) < GradeRange.boundDistance })
  }

  @Test("a twin is passed over, turned or mirrored, and the next hit is taken")
  func twins() throws {
    var press = Press(grid: grid)
    let first = try #require(search(2).pick(with: &press, isUsed: { _ in false }).pressed)
    let used = first.puzzle.applying(.rotated90).canonicalForm
    let pick = search(2).pick(with: &press, isUsed: { $0 == used })
    let second = try #require(pick.pressed)
    #expect(second.puzzle.canonicalForm != used)
    #expect(pick.tally[.twin] >= 1)
    // Unrelated puzzles in use change nothing.
    let unrelated = second.puzzle.canonicalForm
    #expect(search(2).pick(with: &press, isUsed: { $0 == unrelated }).pressed == first)
  }

  @Test("when everything is used, there is no puzzle, and an end")
  func exhausted() {
    var press = Press(grid: grid)
    let pick = search(2).pick(with: &press, isUsed: { _ in true })
    #expect(pick.pressed == nil)
    #expect(pick.tally.tried == search(2).ask.patience.most)
  }

  @Test("a puzzle with several solutions does not pass, and one made by hand has no seed")
  func byHand() throws {
    var press = Press(grid: grid)
    var tally = Tally()
    let seed = plain("hand", 0)
    let good = try #require(press.press(seed, &tally))
    #expect(try press.check(good.puzzle).get().seed == nil)
    #expect(try press.check(good.puzzle, seed: seed).get() == good)
    let other = plain("hand", 1)
    #expect(try press.check(good.puzzle, seed: other).get().seed == nil)
    // Straight rows: any placement of stars without touching solves it.
    let rows = try Puzzle(grid: grid, regions: (0..<36).map { $0 / 6 })
    #expect(throws: Press.Refused(reason: .notSolved)) { try press.check(rows).get() }
  }

  @Test("the seed of a candidate depends on recipe, item and attempt alone")
  func seeds() {
    #expect(search(4).seed(3) == search(4).seed(3))
    let seeds = (0..<50).map { search(4).seed($0) }
    #expect(Set(seeds).count == 50)
    #expect(search(4, item: "test:1").seed(0) != seeds[0])
  }
}
