import Explaining
import JSONText
package import Notation
import Pipeline
import Solving
import StarBattle

/// Does a job's task, puzzle by puzzle, with scratch space of its own: one for each thread.
package struct PuzzleWorker: ~Copyable {
  let job: PuzzleJob
  var grader = Grader()
  var solver = ExactSolver()

  /// The time since the run began, for statistics.
  let elapsed: @Sendable () -> Duration

  package init(job: PuzzleJob, elapsed: @escaping @Sendable () -> Duration) {
    self.job = job
    self.elapsed = elapsed
  }

  package mutating func process(_ entry: PuzzleEntry, index: Int) -> PuzzleResult {
    switch entry.result {
    case .failure(let error):
      return PuzzleResult(
        lines: [
          .problem(
            "\(job.input.name):\(error.line):\(error.column): "
              + "found \(error.found), expected \(error.expected)")
        ], status: .badData)
    case .success(let sbn):
      switch job.task {
      case .grade(let level, let isTallied):
        return grade(sbn, index, line: entry.line, highestLevel: level, isTallied: isTallied)
      case .shapes: return PuzzleResult(lines: [], measured: sbn.puzzle)
      case .trace(let style): return trace(sbn, index, style)
      case .solve(let limit, let nodes, let all):
        var lines: [OutputLine] = []
        let status = solve(sbn, index, limit: limit, nodeBudget: nodes, showingAll: all) {
          lines.append($0)
        }
        return PuzzleResult(lines: lines, status: status)
      case .prove(let folder): return prove(sbn, index, certificates: folder)
      case .convert(let name): return convert(sbn, index, to: name)
      }
    }
  }

  // MARK: - Tasks

  private func convert(_ sbn: SBN, _ index: Int, to name: String) -> PuzzleResult {
    guard let notation = Notation.named(name), let text = notation.text(of: sbn) else {
      return PuzzleResult(
        lines: [.problem("puzzles cannot be written as \(name)")], status: .badData)
    }
    if job.isJSON {
      return result(
        .object([
          AnswerJSON.schema,
          JSONMember("index", index),
          JSONMember("notation", name),
          JSONMember("text", text),
        ]))
    }
    // Puzzles of several lines are kept apart by an empty one.
    return result(notation.isMultiline && index > 0 ? "\n\(text)" : text)
  }

  // MARK: - Lines

  func result(_ text: String) -> PuzzleResult { PuzzleResult(lines: [.result(text)]) }

  func result(_ value: JSONValue) -> PuzzleResult {
    result(value.line)
  }

  static func line(_ members: [JSONMember]) -> OutputLine {
    .result(JSONValue.object(members).line)
  }

  func head(_ sbn: SBN, _ index: Int) -> String { "\(index): \(sbn.puzzle.grid): " }
}
