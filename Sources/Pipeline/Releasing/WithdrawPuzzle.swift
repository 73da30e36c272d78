import Dates

/// Takes a date, a slot or a pack back, in a release that says why.
package struct WithdrawPuzzle: Command {
  /// `daily:2026-11-25`, `intro:3` or `intro`.
  package var id: String
  /// Why, for everyone to read.
  package var reason: String
  /// Whether to say what would be done and do nothing.
  package var isDryRun: Bool

  package init(id: String, reason: String, isDryRun: Bool = false) {
    self.id = id
    self.reason = reason
    self.isDryRun = isDryRun
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await ReleaseDesk.open(in: house, context, isDryRun: isDryRun) { desk in
      try await Withdrawing(desk: desk).withdraw(id, reason: reason)
      let status = try await desk.make(isDryRun: isDryRun) { draft in
        try emit(.answer(ReleaseAnswer("withdraw", draft, house, isDone: !isDryRun)))
      }
      if let period = try Period.named(id) {
        let next =
          period.hasBegunAnywhere(at: context.now)
          ? "it has begun in the first time zone, so it stays without a puzzle"
          : "the next night gives it another puzzle, if that is before it begins in the first time "
            + "zone at \(period.beginning)"
        try emit(.note("\(period): \(next)"))
      }
      return status
    }
  }
}
