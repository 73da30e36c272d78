import Explaining
import JSONText
import Notation
import Pipeline
import Solving
import StarBattle

extension PuzzleWorker {
  /// How hard a puzzle is, or why it has no grade.
  ///
  /// - Parameters:
  ///   - sbn: The puzzle.
  ///   - index: Its place in the input, from 0.
  ///   - line: Its line in the input, from 1.
  ///   - highestLevel: The highest rule level to use.
  ///   - isTallied: Whether nothing is to be printed for each puzzle.
  /// - Returns: What to print, or what to count.
  mutating func grade(
    _ sbn: SBN, _ index: Int, line: Int, highestLevel: Int, isTallied: Bool
  ) -> PuzzleResult {
    var ruleTimes: [Duration] = []
    let grade: Grade
    let start = elapsed()
    if isTallied {
      ruleTimes = Array(repeating: .zero, count: Rule.ladder.count)
      var last = start
      grade = grader.grade(sbn.puzzle, highestLevel: highestLevel) { row in
        let now = elapsed()
        ruleTimes[row] += now - last
        last = now
      }
    } else {
      grade = grader.grade(sbn.puzzle, highestLevel: highestLevel)
    }
    let time = elapsed() - start
    let verdict = GradeVerdict(
      of: grade, trace: { grader.trace(sbn.puzzle, highestLevel: highestLevel).trace },
      sbn.puzzle, &solver)
    let side = sbn.puzzle.grid.side
    if isTallied {
      return PuzzleResult(
        lines: [],
        graded: GradedPuzzle(
          grid: sbn.puzzle.grid, line: line, verdict: verdict, time: time, ruleTimes: ruleTimes))
    }
    if job.isJSON {
      return result(
        .object(
          PuzzleJSON.members(of: grade, sbn: sbn, index: index) + verdict.members(side: side)))
    }
    return result(head(sbn, index) + verdict.text(side: side, highestLevel: highestLevel))
  }
}
