import Answering
import Drawing
package import Explaining
import Grading
import JSONText
import Notation
import Pipeline
import StarBattle

/// Tells how a person solves puzzles, step by step.
package struct TracePuzzles: PuzzleCommand {
  package var source: PuzzleSource
  /// Whether the app's list of `HintStep` is wanted, in either form.
  package var isHints: Bool
  /// Whether a moving picture is wanted.
  package var isDrawn: Bool
  /// The language of the sentences.
  package var language: HintLanguage
  /// The highest rule level to use, 1…13.
  package var highestLevel: Int
  /// Whether every step gets boards of its own, or only every cycle.
  package var showsEveryStep: Bool
  package var reasoning: Reasoning
  /// The columns that text fits into, as far as the board lets it; `nil`: those of the screen.
  package var width: Int?

  package init(
    _ source: PuzzleSource, isHints: Bool = false, isDrawn: Bool = false,
    language: HintLanguage = .english,
    highestLevel: Int = 12, showsEveryStep: Bool = false, width: Int? = nil,
    reasoning: Reasoning = .usual
  ) {
    self.source = source
    self.isHints = isHints
    self.isDrawn = isDrawn
    self.language = language
    self.highestLevel = highestLevel
    self.showsEveryStep = showsEveryStep
    self.width = width
    self.reasoning = reasoning
  }

  /// The widths that text can be asked to have.
  package static let widths = 40...1000

  package func work(on item: PuzzleItem, with worker: inout PuzzleWorker) -> PuzzleResult {
    let (grade, trace) = trace(item.sbn.puzzle, with: &worker)
    if isHints {
      let hints = HintWriter(language: language).json(ToldTrace(trace))
      return worker.result(HintList(json: hints))
    }
    if isDrawn {
      let animation = SolveAnimation(language: language)
      let title = "\(item.sbn.puzzle.grid), solved step by step"
      return worker.result(SolvePicture(document: animation.document(trace, title: title)))
    }
    let screen = worker.context.screen
    let style = TraceText(
      language: language, isColoured: screen.isColoured,
      width: width ?? max(screen.width, TracePuzzles.widths.lowerBound),
      showsEveryStep: showsEveryStep)
    return worker.result(
      TracedPuzzle(
        item: item, grade: grade, trace: trace, style: style, isPainted: screen.isColoured),
      isApart: true)
  }
}

extension TracePuzzles {
  /// Solves a puzzle, and writes down every step.
  private func trace(_ puzzle: Puzzle, with worker: inout PuzzleWorker) -> (Grade, Trace) {
    if reasoning == .thorough {
      let (grade, trace) = worker.grader.trace(
        puzzle, climbing: Reasoning.ladder(through: highestLevel))
      // As where puzzles are graded: sums are for those that the ladder leaves, and say nothing of
      // cells in which solutions differ.
      guard case .stuck = grade.outcome else { return (grade, trace) }
      let verdict = GradeVerdict(of: grade, trace: { trace }, puzzle, &worker.solver)
      if verdict.solutions == .several { return (grade, trace) }
    }
    return worker.grader.trace(puzzle, highestLevel: highestLevel)
  }
}

/// A solve as a moving picture.
private struct SolvePicture: Answer {
  let document: String

  var text: [String] { document.split(separator: "\n").map(String.init) }

  var json: JSONValue { .object([JSONMember("svg", document)]) }
}

/// A puzzle's hints as the app reads them.
private struct HintList: Answer {
  let json: JSONValue

  var text: [String] { [json.line] }
}

/// Every step of a puzzle's solve.
private struct TracedPuzzle: WrittenAnswer {
  let item: PuzzleItem
  let grade: Grade
  let trace: Trace
  let style: TraceText
  let isPainted: Bool

  var text: [String] {
    var lines = style.lines(trace, grade: grade)
    lines[0] = "\(item.index): \(lines[0])"
    return lines
  }

  func writeJSON(to writer: inout JSONWriter) {
    TraceJSON.write(trace, grade: grade, sbn: item.sbn, index: item.index, to: &writer)
  }
}
