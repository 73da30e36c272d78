import Catalog
import Publishing
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
public struct Nightly: Sendable {
  let options: NightlyOptions
  let context: RunContext

  /// A night with its options, clock and helpers.
  public init(options: NightlyOptions, context: RunContext) {
    self.options = options
    self.context = context
  }

  /// Does the night's work.
  ///
  /// - Returns: What was done; when it failed, `failure` says why and `status` how to exit.
  public func run() async -> NightlyReport {
    var report = NightlyReport(now: context.now, options: options, jobs: context.jobs)
    var isStateOpen = false
    do {
      try await work(&report, &isStateOpen)
    } catch {
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
      try Folders.checkWritable(options.output)
    }
    let publisher = Publisher(store: DirectoryStore(root: options.output))
    let published = try publisher.current()
    let state = StateFolder(path: options.state)
    try state.refuseLoss(of: published.latest?.manifest.release, output: options.output)
    try await state.open(asCopy: options.isDryRun) { catalog in
      isStateOpen = true
      try settle(published, in: catalog)
      if let last = published.latest, try catalog.lastRelease() == nil {
        throw PipelineError.stateLost(
          output: options.output, state: options.state, release: last.manifest.release)
      }
      try refuseOlder(catalog, than: published)
      var filler = NightlyFiller(
        context: context, catalog: catalog, pins: pins, dailyHorizon: options.horizon)
      try filler.check(recipes)
      try await filler.fill(recipes)
      report.packs = filler.packs
      report.calendars = filler.calendars
      report.notes = filler.notes
      try publish(recipes, published, publisher, catalog, &report)
      if !options.isDryRun { try await filler.topUp() }
    }
  }

  /// Settles what an interrupted run has left behind: its release is published, or it never was.
  private func settle(_ published: PublishedState, in catalog: Catalog) throws {
    guard let pending = try catalog.pendingRelease() else { return }
    if published.holds(manifest: pending.manifest) {
      try catalog.markPublished(pending.number)
    } else {
      try catalog.abandonPending()
    }
  }

  /// Refuses to go on from a catalogue that is older than the tree, such as one from a backup.
  private func refuseOlder(_ catalog: Catalog, than published: PublishedState) throws {
    let known = try catalog.lastRelease()
    guard let latest = published.latest?.manifest.release, let known, latest > known.number else {
      return
    }
    throw PipelineError.stateBehind(
      output: options.output, state: options.state, release: latest, known: known.number)
  }

  private func publish(
    _ recipes: RecipeSet, _ published: PublishedState, _ publisher: Publisher,
    _ catalog: Catalog, _ report: inout NightlyReport
  ) throws {
    try context.checkInterruption()
    let shelf = CatalogShelf(catalog: catalog)
    let plan = try publisher.plan(
      try shelf.content(of: recipes), at: context.now,
      after: try catalog.lastRelease()?.number ?? 0)
    report.release = plan.release
    report.isNewRelease = plan.isNew
    report.changes = plan.changes.map(\.description)
    report.steps = plan.steps.map(\.description)
    if !plan.lost.isEmpty {
      report.notes.append(
        "lost from the tree and not brought back: "
          + plan.lost.map(\.description).joined(separator: ", "))
    }
    if let latest = published.latest?.manifest, !plan.isNew,
      latest.recipeHash != recipes.fingerprint
    {
      report.notes.append(
        "the recipes have changed since release \(latest.release); slots and dates that are "
          + "filled keep their puzzles")
    }
    if options.isDryRun { return }
    if plan.isNew { try catalog.recordRelease(try shelf.record(of: plan, at: context.now)) }
    let total = plan.steps.count
    var done = 0
    _ = try publisher.publish(plan) { _ in
      context.progress(RunProgress(stage: "publishing", done: done, total: total))
      done += 1
    }
    if total > 0 {
      context.progress(RunProgress(stage: "publishing", done: total, total: total))
    }
    if plan.isNew { try catalog.markPublished(plan.release) }
  }
}
