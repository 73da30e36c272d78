package import Pressing
package import StarBattle

extension RunContext {
  /// Looks for one puzzle, with its trace; for none any more when the run is asked to stop.
  package func pick(
    _ search: CandidateSearch, isUsed: (CanonicalForm) throws -> Bool
  ) rethrows -> Pick {
    var press: Press?
    return try pick(search, keeping: &press, isUsed: isUsed)
  }

  /// The same with the press of the last search, where that had the same grid; it is kept for the
  /// next one.
  private func pick(
    _ search: CandidateSearch, keeping kept: inout Press?, isUsed: (CanonicalForm) throws -> Bool
  ) rethrows -> Pick {
    var press = Press(taking: &kept, grid: search.grid)
    let pick = try search.pick(with: &press, isUsed: isUsed, isStopped: { interruption() != nil })
    kept = consume press
    return pick
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
    // In a calendar one puzzle can take as long as a hundred others.
    try await inOrder(
      count: searches.count, width: jobs, ahead: 64,
      tool: { Press?.none },
      work: { index, press in pick(searches[index], keeping: &press) { _ in false } },
      take: { index, found in
        try checkInterruption()
        guard try take(index, found) else { return false }
        progress(RunProgress(stage: stage, done: index + 1, total: searches.count))
        return true
      })
  }
}

extension Press {
  /// A press that writes traces: one that is there already, where it has the grid.
  fileprivate init(taking kept: inout Press?, grid: Grid) {
    if let press = kept.take(), press.grid == grid {
      self = press
    } else {
      self.init(grid: grid, isTracing: true)
    }
  }
}
