import Answering
import Flagging
import Grading
import JSONText
import Notation
package import Pipeline
import Proving
import Solving
import StarBattle
import Wording

/// Solves puzzles as a person does, and says how hard they are, or why they have no grade.
package struct GradePuzzles: PuzzleCommand {
  package var source: PuzzleSource
  /// The highest rule level to use, 1…13.
  package var highestLevel: Int
  package var reasoning: Reasoning
  /// Whether to say only what came of all of them.
  package var isTallied: Bool
  /// Whether to say which rules each puzzle needs, by leaving out one after the other.
  package var showsNeeds: Bool
  /// Whether to say what can be counted of each solve.
  package var showsSignals: Bool
  /// Whether to say what an editor should be warned of.
  package var showsFlags: Bool

  package init(
    _ source: PuzzleSource, highestLevel: Int = 12, isTallied: Bool = false,
    showsNeeds: Bool = false, showsSignals: Bool = false, showsFlags: Bool = false,
    reasoning: Reasoning = .usual
  ) {
    self.source = source
    self.highestLevel = highestLevel
    self.isTallied = isTallied
    self.showsNeeds = showsNeeds
    self.showsSignals = showsSignals
    self.showsFlags = showsFlags
    self.reasoning = reasoning
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    guard isTallied else { return try await workThrough(context, emit) ?? .badData }
    var statistics = GradeStatistics(
      highestLevel: highestLevel, countsNeeds: showsNeeds, reasoning: reasoning)
    let status = try await workThrough(
      context, emit,
      count: { result in
        if let graded = result.graded { statistics.add(graded) }
      })
    guard let status else { return .badData }
    try emit(.answer(statistics))
    for line in statistics.timing() { try emit(.note(line)) }
    return status
  }

  package func work(on item: PuzzleItem, with worker: inout PuzzleWorker) -> PuzzleResult {
    let puzzle = item.sbn.puzzle
    let graded = graded(puzzle, with: &worker)
    let summed = graded.summed
    let isOfLadder = reasoning == .thorough && summed == nil
    let needs =
      showsNeeds
      ? worker.explaining(isOfLadder: isOfLadder) {
        GradeNeeds(needs: $0.needs(of: puzzle, highestLevel: highestLevel))
      } : nil
    var result = PuzzleResult([])
    if isTallied {
      result.graded = GradedPuzzle(
        grid: puzzle.grid, line: item.line, verdict: graded.verdict, time: graded.time,
        ruleTimes: graded.ruleTimes, needed: needs?.needs.filter(\.isNeeded).map(\.rule) ?? [],
        proof: summed?.proof)
    } else {
      let trace =
        showsSignals || showsFlags
        ? summed?.trace ?? worker.grader.trace(puzzle, highestLevel: highestLevel).trace : nil
      result = worker.result(
        PuzzleVerdict(
          item: item, verdict: graded.verdict, highestLevel: highestLevel,
          triedSums: summed != nil, needs: needs,
          signals: showsSignals ? trace.map(SolveSignals.init) : nil,
          needsCounting: showsSignals && graded.verdict.grade.isSolved
            ? worker.grader.needsCounting(puzzle) : nil,
          figures: showsFlags
            ? trace.map { trace in
              worker.explaining(isOfLadder: isOfLadder) {
                FlagFigures(graded.verdict.grade, trace, &$0)
              }
            } : nil,
          proof: summed?.proof))
    }
    if summed?.proof?.fault != nil { result.status = .badData }
    return result
  }

  /// What grading a puzzle comes to, and what it takes.
  private struct Graded {
    let verdict: GradeVerdict
    /// The solve that the grade is of, where the ladder leaves the puzzle and sums were tried.
    let summed: SummedSolve?
    let time: Duration
    /// What of it went into each rule, where that is told.
    let ruleTimes: [Duration]
  }

  /// Grades a puzzle by the ladder, and where that leaves it and sums are asked for, by these.
  private func graded(_ puzzle: Puzzle, with worker: inout PuzzleWorker) -> Graded {
    let elapsed = worker.context.elapsed
    let start = elapsed()
    var (grade, ruleTimes) = ladderGrade(puzzle, with: &worker)
    var summed: SummedSolve?
    var known: GradeVerdict?
    if reasoning == .thorough, case .stuck = grade.outcome {
      known = verdict(on: grade, of: puzzle, nil, with: &worker)
    }
    // Sums say nothing of cells in which solutions differ, and look for it for minutes.
    if let ladder = known, ladder.solutions != .several {
      let before = elapsed()
      let solve = SummedSolve(of: puzzle, highestLevel: highestLevel, &worker.grader)
      grade = solve.grade
      // What sums take, with what they lead to.
      let row = ruleTimes.indices.last { reasoning.allRules[$0].scope == .sum }
      if let row { ruleTimes[row] += elapsed() - before }
      summed = solve
      known = nil
    }
    let time = elapsed() - start
    return Graded(
      verdict: known ?? verdict(on: grade, of: puzzle, summed, with: &worker), summed: summed,
      time: time, ruleTimes: ruleTimes)
  }

  private func verdict(
    on grade: Grade, of puzzle: Puzzle, _ summed: SummedSolve?, with worker: inout PuzzleWorker
  ) -> GradeVerdict {
    GradeVerdict(
      of: grade,
      trace: { summed?.trace ?? worker.grader.trace(puzzle, highestLevel: highestLevel).trace },
      puzzle, &worker.solver)
  }

  /// Grades a puzzle by the ladder alone.
  ///
  /// - Returns: The grade, and the time that each rule took, where that is told.
  private func ladderGrade(
    _ puzzle: Puzzle, with worker: inout PuzzleWorker
  ) -> (grade: Grade, ruleTimes: [Duration]) {
    guard isTallied else { return (ladderGrade(puzzle, with: &worker) { _ in }, []) }
    let elapsed = worker.context.elapsed
    var times: [Duration] = Array(repeating: .zero, count: reasoning.allRules.count)
    var last = elapsed()
    let grade = ladderGrade(puzzle, with: &worker) { place in
      let now = elapsed()
      times[place] += now - last
      last = now
    }
    return (grade, times)
  }

  private func ladderGrade(
    _ puzzle: Puzzle, with worker: inout PuzzleWorker, looked: (Int) -> Void
  ) -> Grade {
    guard reasoning == .thorough else {
      return worker.grader.grade(puzzle, highestLevel: highestLevel, looked: looked)
    }
    let ladder = Reasoning.ladder(through: highestLevel)
    return worker.grader.grade(Layout(puzzle), climbing: ladder, looked: looked)
  }
}

/// A solve of a puzzle that the ladder leaves: with sums, or if these find nothing, by level 13.
private struct SummedSolve {
  let grade: Grade
  let trace: Trace
  /// What a checker says of its steps; `nil` where sums leave the puzzle as well.
  let proof: SumProof?

  init(of puzzle: Puzzle, highestLevel: Int, _ grader: inout Grader) {
    (grade, trace) = grader.trace(puzzle, highestLevel: highestLevel)
    let trace = trace
    proof = grade.solution.map { SumProof(of: trace, endingIn: $0) }
  }
}

/// What a checker that shares nothing with the grader says of a solve with sums.
struct SumProof: Sendable {
  /// The steps, each of them checked.
  let steps: Int
  /// What is wrong with them, if anything is.
  let fault: TraceFault?
  /// The containers and tiles of the largest sum.
  let largest: Int
  /// How many stars are refuted by sums.
  let refuted: Int

  init(of trace: Trace, endingIn solution: Solution) {
    let fairness = Fairness(of: trace, endingIn: solution)
    (steps, fault) = (fairness.summary?.steps ?? 0, fairness.fault)
    largest = trace.steps.lazy.map(\.largestSum).max() ?? 0
    refuted = trace.steps.count { $0.sum.isEmpty && $0.largestSum > 0 }
  }

  var words: String {
    if let fault { return "but its steps fail the check: \(fault)" }
    let sums = largest > 0 ? "with sums of up to \(largest, of: "part"), " : ""
    let stars =
      refuted > 0 ? "\(refuted, of: "assumed star") refuted by them, " : ""
    return "\(sums)\(stars)\(steps, of: "step") checked"
  }

  var json: JSONValue {
    .object([
      JSONMember("steps", steps),
      JSONMember("largestSum", largest),
      JSONMember("refutedBySums", refuted),
      JSONMember("fault", fault.map { "\($0)" }),
    ])
  }
}

/// How hard a puzzle is, or why it has no grade.
private struct PuzzleVerdict: WrittenAnswer {
  let item: PuzzleItem
  let verdict: GradeVerdict
  let highestLevel: Int
  /// Whether sums of any size were tried.
  let triedSums: Bool
  /// What it needs, where that was asked for.
  let needs: GradeNeeds?
  /// What can be counted of its solve, where that was asked for.
  let signals: SolveSignals?
  /// Whether several lines have to be counted together, where that was asked for and the puzzle is
  /// solved.
  let needsCounting: Bool?
  /// What flags are told by, where that was asked for.
  let figures: FlagFigures?
  /// What a checker says of its steps, where it is solved with sums.
  let proof: SumProof?

  private var side: Int { item.sbn.puzzle.grid.side }

  var text: [String] {
    [
      item.head
        + verdict.text(
          on: item.sbn.puzzle.grid, highestLevel: highestLevel, triesSums: triedSums)
        + (proof.map { ", \($0.words)" } ?? "")
    ] + (needs?.text ?? [])
      + (signals.map { [$0.words + countingWords] } ?? []) + flags.map { "  \($0.words)" }
  }

  private var countingWords: String {
    needsCounting == true ? "; several lines have to be counted together" : ""
  }

  private var flags: [Flag] {
    figures?.flags(FlagLimits(for: item.sbn.puzzle.grid)) ?? []
  }

  func writeJSON(to writer: inout JSONWriter) {
    writer.object { object in
      PuzzleJSON.write(verdict.grade, sbn: item.sbn, index: item.index, to: &object)
      verdict.write(side: side, to: &object)
      if let proof { object.member("proof", proof.json) }
      if let needs { object.member("needs", needs.json) }
      if let signals { object.member("signals", signals.json) }
      if let needsCounting { object.member("needsCounting", needsCounting) }
      if let figures {
        object.member("flags", .array(flags.map(\.json)))
        object.member(
          "figures",
          .object(FlagKind.ofOnePuzzle.map { JSONMember($0.rawValue, figures.figure($0)) }))
      }
    }
  }
}

extension SolveSignals {
  /// In a line for people.
  fileprivate var words: String {
    let counts = levels.map { "\($0.cycles) of level \($0.level)" }.joined(separator: ", ")
    let places = cycles.map { String($0.places) }.joined(separator: " ")
    return "  cycles: \(counts.isEmpty ? "none" : counts); places open in each: \(places); "
      + "the longest argument has \(longest, of: "part")"
  }

  fileprivate var json: JSONValue { (try? JSONValue(reading: Array(text.utf8))) ?? .null }
}
