import Catalog
import Files
import Identity
package import Pipeline
import Recipes

/// What an editor does to packs: every change is shown slot by slot, also when it is only tried.
package struct PacksJob: Sendable {
  let options: PacksOptions

  /// A job with its options.
  package init(_ options: PacksOptions) { self.options = options }

  /// Does it, or with `isDryRun` does it to a copy.
  ///
  /// - Parameters:
  ///   - context: The clock, threads, progress and interruption.
  ///   - emit: Given what to print.
  /// - Returns: `done`.
  /// - Throws: `PipelineError`, `RecipeError`, `CatalogError`, `StateLockError`; what `emit` throws.
  package func run(
    _ context: RunContext, emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: options.recipes)
    let state = StateFolder(path: options.state)
    func desk(_ catalog: Catalog) -> PackDesk {
      PackDesk(catalog: catalog, recipes: recipes, context: context, reason: options.reason)
    }
    switch options.task {
    case .list(let pack):
      let catalog = Folders.exists(state.catalog) ? try state.read() : nil
      try PackTable(catalog: catalog, recipes: recipes).say(pack, isJSON: options.isJSON, emit)
    case .difference(let pack):
      try PackDifferences(desk: desk(try state.read())).say(pack, isJSON: options.isJSON, emit)
    default:
      if case .build = options.task {} else { try state.requireCatalog() }
      if !options.isDryRun { try Folders.checkWritable(options.state) }
      try await state.open(asCopy: options.isDryRun) { catalog in
        try await change(desk(catalog), emit)
      }
    }
    return .done
  }

  /// Changes a pack and tells what has changed.
  private func change(_ desk: PackDesk, _ emit: (OutputLine) throws -> Void) async throws {
    try desk.refusePending()
    let pack = try pack(desk)
    let before = try desk.puzzles(of: pack)
    let pins = try desk.catalog.pinnedSlots(of: pack)
    var report = PackReport(options: options, pack: pack)
    switch options.task {
    case .build(let word, let isForced):
      try await desk.build(try PackDesk.recipe(word, in: desk.recipes), isForced: isForced)
    case .append(_, let names, let count, let wish):
      let proposals = try await desk.append(names, count: count, to: pack, wish: wish)
      report.take(proposals, names.isEmpty ? count : names.count)
    case .replace(let slot, let name, let wish):
      report.take(try await desk.replace(slot, with: name, wish: wish), 1)
    case .reorder(_, let order, let isForced):
      try desk.reorder(pack, order, isForced: isForced)
    case .pin(let slot, let isPinned): _ = try desk.pin(slot, isPinned)
    case .regenerate(_, let isFresh): try await desk.regenerate(pack, isFresh: isFresh)
    case .list, .difference: break
    }
    report.changes = SlotChange.between(before, try desk.puzzles(of: pack))
    report.newPins = Set(try desk.catalog.pinnedSlots(of: pack)).symmetricDifference(pins).sorted()
    report.pins = try desk.catalog.pinnedSlots(of: pack)
    report.version = try desk.catalog.packVersion(pack)
    report.published = try desk.catalog.publishedVersion(pack)?.version
    report.migration = try desk.catalog.migrations().filter { $0.release == nil }.map(\.migration)
      .last { $0.pack == pack && $0.fromVersion == report.published }
    report.isListed = desk.recipes.packs.contains { $0.id == pack }
    try report.say(emit)
  }

  /// The pack that the task is about.
  private func pack(_ desk: PackDesk) throws -> String {
    switch options.task {
    case .build(let word, _): try PackDesk.recipe(word, in: desk.recipes).id
    case .append(let pack, _, _, _), .reorder(let pack, _, _), .regenerate(let pack, _): pack
    case .replace(let slot, _, _), .pin(let slot, _): try desk.slot(slot).pack
    case .list(let pack), .difference(let pack): pack ?? ""
    }
  }
}
