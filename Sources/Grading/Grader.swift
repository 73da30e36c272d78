package import Solving
public import StarBattle

/// Solves puzzles the way a person does, and says how hard that was.
///
/// One ladder of rules (`Rule.ladder`). In each cycle the easiest rule that applies anywhere is
/// applied everywhere it applies at that moment; then the ladder starts again from its first rung.
/// A rule looks only at containers that have changed since it last found nothing, which changes
/// no result because all rules are monotone.
///
/// One grader for each thread; it holds nothing from one puzzle to the next.
public struct Grader: ~Copyable {
  private var engine = RuleEngine()

  /// The layout of the last puzzle, for the next one of the same grid.
  private var spareLayout: Layout?

  /// The rules that it climbs by.
  public let rules: RuleSet

  private let scale: ScoreScale

  /// Makes a grader of a version, or of the one that new puzzles are graded by; one for each
  /// thread, for any number of puzzles.
  ///
  /// - Parameter version: The version.
  /// - Complexity: O(1).
  public init(version: GraderVersion = .current) {
    rules = version.rules
    scale = version.scale
  }

  /// Makes a grader with other rules than a version has, and the scale of the current one.
  ///
  /// - Parameter rules: The rules that it climbs by.
  /// - Complexity: O(1).
  public init(rules: RuleSet) {
    self.rules = rules
    scale = GraderVersion.current.scale
  }

  /// Grades a puzzle from cold.
  ///
  /// - Parameters:
  ///   - puzzle: Any puzzle, with one solution, several or none.
  ///   - highestLevel: The highest rule level to use, 1…13. Level 13 is for grading imports: what
  ///     needs it is not published.
  /// - Returns: The grade. A puzzle with several solutions ends stuck; one with none ends stuck or
  ///   in a contradiction.
  /// - Complexity: cycles ≤ cells; each costs at most one trial a cell.
  public mutating func grade(_ puzzle: Puzzle, highestLevel: Int = 12) -> Grade {
    grade(puzzle, highestLevel: highestLevel) { _ in }
  }

  /// Grades a puzzle from cold and tells which rule has just been tried: for those who want to know
  /// where time goes.
  ///
  /// - Parameters:
  ///   - puzzle: Any puzzle.
  ///   - highestLevel: The highest rule level to use, 1…13.
  ///   - looked: Called with the rule's row in `Rule.ladder` each time a rule has been tried on the
  ///     board, whether or not it found something. Levels 8 and 9 are tried together: what that
  ///     takes lies before the call with the first.
  /// - Returns: The same grade as `grade(_:highestLevel:)`.
  /// - Complexity: that of `grade(_:highestLevel:)`, and the calls.
  public mutating func grade(
    _ puzzle: Puzzle, highestLevel: Int, looked: (Int) -> Void
  ) -> Grade {
    let layout = takeLayout(of: puzzle)
    let grade = grade(layout, highestLevel: highestLevel, looked: looked)
    spareLayout = consume layout
    return grade
  }

  /// The layout of a puzzle: the spare one, where that has its grid.
  private mutating func takeLayout(of puzzle: Puzzle) -> Layout {
    guard var layout = spareLayout.take(), layout.grid == puzzle.grid else {
      return Layout(puzzle)
    }
    layout.load(puzzle)
    return layout
  }

  /// Grades a layout: what `grade(_:highestLevel:)` does, for those who have no puzzle yet.
  package mutating func grade(
    _ layout: borrowing Layout, highestLevel: Int, looked: (Int) -> Void = { _ in }
  ) -> Grade {
    grade(layout, climbing: rules.rules(through: highestLevel), looked: looked)
  }

  /// Grades a layout by some rules, easiest first.
  package mutating func grade(
    _ layout: borrowing Layout, climbing rules: ArraySlice<Rule>, looked: (Int) -> Void = { _ in }
  ) -> Grade {
    var solve = LadderSolve(layout, climbing: rules)
    let outcome = solve.run(
      &engine, layout, measuring: scale.measure(for: layout.grid), looked: looked)
    return grade(&solve, outcome, layout)
  }

  /// Lends the engine to code that asks the rules for something else than a grade.
  mutating func withEngine<Value>(_ body: (inout RuleEngine, RuleSet) -> Value) -> Value {
    body(&engine, rules)
  }

  /// Grades a layout by some rules, easiest first, and tells what each of them is about to decide.
  mutating func grade(
    _ layout: borrowing Layout, climbing rules: ArraySlice<Rule>,
    deciding: (Rule, borrowing LadderSolve, borrowing Deductions) -> Void
  ) -> Grade {
    var solve = LadderSolve(layout, climbing: rules)
    let outcome = solve.run(
      &engine, layout, measuring: scale.measure(for: layout.grid),
      explain: { row, solve, engine, _ in deciding(solve.ladder[row], solve, engine.deductions) })
    return grade(&solve, outcome, layout)
  }

  /// Grades a puzzle and writes down every step.
  ///
  /// - Parameters:
  ///   - puzzle: Any puzzle.
  ///   - highestLevel: The highest rule level to use, 1…13.
  /// - Returns: The same grade as `grade(_:highestLevel:)`, and the steps that lead to it.
  /// - Complexity: several times that of grading, for the explanations.
  public mutating func trace(_ puzzle: Puzzle, highestLevel: Int = 12) -> (
    grade: Grade, trace: Trace
  ) {
    trace(puzzle, climbing: rules.rules(through: highestLevel))
  }

  /// Grades a puzzle by some rules, easiest first, and writes down every step.
  package mutating func trace(_ puzzle: Puzzle, climbing rules: ArraySlice<Rule>) -> (
    grade: Grade, trace: Trace
  ) {
    let layout = takeLayout(of: puzzle)
    let start = LadderSolve(layout, climbing: rules)
    var solve = start
    var steps: [Step] = []
    var lastCycle = 0
    let measure = scale.measure(for: puzzle.grid)
    let outcome = solve.run(
      &engine, layout, measuring: measure,
      explain: { row, solve, engine, layout in
        lastCycle = steps.count
        solve.addSteps(of: solve.ladder[row], to: &steps, &engine, layout)
      })
    var failure: Failure?
    if outcome == .contradiction {
      // Where the last cycle broke off half-way, its board is no ground to stand on: its steps are,
      // one by one. What was known before them is found once more.
      var (before, again) = (start, start)
      _ = again.run(
        &engine, layout, measuring: measure, explain: { _, solve, _, _ in before = solve })
      failure =
        before.firstFailure(of: steps[lastCycle...], layout)
        ?? solve.locateFailure(&engine, layout, seenAt: .deep)
      assert(failure != nil, "a contradiction has a failure to show")
    }
    let grade = self.grade(&solve, outcome, layout)
    spareLayout = consume layout
    return (grade, Trace(puzzle: puzzle, steps: steps, failure: failure))
  }

  /// The grade of a solve; the solve is `inout` because it would be copied otherwise.
  private mutating func grade(
    _ solve: inout LadderSolve, _ outcome: Grade.Outcome, _ layout: borrowing Layout
  ) -> Grade {
    let grid = layout.grid
    var level = 0
    var cycles = 0
    var rules: [Grade.RuleCount] = []
    rules.reserveCapacity(solve.ladder.count)
    for row in solve.ladder.indices {
      let count = solve.applications[solve.ladder[row].code]
      if count == 0 { continue }
      level = max(level, solve.ladder[row].level)
      cycles += count
      rules.append(Grade.RuleCount(code: solve.ladder[row].code, count: count))
    }
    return Grade(
      outcome: outcome, level: level, cycles: cycles,
      scoreInHundredths: outcome == .solved
        ? score(&solve, level: level, layout) : 10_000,
      rules: rules,
      openCells: outcome == .solved ? [] : solve.board.unknownCells(side: grid.side),
      starCells: outcome == .solved ? [] : solve.board.solution(side: grid.side).stars,
      solution: outcome == .solved ? solve.board.solution(side: grid.side) : nil)
  }
  /// The score of a puzzle that is solved, in hundredths.
  private mutating func score(
    _ solve: inout LadderSolve, level: Int, _ layout: borrowing Layout
  ) -> Int {
    let range = scale.range(for: layout.grid)
    var needsCounting = false
    // What never had to be searched for has been shown by single containers.
    if range.countingWeight > 0, var board = solve.ground {
      needsCounting = !engine.solvesBySingleContainers(
        &board, layout, sparing: solve.board.stars)
    }
    return Score.hundredths(
      effort: solve.effort, searched: solve.searched, needsCounting: needsCounting, level: level,
      on: range)
  }
}
