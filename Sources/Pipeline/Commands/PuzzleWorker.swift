import Notation
import Proving
import Publishing
import Solving
import StarBattle

/// Does a job's task, puzzle by puzzle, with scratch space of its own: one for each thread.
struct PuzzleWorker: ~Copyable {
  let job: PuzzleJob
  var grader = Grader()
  var solver = ExactSolver()

  /// The nodes that `solve` may look at for one puzzle: minutes, for the worst.
  static let nodeBudget = 50_000_000

  /// The time since the run began, for statistics.
  let elapsed: @Sendable () -> Duration

  init(job: PuzzleJob, elapsed: @escaping @Sendable () -> Duration) {
    self.job = job
    self.elapsed = elapsed
  }

  mutating func process(_ entry: PuzzleEntry, index: Int) -> PuzzleResult {
    switch entry.result {
    case .failure(let error):
      return PuzzleResult(
        lines: [
          .problem(
            "\(job.input.name):\(error.line):\(error.column): "
              + "found \(error.found), expected \(error.expected)")
        ], hasFailed: true)
    case .success(let sbn):
      switch job.task {
      case .grade(let level, let isTallied):
        return grade(sbn, index, line: entry.line, highestLevel: level, isTallied: isTallied)
      case .trace(let style): return trace(sbn, index, style)
      case .solve(let limit): return solve(sbn, index, limit)
      case .prove: return prove(sbn, index)
      case .convert(let name): return convert(sbn, index, to: name)
      }
    }
  }

  // MARK: - Tasks

  private mutating func solve(_ sbn: SBN, _ index: Int, _ limit: Int) -> PuzzleResult {
    let count = solver.count(sbn.puzzle, limit: limit, nodeBudget: PuzzleWorker.nodeBudget)
    let found = count.solutions.count
    if job.isJSON {
      return result(
        .object([
          JSONMember("schema", .integer(PuzzleJSON.schema)),
          JSONMember("index", .integer(index)),
          JSONMember("sbn", .string(sbn.description)),
          JSONMember("solutions", .integer(found)),
          JSONMember("limit", .integer(limit)),
          JSONMember("nodes", .integer(count.nodes)),
          JSONMember("complete", .bool(count.isComplete)),
          JSONMember("solution", PuzzleJSON.cells(count.solutions.first, sbn.puzzle.grid)),
        ]))
    }
    let verdict =
      switch found {
      case _ where !count.isComplete: "gave up after \(count.nodes) nodes, \(found) found"
      case 0: "no solution"
      case 1 where limit > 1: "one solution"
      case limit: found == 1 ? "a solution" : "at least \(found) solutions"
      default: "\(found) solutions"
      }
    var lines: [OutputLine] = [.result(head(sbn, index) + verdict)]
    if let solution = count.solutions.first {
      lines += PuzzleWorker.picture(of: sbn.puzzle, solution).map { .result("   \($0)") }
    }
    return PuzzleResult(lines: lines)
  }

  private func prove(_ sbn: SBN, _ index: Int) -> PuzzleResult {
    let verdict = Prover(conflictBudget: Press.conflictBudget).verdict(on: sbn.puzzle)
    let name: String
    let words: String
    var solution: Solution?
    switch verdict {
    case .unique(let only): (name, words, solution) = ("unique", "one solution, proved", only)
    case .several: (name, words) = ("several", "several solutions")
    case .none: (name, words) = ("none", "no solution")
    case .undecided:
      (name, words) = ("undecided", "not decided in \(Press.conflictBudget) conflicts")
    }
    var answer =
      job.isJSON
      ? result(
        .object([
          JSONMember("schema", .integer(PuzzleJSON.schema)),
          JSONMember("index", .integer(index)),
          JSONMember("sbn", .string(sbn.description)),
          JSONMember("verdict", .string(name)),
          JSONMember("solution", PuzzleJSON.cells(solution, sbn.puzzle.grid)),
        ])) : result(head(sbn, index) + words)
    answer.hasFailed = solution == nil
    return answer
  }

  private func convert(_ sbn: SBN, _ index: Int, to name: String) -> PuzzleResult {
    guard let notation = Notation.named(name), let text = notation.text(of: sbn) else {
      return PuzzleResult(
        lines: [.problem("puzzles cannot be written as \(name)")], hasFailed: true)
    }
    if job.isJSON {
      return result(
        .object([
          JSONMember("schema", .integer(PuzzleJSON.schema)),
          JSONMember("index", .integer(index)),
          JSONMember("notation", .string(name)),
          JSONMember("text", .string(text)),
        ]))
    }
    // Puzzles of several lines are kept apart by an empty one.
    return result(notation.isMultiline && index > 0 ? "\n\(text)" : text)
  }

  // MARK: - Lines

  func result(_ text: String) -> PuzzleResult { PuzzleResult(lines: [.result(text)]) }

  func result(_ value: JSONValue) -> PuzzleResult {
    result(String(decoding: value.text, as: UTF8.self))
  }

  func head(_ sbn: SBN, _ index: Int) -> String { "\(index): \(sbn.puzzle.grid): " }

  /// The board, a line a row: stars, and the letters of the regions elsewhere.
  private static func picture(of puzzle: Puzzle, _ solution: Solution) -> [String] {
    let side = puzzle.grid.side
    let stars = Set(solution.stars)
    return (0..<side).map { row in
      (0..<side).map { column in
        let cell = row * side + column
        let letter = Unicode.Scalar(UInt8(ascii: "a") + puzzle.regions[cell])
        return stars.contains(cell) ? "★" : String(letter)
      }.joined(separator: " ")
    }
  }
}
