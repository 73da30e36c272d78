package import Pipeline
import Publishing

/// Removes what only releases name that are not kept any more.
package struct CollectReleases: Command {
  /// How many releases to keep, the new one included.
  package var keep: Int
  /// Whether to say what would be done and do nothing.
  package var isDryRun: Bool

  package init(keep: Int, isDryRun: Bool = false) {
    self.keep = keep
    self.isDryRun = isDryRun
  }

  /// Removes them.
  ///
  /// - Returns: `done`; `partial` when there are changes that are not published.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await ReleaseDesk.open(
      in: house, context, isDryRun: isDryRun, needsTree: true
    ) { desk in
      if try await desk.draft().plan.isNew {
        try emit(
          .problem(
            "there are changes that are not published — run “almanac release publish” first; "
              + "nothing was removed"))
        return .partial
      }
      return try await desk.make(keep: keep, isDryRun: isDryRun) { draft in
        try emit(.answer(ReleaseAnswer("gc", draft, house, isDone: !isDryRun)))
      }
    }
  }
}
