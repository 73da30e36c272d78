import Explaining
import Notation
import Pipeline
import Solving
import StarBattle

extension PuzzleWorker {
  /// Every step of a puzzle's solve: as text, as JSON or as the app's hints.
  mutating func trace(_ sbn: SBN, _ index: Int, _ style: TraceStyle) -> PuzzleResult {
    let (grade, trace) = grader.trace(sbn.puzzle, highestLevel: style.highestLevel)
    if style.form == .hints {
      return result(HintWriter(language: style.language).json(trace))
    }
    if job.isJSON {
      return result(TraceJSON.value(trace, grade: grade, sbn: sbn, index: index))
    }
    let text = TraceText(
      language: style.language, isColoured: style.isColoured, width: style.width,
      showsEveryStep: style.showsEveryStep)
    var lines = text.lines(trace, grade: grade)
    lines[0] = "\(index): \(lines[0])"
    // Puzzles are kept apart by an empty line.
    if index > 0 { lines.insert("", at: 0) }
    return PuzzleResult(lines: lines.map { .result($0) })
  }
}
