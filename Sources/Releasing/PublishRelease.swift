package import Pipeline
import Publishing

/// Publishes what the catalogue holds, or says what that would be.
package struct PublishRelease: Command {
  /// Whether the catalogue's packs are published again after a rollback.
  package var isResuming: Bool
  /// Whether to say what would be done and do nothing.
  package var isPlanOnly: Bool

  package init(isResuming: Bool = false, isPlanOnly: Bool = false) {
    self.isResuming = isResuming
    self.isPlanOnly = isPlanOnly
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    guard isPlanOnly else { return try await work(in: house, context, emit: emit) }
    return try await SteadyReading.value {
      try await work(in: house, context, emit: emit)
    } wrong: { seen in
      guard case .failure(let error) = seen else { return nil }
      switch error {
      case PipelineError.stateBehind, PipelineError.stateApart, PublishError.wouldRollBack:
        return "\(error)"
      default: return nil
      }
    }
  }

  private func work(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await ReleaseDesk.open(in: house, context, isDryRun: isPlanOnly) { desk in
      let foreign = try await ForeignHints(desk)
      return try await desk.make(
        hold: isResuming ? .none : .asPublished, isDryRun: isPlanOnly
      ) { draft in
        var draft = draft
        draft.notes += foreign.remarks(on: draft)
        let name = isPlanOnly ? "plan" : "publish"
        try emit(.answer(ReleaseAnswer(name, draft, house, isDone: !isPlanOnly)))
      }
    }
  }
}
