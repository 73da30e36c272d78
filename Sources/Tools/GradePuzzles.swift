import Answering
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

  package init(
    _ source: PuzzleSource, highestLevel: Int = 12, isTallied: Bool = false,
    showsNeeds: Bool = false
  ) {
    self.source = source
    self.highestLevel = highestLevel
    self.isTallied = isTallied
    self.showsNeeds = showsNeeds
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
    return worker.result(
      PuzzleVerdict(item: item, verdict: verdict, highestLevel: highestLevel, needs: needs))
  }
}

/// How hard a puzzle is, or why it has no grade.
private struct PuzzleVerdict: Answer {
  let item: PuzzleItem
  let verdict: GradeVerdict
  let highestLevel: Int
  /// What it needs, where that was asked for.
  let needs: GradeNeeds?

  private var side: Int { item.sbn.puzzle.grid.side }

  var text: [String] {
    [item.head + verdict.text(side: side, highestLevel: highestLevel)] + (needs?.text ?? [])
  }

  var json: JSONValue {
    .object(
      PuzzleJSON.members(of: verdict.grade, sbn: item.sbn, index: item.index)
        + verdict.members(side: side) + (needs.map { [JSONMember("needs", $0.json)] } ?? []))
  }
}
