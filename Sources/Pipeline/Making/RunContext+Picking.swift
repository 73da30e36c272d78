package import Pressing
package import StarBattle

extension RunContext {
  /// Looks for one puzzle, with its trace; for none any more when the run is asked to stop.
  package func pick(
    _ search: CandidateSearch, isUsed: (CanonicalForm) throws -> Bool
  ) rethrows -> Pick {
    var press = Press(grid: search.grid, isTracing: true)
    return try search.pick(with: &press, isUsed: isUsed, isStopped: { interruption() != nil })
  }

  /// Looks for puzzles on all threads.
  ///
  /// Each is looked for ahead of its turn, when nobody knows what the ones before it will use: so
  /// what is found may be in use, and has to be looked for again when its turn comes.
  ///
  /// - Parameters:
  ///   - searches: What to look for.
  ///   - stage: What to call it while it lasts.
  ///   - take: Given what each has found, in order; `false` ends it.
  /// - Throws: `PipelineError.interrupted`; what `take` throws.
  func pickAhead(
    _ searches: [CandidateSearch], stage: String, take: (Int, Pick) throws -> Bool
  ) async throws {
    progress(RunProgress(stage: stage, done: 0, total: searches.count))
    try await inOrder(
      count: searches.count, width: jobs,
      work: { index in pick(searches[index]) { _ in false } },
      take: { index, found in
        try checkInterruption()
        guard try take(index, found) else { return false }
        progress(RunProgress(stage: stage, done: index + 1, total: searches.count))
        return true
      })
  }
}
