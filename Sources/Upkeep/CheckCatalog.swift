import Catalog
import Grading
import Notation
package import Pipeline
import Pressing
import Releasing

/// Looks for damage in the catalogue, and proves its puzzles again if asked to; others may be
/// working with it meanwhile.
package struct CheckCatalog: Command {
  /// Whether every puzzle is solved and proved again.
  package var isProving: Bool

  package init(isProving: Bool = false) { self.isProving = isProving }

  /// The puzzles that are read before they are proved, to bound memory.
  private static let batch = 512

  /// Checks it.
  ///
  /// - Returns: `done`, or `badData` when there are findings.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let catalog = try house.stateFolder.read()
    var findings = try catalog.check { done, total in
      try context.checkInterruption()
      context.progress(RunProgress(stage: "checking", done: done, total: total))
    }
    // Where pages or texts are damaged, there is nothing to prove.
    if isProving && findings.isEmpty { findings += try await prove(catalog, context) }
    for finding in findings { try emit(.problem("\(catalog.path): \(finding)")) }
    // A damaged file may not even count its rows.
    let counts = findings.isEmpty ? try catalog.counts() : try? catalog.counts()
    try emit(
      .answer(
        CatalogHealth(
          house: house, path: catalog.path, findings: findings, counts: counts, isProved: isProving)
      ))
    return findings.isEmpty ? .done : .badData
  }

  private func prove(_ catalog: Catalog, _ context: RunContext) async throws -> [String] {
    let total = try catalog.counts().puzzles
    var findings: [String] = []
    var done = 0
    var last: Int64 = 0
    while true {
      let puzzles = try catalog.puzzles(after: last, limit: CheckCatalog.batch)
      guard let end = puzzles.last else { return findings }
      last = end.id
      try await inOrder(
        count: puzzles.count, width: context.jobs,
        work: { index in
          context.interruption() == nil ? CheckCatalog.faults(in: puzzles[index]) : []
        },
        take: { index, faults in
          try context.checkInterruption()
          findings += faults.map { "puzzle \(puzzles[index].id): \($0)" }
          done += 1
          context.progress(RunProgress(stage: "proving", done: done, total: max(total, done)))
          return true
        })
    }
  }

  /// What is wrong with a puzzle: its grade is compared only with that of the grader that graded
  /// it.
  private static func faults(in puzzle: KeptPuzzle) -> [String] {
    var faults = VerifyRelease.faults(in: puzzle.sbn, gradedBy: puzzle.graderVersion)
    if let version = GraderVersion(rawValue: puzzle.graderVersion),
      let sbn = try? SBN(puzzle.sbn)
    {
      var grader = Grader(version: version)
      let grade = grader.grade(sbn.puzzle)
      if grade.isSolved, grade.scoreInHundredths != puzzle.scoreInHundredths {
        faults.append(
          "its score is \(ScoreText.decimal(hundredths: grade.scoreInHundredths)) and its row says "
            + ScoreText.decimal(hundredths: puzzle.scoreInHundredths))
      }
      let (found, kept) = (grade.ruleCounts, puzzle.rules)
      if grade.isSolved, found != kept {
        let rules = Set(found.keys).union(kept.keys).sorted().filter { found[$0] != kept[$0] }
        let words = rules.prefix(3).map { "\($0) \(found[$0] ?? 0) times, not \(kept[$0] ?? 0)" }
        let more = rules.count > 3 ? ", and \(rules.count - 3) more" : ""
        faults.append(
          "its row says other rules than solve it: \(words.joined(separator: ", "))\(more)")
      }
    }
    return faults
  }
}
