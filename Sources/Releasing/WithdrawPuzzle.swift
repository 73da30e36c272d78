import Dates
package import Pipeline
import Verifying

/// Takes a date, a slot or a pack back, in a release that says why.
package struct WithdrawPuzzle: Command {
  /// `daily:2026-11-25`, `intro:3` or `intro`.
  package var id: String
  /// Why, for everyone to read.
  package var reason: String
  /// Whether to take back even what every app asks for when it is first opened.
  package var isForced: Bool
  /// Whether to say what would be done and do nothing.
  package var isDryRun: Bool

  package init(id: String, reason: String, isForced: Bool = false, isDryRun: Bool = false) {
    self.id = id
    self.reason = reason
    self.isForced = isForced
    self.isDryRun = isDryRun
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await ReleaseDesk.open(
      in: house, context, isDryRun: isDryRun, needsTree: true
    ) { desk in
      if AppReplay.firstLaunch.contains(id), !isForced {
        throw PipelineError.refused(
          what: "pack \(id)",
          reason: "the app fetches it when it is first opened, all packs or none, so without it "
            + "every new player's first launch fails — change its slots (“almanac packs replace”, "
            + "“almanac release withdraw \(id):0”), or withdraw it with --force once no app asks "
            + "for it")
      }
      var withdrawing = Withdrawing()
      let status = try await desk.make(isDryRun: isDryRun) { desk in
        try await withdrawing.withdraw(id, on: desk, reason: reason)
      } tell: { draft in
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
