import Notation
import Publishing
import Solving
import StarBattle

/// Does a job's task, puzzle by puzzle, with scratch space of its own: one for each thread.
struct PuzzleWorker: ~Copyable {
  let job: PuzzleJob
  var grader = Grader()
  var solver = ExactSolver()

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
        ], status: .badData)
    case .success(let sbn):
      switch job.task {
      case .grade(let level, let isTallied):
        return grade(sbn, index, line: entry.line, highestLevel: level, isTallied: isTallied)
      case .trace(let style): return trace(sbn, index, style)
      case .solve(let limit, let nodes, let all):
        return solve(sbn, index, limit: limit, nodeBudget: nodes, showingAll: all)
      case .prove(let folder): return prove(sbn, index, certificates: folder)
      case .convert(let name): return convert(sbn, index, to: name)
      }
    }
  }

  // MARK: - Tasks

  private mutating func solve(
    _ sbn: SBN, _ index: Int, limit: Int, nodeBudget: Int, showingAll: Bool
  ) -> PuzzleResult {
    let count = solver.count(sbn.puzzle, limit: limit, nodeBudget: nodeBudget)
    let found = count.solutions.count
    let status = count.isComplete ? ExitStatus.done : .partial
    let grid = sbn.puzzle.grid
    if job.isJSON {
      var lines: [OutputLine] = []
      if showingAll {
        for (number, solution) in count.solutions.enumerated() {
          lines.append(
            line([
              JSONMember("schema", .integer(PuzzleJSON.schema)),
              JSONMember("index", .integer(index)),
              JSONMember("number", .integer(number)),
              JSONMember("stars", PuzzleJSON.cells(solution, grid)),
            ]))
        }
      }
      lines.append(
        line([
          JSONMember("schema", .integer(PuzzleJSON.schema)),
          JSONMember("index", .integer(index)),
          JSONMember("sbn", .string(sbn.description)),
          JSONMember("solutions", .integer(found)),
          JSONMember("limit", .integer(limit)),
          JSONMember("nodes", .integer(count.nodes)),
          JSONMember("complete", .bool(count.isComplete)),
          JSONMember("verdict", .string(PuzzleWorker.verdict(of: count, limit: limit))),
          JSONMember("solution", PuzzleJSON.cells(count.solutions.first, grid)),
        ]))
      return PuzzleResult(lines: lines, status: status)
    }
    let verdict =
      switch found {
      case _ where !count.isComplete: "undecided, \(found) found"
      case 0: "no solution"
      case 1 where limit > 1: "one solution"
      case limit: found == 1 ? "a solution" : "at least \(found) solutions"
      default: "\(found) solutions"
      }
    let nodes = "\(count.nodes) node\(count.nodes == 1 ? "" : "s")"
    var lines: [OutputLine] = [.result("\(head(sbn, index))\(verdict), \(nodes)")]
    for solution in count.solutions.prefix(showingAll ? .max : 1) {
      if showingAll && found > 1 { lines.append(.result("")) }
      lines += PuzzleWorker.picture(of: sbn.puzzle, solution).map { .result("   \($0)") }
    }
    return PuzzleResult(lines: lines, status: status)
  }

  /// The answer in a word: `none`, `unique`, `several`, `some` where one was enough, or `undecided`.
  private static func verdict(of count: ExactSolver.Count, limit: Int) -> String {
    switch count.solutions.count {
    case 2...: "several"
    case _ where !count.isComplete: "undecided"
    case 0: "none"
    default: limit > 1 ? "unique" : "some"
    }
  }

  private func convert(_ sbn: SBN, _ index: Int, to name: String) -> PuzzleResult {
    guard let notation = Notation.named(name), let text = notation.text(of: sbn) else {
      return PuzzleResult(
        lines: [.problem("puzzles cannot be written as \(name)")], status: .badData)
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

  func line(_ members: [JSONMember]) -> OutputLine {
    .result(String(decoding: JSONValue.object(members).text, as: UTF8.self))
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
