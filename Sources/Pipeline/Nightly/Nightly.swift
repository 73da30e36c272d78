import Catalog
import Files
import Manifest
import Publishing
import Recipes
import StarBattle

/// The night's work: fill what is missing, publish what is new, and do nothing twice.
///
/// Everything that a run makes is a function of recipes and generator version; the catalogue only
/// remembers it, and the clock only says how far the calendar has to reach. So it does not matter
/// when a run is killed: the next one makes the same puzzles for whatever is still missing.
///
/// The order keeps every promise at every instant: recipes are checked before anything is written;
/// a pack's slots enter the catalogue in one transaction; the release enters it before the tree
/// changes, and is marked as published after the tree has committed.
package struct Nightly: Sendable {
  let options: NightlyOptions
  let context: RunContext
  let settings: StoreSettings

  /// A night with its options and clock.
  ///
  /// - Parameters:
  ///   - options: What to do, and where.
  ///   - context: The clock, progress and interruption.
  ///   - settings: What publishing to a bucket takes.
  package init(
    options: NightlyOptions, context: RunContext, settings: StoreSettings = .foldersOnly
  ) {
    self.options = options
    self.context = context
    self.settings = settings
  }

  /// Does the night's work.
  ///
  /// - Returns: What was done; when it failed, `failure` says why and `status` how to exit.
  package func run() async -> NightlyReport {
    var report = NightlyReport(
      run: context.run, now: context.now, options: options, jobs: context.jobs)
    var isStateOpen = false
    do {
      try await work(&report, &isStateOpen)
    } catch {
      let error = context.ending(with: error)
      report.status = ExitStatus(for: error)
      report.failure = "\(error)"
    }
    report.duration = context.elapsed()
    if isStateOpen && !options.isDryRun {
      do {
        try RunReports(state: options.state).save(report)
      } catch {
        report.notes.append("the run report could not be written: \(error)")
      }
    }
    return report
  }

  private func work(_ report: inout NightlyReport, _ isStateOpen: inout Bool) async throws {
    let recipes = try RecipeSet(folder: options.recipes)
    let pins = try PinCheck(recipes)
    if !options.isDryRun {
      try Folders.checkWritable(options.state)
      if !StoreSettings.isBucket(options.output) { try Folders.checkWritable(options.output) }
    }
    let store = try settings.open(options.output)
    let published = try await Publisher(store: store).current()
    let state = StateFolder(path: options.state)
    try state.refuseLoss(of: published.latest?.manifest.release, output: options.output)
    try await state.open(asCopy: options.isDryRun) { catalog in
      isStateOpen = true
      let desk = ReleaseDesk(store: store, catalog: catalog, recipes: recipes, context: context)
      try desk.settle(published, output: options.output, state: state)
      var filler = NightlyFiller(
        context: context, catalog: catalog, pins: pins, dailyHorizon: options.horizon,
        budget: options.budget)
      try filler.check(recipes)
      // What was made is kept, so it is told however this ends.
      defer { filler.tell(&report) }
      try await filler.fill(recipes)
      filler.tell(&report)
      try await publish(published, desk, &report)
      if options.isDryRun { return }
      try await filler.topUp(after: report.release)
    }
  }

  private func publish(
    _ published: PublishedState, _ desk: ReleaseDesk, _ report: inout NightlyReport
  ) async throws {
    try context.checkInterruption()
    let draft = try await desk.draft()
    note(draft, in: &report)
    if let latest = published.latest?.manifest, !draft.plan.isNew,
      latest.recipeHash != desk.recipes.fingerprint
    {
      report.notes.append(
        "the recipes have changed since release \(latest.release); slots and dates that are "
          + "filled keep their puzzles")
    }
    if options.isDryRun { return }
    _ = try await desk.publish(draft)
    guard draft.isFirstOfTwo else { return }
    let second = try await desk.draft()
    note(second, in: &report)
    _ = try await desk.publish(second)
  }

  private func note(_ draft: ReleaseDesk.Draft, in report: inout NightlyReport) {
    report.release = draft.plan.release
    report.isNewRelease = report.isNewRelease || draft.plan.isNew
    report.changes += draft.changes
    report.steps += draft.plan.steps.map(\.description)
    report.notes += draft.notes
  }
}
