package import Pipeline

/// Publishes the packs of an earlier release again.
package struct RollBackRelease: Command {
  /// The release whose packs come back.
  package var release: Int
  /// Whether to say what would be done and do nothing.
  package var isDryRun: Bool

  package init(to release: Int, isDryRun: Bool = false) {
    self.release = release
    self.isDryRun = isDryRun
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await ReleaseDesk.open(
      in: house, context, isDryRun: isDryRun, needsTree: true
    ) { desk in
      try await desk.make(hold: .release(release), isDryRun: isDryRun) { draft in
        try emit(.answer(ReleaseAnswer("rollback", draft, house, isDone: !isDryRun)))
      }
    }
  }
}
