import Catalog
import Grading
import Pressing
import Publishing
import StarBattle

/// What a release is the first to have is proved once more.
///
/// It was proved when it was made, and has been kept since: reserves for weeks. What a disk or a
/// hand has done to it meanwhile must not get out, for what is published never changes again.
extension ReleaseDesk {
  /// Looks at every puzzle of a content that was in no release.
  ///
  /// - Parameter content: What is going to be published.
  /// - Throws: `PipelineError.refused`, which names the first place whose puzzle is not what was
  ///   made; what ends a run.
  func prove(newIn content: ReleaseContent) async throws {
    let unpublished = try catalog.unpublishedPuzzles()
    if unpublished.isEmpty { return }
    let places = ReleaseDesk.places(in: content)
    let new = unpublished.filter { places[$0.sbn] != nil }
    let catalog = catalog
    try await inOrder(
      count: new.count, width: context.jobs, tool: { Grader() },
      work: { index, grader in ReleaseDesk.fault(of: new[index], in: catalog, &grader) },
      take: { index, fault in
        try context.checkInterruption()
        context.progress(RunProgress(stage: "proving", done: index + 1, total: new.count))
        guard let fault else { return true }
        let place = places[new[index].sbn] ?? ""
        throw PipelineError.refused(
          what: catalog.path,
          reason: "the puzzle of \(place) is not as it was made: \(fault) — make the catalogue "
            + "anew from the published tree with “almanac catalog rebuild --force”, which keeps "
            + "this one aside, or put a backup in its place; nothing was published")
      })
  }

  /// Where each text of a content stands.
  private static func places(in content: ReleaseContent) -> [String: String] {
    var places: [String: String] = [:]
    for streak in content.streaks {
      for entry in streak.entries { places[entry.sbn] = "\(entry.period) in the app's list" }
    }
    for replacement in content.replacements { places[replacement.by] = "\(replacement.period)" }
    for entry in content.calendar { places[entry.sbn] = "\(entry.period)" }
    for pack in content.packs {
      for (slot, sbn) in pack.puzzles.enumerated() { places[sbn] = "\(pack.id):\(slot)" }
    }
    return places
  }

  /// What is wrong with a puzzle, its grade or its trace.
  ///
  /// A trace that cannot be read is made again when it is asked for, and is no fault.
  private static func fault(
    of new: UnpublishedPuzzle, in catalog: Catalog, _ grader: inout Grader
  ) -> String? {
    guard let (puzzle, board) = new.kept, new.faults.isEmpty else { return new.faults.first }
    if let objection = Press.objection(to: puzzle.solution, of: board) { return objection.words }
    // What another grader has found, this program cannot find again.
    guard let version = GraderVersion(rawValue: puzzle.graderVersion) else { return nil }
    let (grade, trace) = solve(board, by: version, &grader)
    guard grade.isSolved else { return "the rules do not solve it" }
    guard grade.solution == puzzle.solution else { return "its solution is another" }
    guard grade.scoreInHundredths == puzzle.scoreInHundredths,
      grade.difficulty == puzzle.difficulty, grade.level == puzzle.level,
      grade.cycles == puzzle.cycles, grade.ruleCounts == puzzle.rules
    else { return "its grade is another" }
    if let kept = (try? catalog.trace(of: puzzle.id)) ?? nil, kept != trace {
      return "its steps are others"
    }
    return nil
  }

  /// How the rules of a version solve a puzzle; the grader at hand is of today's.
  private static func solve(
    _ board: Puzzle, by version: GraderVersion, _ grader: inout Grader
  ) -> (grade: Grade, trace: Trace) {
    if version == .current { return grader.trace(board) }
    var other = Grader(version: version)
    return other.trace(board)
  }
}
