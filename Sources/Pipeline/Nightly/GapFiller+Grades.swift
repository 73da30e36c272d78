import Catalog
import Grading
import Notation
import Pressing
import Wording

/// What was graded by another grader and is not published yet gets the grade of this one.
///
/// So whatever a night publishes for the first time is graded by the grader of its release, an
/// editor's pins and imports among it, and a new grader does not empty the reserve. What is
/// published keeps its grade for ever; the manifest says which grader gave it.
extension GapFiller {
  /// The puzzles that are graded before their grades are kept: a run that is killed goes on behind
  /// them.
  private static let batch = 256

  /// Grades every unpublished puzzle of another grader anew.
  ///
  /// One that this grader does not solve would be unfair: it is forgotten, and a date that it was
  /// pinned to is open again. In a slot it stays, for the order of slots is an editor's affair.
  ///
  /// - Throws: `PipelineError.interrupted`, `CatalogError`.
  mutating func regrade() async throws {
    var (regraded, kept, gone) = (0, [String](), [String]())
    var last: Int64 = 0
    while true {
      let puzzles = try catalog.outdated(
        grader: Grade.version, after: last, limit: GapFiller.batch)
      guard let end = puzzles.last else { break }
      last = end.id
      var batch: [(id: Int64, puzzle: NewPuzzle)] = []
      var unfair: [KeptPuzzle] = []
      let context = context
      try await inOrder(
        count: puzzles.count, width: context.jobs,
        work: { index in
          context.interruption() == nil ? try NewPuzzle(regrading: puzzles[index]) : nil
        },
        take: { index, puzzle in
          try context.checkInterruption()
          if let puzzle {
            batch.append((puzzles[index].id, puzzle))
          } else {
            unfair.append(puzzles[index])
          }
          let done = regraded + batch.count
          context.progress(RunProgress(stage: "grading anew", done: done, total: done))
          return true
        })
      try catalog.regrade(batch)
      regraded += batch.count
      for puzzle in unfair {
        if try catalog.discard(puzzle.id) {
          gone.append(puzzle.sbn)
        } else {
          kept.append(puzzle.sbn)
        }
      }
    }
    if regraded > 0 {
      let words =
        "\(regraded, of: "unpublished puzzle was", "unpublished puzzles were")"
      notes.append("\(words) graded by another grader before, and anew by grader \(Grade.version)")
    }
    for (puzzles, end) in [(gone, "is gone"), (kept, "stays with its old grade")] {
      for sbn in puzzles {
        notes.append(
          "grader \(Grade.version) does not solve an unpublished puzzle, which \(end): \(sbn)")
      }
    }
  }
}

extension NewPuzzle {
  /// A puzzle of the catalogue with the grade of this grader, or `nil` when its rules do not solve
  /// it.
  ///
  /// - Throws: `CatalogError.corrupted` when its text cannot be read.
  fileprivate init?(regrading puzzle: KeptPuzzle) throws {
    let text = try puzzle.text
    var grader = Grader()
    let (grade, trace) = grader.trace(text.puzzle)
    guard grade.isSolved, grade.solution == puzzle.solution else { return nil }
    var metadata = text.metadata
    metadata.difficulty = grade.difficulty
    metadata.level = grade.level
    metadata.cycles = grade.cycles
    self.init(
      sbn: SBN(puzzle: text.puzzle, metadata: metadata),
      generatorVersion: puzzle.generatorVersion, graderVersion: Grade.version,
      scoreInHundredths: grade.scoreInHundredths, rules: grade.ruleCounts,
      solution: puzzle.solution, trace: trace)
  }
}
