package import Pipeline

/// Checks and proves the results of a fleet that are there and keeps their puzzles in reserve.
///
/// It can be repeated at any time: what the catalogue has is passed over, by its very text without
/// another proof. Units are taken in the order of their numbers; a catalogue into which all units
/// went at once is the same to the byte, whoever made them and in whatever order they arrived.
package struct MergeWork: Command {
  /// The folder or bucket through which plan and results go.
  package var place: String
  /// Whether nothing behind the first missing unit is taken yet; then a catalogue that was merged
  /// bit by bit has the same rows, too, and differs in nothing but SQLite's count of changes.
  package var isInTurn: Bool

  package init(at place: String, isInTurn: Bool = false) {
    self.place = place
    self.isInTurn = isInTurn
  }

  /// Merges them.
  ///
  /// - Returns: `done` when every unit is there, `partial` when some are missing, `badData` when a
  ///   unit has files alone that are damaged, of another plan or hold what may not be published, or
  ///   when there are files that are no unit's.
  /// - Throws: `WorkError`, `StoreError`, `StateLockError`, `CatalogError`; what `emit` throws.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let folder = try WorkFolder(place, settings: context.stores)
    let plan = try await folder.plan()
    try plan.checkVersion(in: place)
    var merge = WorkMerge(plan: plan, folder: folder)
    try await merge.look()
    try await house.change(isTrial: false, context) { catalog in
      for unit in plan.units {
        try context.checkInterruption()
        let progress = RunProgress(
          stage: "merging", done: unit.number, total: plan.units.count)
        context.progress(progress)
        let isThere = try await merge.take(unit, into: catalog, context)
        if isInTurn && !isThere {
          merge.leave(behind: unit)
          break
        }
      }
    }
    for problem in merge.problems { try emit(.problem(problem)) }
    for leftover in merge.leftovers { try emit(.note(leftover)) }
    try emit(.answer(merge.answer))
    if !merge.problems.isEmpty { return .badData }
    return merge.missing.isEmpty ? .done : .partial
  }
}
