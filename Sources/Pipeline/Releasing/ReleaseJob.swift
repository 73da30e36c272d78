import Catalog
import Manifest
import Notation
import Publishing
import Recipes

/// What a release engineer asks for that needs recipes and catalogue.
package struct ReleaseJob: Sendable {
  /// What to do.
  package enum Task: Hashable, Sendable {
    /// Say what `publish` would do.
    case plan
    /// Publish what the catalogue holds.
    case publish
    /// Publish the catalogue's packs again after a rollback.
    case resume
    /// Publish the packs of an earlier release again.
    case rollBack(to: Int)
    /// Take a date, a slot or a pack back.
    case withdraw(id: String, reason: String)
    /// Remove what only old releases name.
    case collect(keep: Int)
  }

  let task: Task
  let options: ReleaseOptions
  let settings: StoreSettings
  let isJSON: Bool
  private let isDryRun: Bool

  /// A job.
  ///
  /// - Parameters:
  ///   - task: What to do.
  ///   - options: Where the release comes from and goes to.
  ///   - settings: What opening a bucket takes.
  ///   - isJSON: Whether the answer is for programs.
  ///   - isDryRun: Whether to say what would be done and do nothing.
  package init(
    _ task: Task, options: ReleaseOptions, settings: StoreSettings, isJSON: Bool = false,
    isDryRun: Bool = false
  ) {
    self.task = task
    self.options = options
    self.settings = settings
    self.isJSON = isJSON
    self.isDryRun = isDryRun || task == .plan
  }

  /// Does it.
  ///
  /// - Parameters:
  ///   - context: The clock, progress and interruption.
  ///   - emit: Given what to print.
  /// - Returns: `done`; `partial` when a clean-up finds unpublished changes.
  /// - Throws: Recipe, lock, catalogue, publishing and store errors.
  package func run(
    _ context: RunContext, emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: options.recipes)
    let store = try settings.open(options.target)
    let published = try await Publisher(store: store).current()
    let state = StateFolder(path: options.state)
    try state.refuseLoss(of: published.latest?.manifest.release, output: options.target)
    var status = ExitStatus.done
    try await state.open(asCopy: isDryRun) { catalog in
      let desk = ReleaseDesk(store: store, catalog: catalog, recipes: recipes, context: context)
      try desk.settle(published, output: options.target, state: state)
      try context.checkInterruption()
      status = try await run(desk, emit)
    }
    return status
  }

  private func run(
    _ desk: ReleaseDesk, _ emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    var hold = ReleaseDesk.Hold.asPublished
    var keep: Int?
    switch task {
    case .plan, .publish: break
    case .resume: hold = .none
    case .rollBack(let number): hold = .release(number)
    case .withdraw(let id, let reason):
      try await Withdrawing(desk: desk).withdraw(id, reason: reason)
    case .collect(let count):
      if try await desk.draft().plan.isNew {
        try emit(
          .problem(
            "there are changes that are not published — run “almanac release publish” first; "
              + "nothing was removed"))
        return .partial
      }
      keep = count
    }
    var draft = try await desk.draft(hold: hold, keep: keep)
    if draft.isFirstOfTwo, isDryRun {
      draft.notes.append("a second release would follow, with other puzzles for these dates")
    }
    if !isDryRun { _ = try await desk.publish(draft) }
    try ReleaseText(job: self).say(draft, isDone: !isDryRun, emit)
    guard draft.isFirstOfTwo, !isDryRun else { return .done }
    let second = try await desk.draft()
    _ = try await desk.publish(second)
    try ReleaseText(job: self).say(second, isDone: true, emit)
    return .done
  }
}
