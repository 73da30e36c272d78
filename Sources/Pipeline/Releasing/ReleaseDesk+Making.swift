import Catalog
import Dates
import Manifest
import Publishing
import Recipes
import Stores
import Wording

/// What commands that make a release have in common.
extension ReleaseDesk {
  /// Opens recipes, tree and catalogue, brings these two in step, and works with them.
  ///
  /// - Parameters:
  ///   - house: The places.
  ///   - context: The clock, progress and interruption.
  ///   - isDryRun: Whether the catalogue has to stay as it is; then the desk works with a copy.
  ///   - needsTree: Whether there has to be a tree already; all but a first release need one.
  ///   - work: The work.
  /// - Returns: What the work returns.
  /// - Throws: `PipelineError.noTree`, `.noCatalog`; recipe, lock, catalogue, publishing and store
  ///   errors, and what the work throws.
  package static func open(
    in house: House, _ context: RunContext, isDryRun: Bool, needsTree: Bool = false,
    _ work: (ReleaseDesk) async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: house.recipes)
    let store = try context.stores.open(house)
    let state = house.stateFolder
    try await state.refuseLoss(of: store, output: house.output)
    // Beside a tree there is a catalogue, or that would have been refused; none is made for this.
    guard try state.hasCatalog else {
      throw needsTree
        ? PipelineError.noTree(path: house.output) : PipelineError.noCatalog(state: state.path)
    }
    var status = ExitStatus.done
    try await state.open(asCopy: isDryRun) { catalog in
      var desk = ReleaseDesk(
        house: house, store: store, catalog: catalog, recipes: recipes, context: context)
      let published = try await desk.resolvePending()
      if needsTree, published.latest == nil { throw PipelineError.noTree(path: house.output) }
      if !isDryRun {
        try context.requireClock(of: state, catalog)
        try desk.requireCalendarClock()
      }
      desk.context = context.caughtUp(with: state, catalog)
      try context.checkInterruption()
      status = try await work(desk)
    }
    return status
  }

  /// Refuses a clock so far ahead that no night could fill the calendar up to it: what a release
  /// says of today would be of that day.
  ///
  /// - Throws: `PipelineError.clockJump`.
  private func requireCalendarClock() throws {
    for recipe in recipes.calendars {
      try CalendarPlan(recipe, in: catalog).requireClock(context.now)
    }
  }

  /// Says which dates that players have reached have no puzzle: only a night makes them.
  ///
  /// - Returns: A line for each calendar that has such dates.
  /// - Throws: `CatalogError`, `PipelineError.clockJump`.
  func remarksOnGaps() throws -> [String] {
    try recipes.calendars.compactMap { recipe in
      let plan = try CalendarPlan(recipe, in: catalog)
      guard !plan.existing.isEmpty else { return nil }
      let gaps = try plan.missing(at: context.now).filter {
        $0.hasBegunAnywhere(at: context.now)
      }
      guard let last = gaps.last else { return nil }
      let name = recipe.cadence.rawValue
      let puzzles = "\(gaps.count, of: "\(name) puzzle is", "\(name) puzzles are")"
      return "\(puzzles) missing up to \(last.key), which has begun — "
        + "“\(house.command("nightly"))” makes them"
    }
  }

  /// Keeps other publishers away from the tree, as far as its store can, from before a release is
  /// worked out until it is published.
  ///
  /// - Parameter isDryRun: Whether nothing will be published, and so nobody has to be kept away.
  /// - Returns: What keeps them away until it goes.
  /// - Throws: `StoreError.busy` while another publisher is at work.
  func reserve(isDryRun: Bool) async throws -> StoreReservation {
    isDryRun ? StoreReservation() : try await store.reserve(ObjectKey.tree)
  }

  /// Publishes the next release, or only works it out, and tells of it.
  ///
  /// - Parameters:
  ///   - hold: What becomes of a rollback.
  ///   - keep: The number of releases to keep; `nil`: those that were kept.
  ///   - isDryRun: Whether to say what would be done and do nothing.
  ///   - change: Changes the catalogue beforehand. It is done to a copy first, and a release worked
  ///     out of that: where the release is refused, the catalogue is as it was.
  ///   - tell: Given what was done, once or twice.
  /// - Returns: `done`.
  /// - Throws: What the change, drafting and publishing throw; what `tell` throws.
  package func make(
    hold: Hold = .asPublished, keep: Int? = nil, isDryRun: Bool = false,
    after change: ((ReleaseDesk) async throws -> Void)? = nil, tell: (Draft) throws -> Void
  ) async throws -> ExitStatus {
    let reservation = try await reserve(isDryRun: isDryRun)
    defer { withExtendedLifetime(reservation) {} }
    if let change {
      // A change may want to know what the private part has.
      try await publisher.current().latest?.manifest.checkPrivatePlace(in: store)
      if !isDryRun {
        let trial = try onCopy()
        try await change(trial)
        _ = try await trial.draft(hold: hold, keep: keep)
      }
      try await change(self)
    }
    var draft = try await draft(hold: hold, keep: keep)
    if draft.isFirstOfTwo, isDryRun {
      draft.notes.append("a second release would follow, with other puzzles for these dates")
    }
    if !isDryRun { _ = try await publish(draft) }
    try tell(draft)
    guard draft.isFirstOfTwo, !isDryRun else { return .done }
    let second = try await self.draft()
    _ = try await publish(second)
    try tell(second)
    return .done
  }
  /// The same desk with a copy of the catalogue, which goes with it.
  private func onCopy() throws(CatalogError) -> ReleaseDesk {
    ReleaseDesk(
      house: house, store: store, catalog: try Catalog.copy(of: catalog.path), recipes: recipes,
      context: context, signer: signer)
  }
}
