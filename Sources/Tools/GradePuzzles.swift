import Answering
import Flagging
import JSONText
import Notation
package import Pipeline
import Solving
import StarBattle

/// Solves puzzles as a person does, and says how hard they are, or why they have no grade.
package struct GradePuzzles: PuzzleCommand {
  package var source: PuzzleSource
  /// The highest rule level to use, 1…13.
  package var highestLevel: Int
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
    showsNeeds: Bool = false, showsSignals: Bool = false, showsFlags: Bool = false
  ) {
    self.source = source
    self.highestLevel = highestLevel
    self.isTallied = isTallied
    self.showsNeeds = showsNeeds
    self.showsSignals = showsSignals
    self.showsFlags = showsFlags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    guard isTallied else { return try await workThrough(context, emit) ?? .badData }
    var statistics = GradeStatistics(highestLevel: highestLevel, countsNeeds: showsNeeds)
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
    var ruleTimes: [Duration] = []
    let grade: Grade
    let start = worker.context.elapsed()
    if isTallied {
      ruleTimes = Array(repeating: .zero, count: Rule.ladder.count)
      var last = start
      let elapsed = worker.context.elapsed
      grade = worker.grader.grade(puzzle, highestLevel: highestLevel) { place in
        let now = elapsed()
        ruleTimes[place] += now - last
        last = now
      }
    } else {
      grade = worker.grader.grade(puzzle, highestLevel: highestLevel)
    }
    let time = worker.context.elapsed() - start
    let verdict = GradeVerdict(
      of: grade, trace: { worker.grader.trace(puzzle, highestLevel: highestLevel).trace },
      puzzle, &worker.solver)
    let needs =
      showsNeeds
      ? GradeNeeds(needs: worker.grader.needs(of: puzzle, highestLevel: highestLevel)) : nil
    if isTallied {
      var result = PuzzleResult([])
      result.graded = GradedPuzzle(
        grid: puzzle.grid, line: item.line, verdict: verdict, time: time, ruleTimes: ruleTimes,
        needed: needs?.needs.filter(\.isNeeded).map(\.rule) ?? [])
      return result
    }
    let trace =
      showsSignals || showsFlags
      ? worker.grader.trace(puzzle, highestLevel: highestLevel).trace : nil
    return worker.result(
      PuzzleVerdict(
        item: item, verdict: verdict, highestLevel: highestLevel, needs: needs,
        signals: showsSignals ? trace.map(SolveSignals.init) : nil,
        figures: showsFlags ? trace.map { FlagFigures(grade, $0, &worker.grader) } : nil))
  }
}

/// How hard a puzzle is, or why it has no grade.
private struct PuzzleVerdict: WrittenAnswer {
  let item: PuzzleItem
  let verdict: GradeVerdict
  let highestLevel: Int
  /// What it needs, where that was asked for.
  let needs: GradeNeeds?
  /// What can be counted of its solve, where that was asked for.
  let signals: SolveSignals?
  /// What flags are told by, where that was asked for.
  let figures: FlagFigures?

  private var side: Int { item.sbn.puzzle.grid.side }

  var text: [String] {
    [item.head + verdict.text(side: side, highestLevel: highestLevel)] + (needs?.text ?? [])
      + (signals.map { [$0.words] } ?? []) + flags.map { "  \($0.words)" }
  }

  private var flags: [Flag] {
    figures?.flags(FlagLimits(for: item.sbn.puzzle.grid)) ?? []
  }

  func writeJSON(to writer: inout JSONWriter) {
    writer.object { object in
      PuzzleJSON.write(verdict.grade, sbn: item.sbn, index: item.index, to: &object)
      verdict.write(side: side, to: &object)
      if let needs { object.member("needs", needs.json) }
      if let signals { object.member("signals", signals.json) }
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
    let longest = cycles.map(\.parts).max() ?? 0
    return "  cycles: \(counts.isEmpty ? "none" : counts); places open in each: \(places); "
      + "the longest argument has \(longest) \(longest == 1 ? "part" : "parts")"
  }

  fileprivate var json: JSONValue { (try? JSONValue(reading: Array(text.utf8))) ?? .null }
}
