import Catalog
import Explaining
import JSONText
import Notation
import Solving

/// Looks for damage in a catalogue, and proves its puzzles again if asked to.
struct CatalogCheck {
  let catalog: Catalog
  let context: RunContext
  let isProving: Bool

  /// The puzzles that are read before they are proved, to bound memory.
  private static let batch = 512

  /// Does it.
  ///
  /// - Returns: `done`, or `badData` when there are findings.
  func run(
    isJSON: Bool, _ emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    var findings = try catalog.check { done, total in
      try context.checkInterruption()
      context.progress(RunProgress(stage: "checking", done: done, total: total))
    }
    // Where pages or texts are damaged, there is nothing to prove.
    if isProving && findings.isEmpty { findings += try await prove() }
    for finding in findings { try emit(.problem("\(catalog.path): \(finding)")) }
    try emit(.result(isJSON ? json(findings) : try verdict(findings)))
    return findings.isEmpty ? .done : .badData
  }

  private func prove() async throws -> [String] {
    let total = try catalog.counts().puzzles
    var findings: [String] = []
    var done = 0
    var last: Int64 = 0
    while true {
      let puzzles = try catalog.puzzles(after: last, limit: CatalogCheck.batch)
      guard let end = puzzles.last else { return findings }
      last = end.id
      try await inOrder(
        count: puzzles.count, width: context.jobs,
        work: { index in
          context.interruption() == nil ? CatalogCheck.faults(in: puzzles[index]) : []
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

  /// What is wrong with a puzzle: its grade is compared only with that of the grader that graded it.
  private static func faults(in puzzle: CatalogPuzzle) -> [String] {
    var faults = VerifyJob.faults(in: puzzle.sbn, gradedBy: puzzle.graderVersion)
    if puzzle.graderVersion == Grade.version, let sbn = try? SBN(puzzle.sbn) {
      var grader = Grader()
      let grade = grader.grade(sbn.puzzle)
      if grade.isSolved, grade.scoreInHundredths != puzzle.scoreInHundredths {
        faults.append(
          "its score is \(PuzzleJSON.hundredths(grade.scoreInHundredths)) and its row says "
            + PuzzleJSON.hundredths(puzzle.scoreInHundredths))
      }
    }
    return faults
  }

  private func verdict(_ findings: [String]) throws -> String {
    guard findings.isEmpty else {
      return "\(catalog.path) is damaged: \(findings.count) "
        + (findings.count == 1 ? "finding" : "findings")
        + ". Make it anew from the published tree with “almanac catalog rebuild”."
    }
    let counts = try catalog.counts()
    return "\(catalog.path) is whole: \(counts.puzzles) puzzles (\(counts.reserve) in reserve), "
      + "\(counts.slots) slots, \(counts.dates) dates, \(counts.releases) releases"
      + (isProving ? "; every puzzle was solved and proved again." : ".")
  }

  private func json(_ findings: [String]) throws -> String {
    // A damaged file may not even count its rows.
    let counts = try? catalog.counts()
    let value = AnswerJSON.object(
      "catalog check",
      [
        JSONMember("catalog", catalog.path),
        JSONMember("whole", findings.isEmpty),
        JSONMember("proved", isProving && findings.isEmpty),
        JSONMember("puzzles", counts?.puzzles),
        JSONMember("reserve", counts?.reserve),
        JSONMember("slots", counts?.slots),
        JSONMember("dates", counts?.dates),
        JSONMember("releases", counts?.releases),
        JSONMember("findings", findings),
      ])
    return value.line
  }
}
