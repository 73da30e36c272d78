import Explaining
import Files
import JSONText
import Notation
import Pipeline
import Pressing
import Proving
import Solving
import StarBattle

/// The second opinion on a puzzle: unique, and fair.
extension PuzzleWorker {
  mutating func prove(_ sbn: SBN, _ index: Int, certificates folder: String?) -> PuzzleResult {
    let (verdict, certificate) = verdict(on: sbn.puzzle, certified: folder != nil)
    guard case .unique(let solution) = verdict else {
      let (name, words) = PuzzleWorker.words(for: verdict)
      var members = opening(sbn, index, verdict: name)
      members += [
        JSONMember("solution", .null), JSONMember("fair", .null), JSONMember("level", .null),
        JSONMember("steps", .null), JSONMember("fault", .null),
      ]
      let answer = job.isJSON ? PuzzleWorker.line(members) : .result(head(sbn, index) + words)
      return PuzzleResult(lines: [answer], status: .badData)
    }
    let fairness = fairness(of: sbn.puzzle, endingIn: solution)
    var files: [String] = []
    if let folder, let certificate {
      do throws(FolderError) {
        files = try PuzzleWorker.write(certificate, sbn, index, into: folder)
      } catch {
        return PuzzleResult(lines: [], error: error)
      }
    }
    var answer: PuzzleResult
    if job.isJSON {
      var members = opening(sbn, index, verdict: "unique")
      members += [
        JSONMember("solution", PuzzleJSON.cells(solution, sbn.puzzle.grid)),
        JSONMember("fair", .bool(fairness.isFair)),
        JSONMember("level", fairness.summary.map { .integer($0.level) } ?? .null),
        JSONMember("steps", fairness.summary.map { .integer($0.steps) } ?? .null),
        JSONMember("fault", fairness.fault.map { .string("\($0)") } ?? .null),
      ]
      if folder != nil {
        members.append(JSONMember("certificate", .array(files.map { .string($0) })))
      }
      answer = PuzzleResult(lines: [PuzzleWorker.line(members)])
    } else {
      answer = result("\(head(sbn, index))one solution, proved; \(fairness.words)")
    }
    if fairness.fault != nil { answer.status = .badData }
    return answer
  }

  private func opening(_ sbn: SBN, _ index: Int, verdict: String) -> [JSONMember] {
    [
      JSONMember("schema", .integer(PuzzleJSON.schema)),
      JSONMember("index", .integer(index)),
      JSONMember("sbn", .string(sbn.description)),
      JSONMember("verdict", .string(verdict)),
    ]
  }

  // MARK: - Unique

  private func verdict(
    on puzzle: Puzzle, certified: Bool
  ) -> (verdict: Verdict, certificate: Certificate?) {
    let prover = Prover(conflictBudget: Press.conflictBudget)
    guard certified else { return (prover.verdict(on: puzzle), nil) }
    do throws(CertificateError) {
      let certificate = try prover.certificate(for: puzzle)
      return (.unique(certificate.solution), certificate)
    } catch {
      if case .notUnique(let verdict) = error { return (verdict, nil) }
      return (.undecided(conflicts: 0), nil)
    }
  }

  private static func words(for verdict: Verdict) -> (name: String, words: String) {
    switch verdict {
    case .unique: ("unique", "one solution, proved")
    case .several: ("several", "several solutions")
    case .none: ("none", "no solution")
    case .undecided(let conflicts): ("undecided", "not decided in \(conflicts) conflicts")
    }
  }

  // MARK: - Fair

  /// Whether the rules reach the solution, as someone sees who did not find the way.
  private struct Fairness {
    /// What the steps come to, when each was checked.
    var summary: TraceChecker.Summary?
    /// What is wrong with the steps.
    var fault: TraceFault?

    var isFair: Bool { summary != nil }

    var words: String {
      if let fault { return "its steps fail the check: \(fault)" }
      guard let summary else { return "not solved by the rules" }
      return "fair, \(summary.steps) steps checked, level \(summary.level)"
    }
  }

  private mutating func fairness(
    of puzzle: Puzzle, endingIn solution: Solution
  ) -> Fairness {
    let (grade, trace) = grader.trace(puzzle)
    guard grade.isSolved else { return Fairness() }
    do throws(TraceFault) {
      return Fairness(summary: try TraceChecker().check(trace, of: puzzle, endingIn: solution))
    } catch {
      return Fairness(fault: error)
    }
  }

  // MARK: - Certificates

  /// Writes the three files of a certificate, each whole or not at all.
  private static func write(
    _ certificate: Certificate, _ sbn: SBN, _ index: Int, into folder: String
  ) throws(FolderError) -> [String] {
    let side = certificate.puzzle.grid.side
    let stars = Set(certificate.solution.stars)
    let rows = (0..<side).map { row in
      (0..<side).map { stars.contains(row * side + $0) ? "*" : "." }.joined()
    }
    let solution = ([sbn.description] + rows).joined(separator: "\n") + "\n"
    let files = [
      ("cnf", certificate.formula), ("drat", certificate.proof), ("solution", solution),
    ]
    var paths: [String] = []
    for (ending, text) in files {
      let path = "\(folder)/\(index).\(ending)"
      try Folders.write(Array(text.utf8), to: path)
      paths.append(path)
    }
    return paths
  }
}
