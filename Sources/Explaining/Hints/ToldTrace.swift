import Solving
package import StarBattle

/// The steps of a trace as they are told to a player who takes them one by one.
///
/// A rule refutes all stars of a cycle on the board at its start. By the time that a player comes
/// to the last of them the others are marked, and where a long chain was needed before, a row may
/// plainly lack a cell. So each mark is shown once more on the board before it, by the easiest rule
/// that shows it, often without an assumption; its step names that rule. So are cells that another
/// rule marks beside a star of the same cycle. Nothing else changes: the same cells are decided in
/// the same order.
///
/// It is no `Trace`, because its steps hold on the board before each and not, as those of a trace
/// do, on the board at the start of their cycle.
package struct ToldTrace: Sendable {
  package let puzzle: Puzzle

  /// The steps, in the order of the trace.
  package let steps: [Step]

  /// Whether each of them may rest on steps of its own cycle: refuted stars, and what is told by
  /// another rule than its cycle's.
  let restsOnCycle: [Bool]

  /// Tells a trace; one that does not come to a solution is told as it is.
  ///
  /// - Complexity: O(cells) trials for each star that is refuted.
  package init(_ trace: Trace) {
    puzzle = trace.puzzle
    guard Solution(stars: trace.steps.flatMap(\.stars)).solves(puzzle) else {
      steps = trace.steps
      restsOnCycle = steps.map { _ in false }
      return
    }
    var teller = StepTeller(of: puzzle)
    steps = trace.steps.map { teller.tell($0) }
    restsOnCycle = zip(steps, trace.steps).map { told, step in
      step.isRefutation || told.rule != step.rule
    }
  }
}

/// Tells steps on the board that they are taken on.
private struct StepTeller: ~Copyable {
  private var engine = RuleEngine()
  private let layout: Layout
  private var solve: LadderSolve

  /// Begins with an empty board.
  ///
  /// - Precondition: the puzzle has a solution.
  init(of puzzle: Puzzle) {
    layout = Layout(puzzle)
    solve = LadderSolve(layout, climbing: [])
  }

  /// A step as it is told; what it concludes is known from then on.
  mutating func tell(_ step: Step) -> Step {
    let told = retell(step)
    var deductions = Deductions(stars: step.stars, marks: step.marks, side: layout.grid.side)
    let isPossible = solve.apply(&deductions, layout)
    assert(isPossible, "steps that lead to a solution contradict nothing")
    return told
  }

  private mutating func retell(_ step: Step) -> Step {
    guard step.isRefutation, let cell = step.assumption?.cell else {
      return besideStar(step) ?? step
    }
    let easiest = solve.easiestStep(
      marking: cell, through: StepTeller.highestLevel, &engine, layout)
    guard let easiest else { return step.retold(on: solve, &engine, layout) }
    return Step(
      rule: easiest.rule, level: easiest.level, cycle: step.cycle, containers: easiest.containers,
      cells: easiest.cells, marks: step.marks)
  }

  /// Marks that all touch a star of their own cycle, as just that.
  private func besideStar(_ step: Step) -> Step? {
    guard step.stars.isEmpty, !step.marks.isEmpty, step.rule != Rule.neighbours.id else {
      return nil
    }
    let star = solve.board.solution(side: layout.grid.side).stars.first { star in
      step.marks.allSatisfy { layout.grid.areNeighbours($0, star) }
    }
    guard let star else { return nil }
    let rule = Rule.neighbours
    return Step(
      rule: rule.id, level: rule.level, cycle: step.cycle, containers: [], cells: [star],
      marks: step.marks)
  }

  /// The highest level of rules that assume nothing.
  private static let highestLevel = 7
}

extension Step {
  /// Whether it refutes a star by following it.
  var isRefutation: Bool { assumption != nil && Rule(id: rule)?.scope == .assumption }

  /// The step as it is told on a board: a star is refuted by the easiest rule that does.
  ///
  /// - Precondition: the board has a solution, and the star of a refutation can still be placed.
  func retold(
    on solve: LadderSolve, _ engine: inout RuleEngine, _ layout: borrowing Layout
  ) -> Step {
    guard isRefutation, let assumption, let rule = Rule(id: rule) else { return self }
    let (easiest, plainest) = solve.plainest(assumption, by: rule, &engine, layout)
    // What two steps fight over can be among the containers of one of them.
    return Step(
      rule: easiest.id, level: easiest.level, cycle: cycle,
      containers: Array(Set(plainest.failure.containers)), cells: cells, marks: marks,
      assumption: plainest)
  }
}
