import Catalog
import Dates
import Files
import Manifest
import Publishing
import Recipes

/// The night's work: fill what is missing, publish what is new, and do nothing twice.
///
/// Everything that a run makes is a function of recipes and generator version; the catalogue only
/// remembers it, and the clock only says how far the calendar has to reach. So it does not matter
/// when a run is killed: the next one makes the same puzzles for whatever is still missing.
///
/// The order keeps every promise at every instant: recipes are checked before anything is written;
/// a pack's slots enter the catalogue in one transaction; the release enters it before the tree
/// changes, and is marked as published after the tree has committed.
package struct Night: Hashable, Sendable {
  /// The days that the daily calendar is filled ahead, today included; `nil`: as its recipe says.
  package var horizon: Int?
  /// The layouts that the generator may evaluate before dates come from the reserve; `nil` sets
  /// no bound.
  package var budget: Int?
  /// Whether nothing is to be kept or published.
  package var isDryRun: Bool
  /// Whether the clock is right where releases or runs know a later time.
  package var acceptsClock: Bool

  /// The horizons that can be asked for: at most about a year ahead.
  package static let horizons = CalendarRecipe.horizons(of: .daily)

  /// A night as its recipes say, or as is asked for.
  package init(
    horizon: Int? = nil, budget: Int? = nil, isDryRun: Bool = false, acceptsClock: Bool = false
  ) {
    self.horizon = horizon
    self.budget = budget
    self.isDryRun = isDryRun
    self.acceptsClock = acceptsClock
  }

  /// Does the night's work.
  ///
  /// - Parameters:
  ///   - house: The places to work with.
  ///   - context: The clock, threads, progress and interruption.
  /// - Returns: What was done; when it failed, `failure` says why and `status` how to exit.
  package func run(in house: House, _ context: RunContext) async -> NightReport {
    var report = NightReport(night: self, house: house, context)
    var isHouseKnown = false
    do {
      try await work(in: house, context, &report, &isHouseKnown)
    } catch {
      // Who finds another run at work leaves the telling to that one.
      if error is StateLockError { isHouseKnown = false }
      let error = context.ending(with: error)
      report.status = ExitStatus(for: error)
      report.failure = ErrorLines.of(error).joined(separator: "\n")
    }
    report.duration = context.elapsed()
    if isHouseKnown && !isDryRun {
      do {
        try RunReports(state: house.state).save(report)
      } catch {
        report.troubles.append("the run report could not be written: \(error)")
      }
    }
    return report
  }

  private func work(
    in house: House, _ context: RunContext, _ report: inout NightReport, _ isHouseKnown: inout Bool
  ) async throws {
    let recipes = try RecipeSet(folder: house.recipes)
    let pins = try PinCheck(recipes)
    // A first night that fails leaves no trace.
    isHouseKnown = (try? house.stateFolder.hasCatalog) == true
    if !isDryRun {
      try Folders.checkWritable(house.state)
      for place in [house.output, house.privateTo].compactMap(\.self)
      where !StoreSettings.isBucket(place) { try Folders.checkWritable(place) }
    }
    let store = try context.stores.open(house)
    let state = house.stateFolder
    try await state.refuseLoss(of: store, output: house.output)
    try await state.open(asCopy: isDryRun) { catalog in
      isHouseKnown = true
      var desk = ReleaseDesk(
        house: house, store: store, catalog: catalog, recipes: recipes, context: context)
      let published = try await desk.resolvePending()
      if acceptsClock {
        let clock = HouseClock(state: house.state, catalog)
        report.acceptedClock = clock.later(than: context.now)
        report.passedOver = report.acceptedClock.map { _ in clock.laterRuns(than: context.now) }
      } else if !isDryRun {
        try context.requireClock(of: state, catalog)
      }
      let context = acceptsClock ? context : context.caughtUp(with: state, catalog)
      desk.context = context
      var filler = GapFiller(
        context: context, catalog: catalog, pins: pins, dailyHorizon: horizon,
        budget: budget)
      try filler.check(recipes, acceptsClock: acceptsClock)
      let latest = published.latest?.manifest
      // While a rollback stands, packs are those of its release.
      if let latest, latest.rollback == nil {
        let vanished = recipes.vanishedPacks(
          of: latest.packs.map(\.id), try catalog.withdrawals())
        if let pack = vanished.first { throw PipelineError.packVanished(pack) }
      }
      // What was made is kept, so it is told however this ends.
      defer { filler.tell(&report) }
      try await filler.fill(recipes)
      filler.tell(&report)
      try await publish(published, desk, &report)
      try await filler.topUp(after: isDryRun ? nil : report.release)
    }
  }

  private func publish(
    _ published: PublishedState, _ desk: ReleaseDesk, _ report: inout NightReport
  ) async throws {
    try desk.context.checkInterruption()
    let reservation = try await desk.reserve(isDryRun: isDryRun)
    defer { withExtendedLifetime(reservation) {} }
    let draft = try await desk.draft()
    note(draft, in: &report)
    if let latest = published.latest?.manifest, !draft.plan.isNew,
      latest.recipeHash != desk.recipes.fingerprint
    {
      report.notes.append(
        "the recipes have changed since release \(latest.release); slots and dates that are "
          + "filled keep their puzzles")
    }
    if isDryRun { return }
    _ = try await desk.publish(draft)
    guard draft.isFirstOfTwo else { return }
    let second = try await desk.draft()
    note(second, in: &report)
    _ = try await desk.publish(second)
  }

  private func note(_ draft: ReleaseDesk.Draft, in report: inout NightReport) {
    report.release = draft.plan.release
    report.isNewRelease = report.isNewRelease || draft.plan.isNew
    report.changes += draft.changes
    report.steps += draft.plan.actions.map(\.description)
    report.notes += draft.warnings + draft.notes
  }
}
