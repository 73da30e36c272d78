import Catalog
import Dates
import Identity
import Manifest
import Notation
import Pipeline
import Pressing
import Publishing
import Recipes
import StarBattle

/// Takes a date, a slot or a pack out of the catalogue, so that the next release is without it.
struct Withdrawing {
  /// What takes the place of a slot's puzzle, once it was found: a search for one can be long, and
  /// finds the same in a copy of the catalogue and in itself.
  private var pick: Pick?

  /// Notes the withdrawal; a slot gets another puzzle at once, a date that has not begun with the
  /// next night, and one that has begun none.
  ///
  /// A date's puzzle goes in a release of its own: no release ever has another puzzle under a date
  /// that the release before names, so no reader of either meets the other's.
  ///
  /// - Parameters:
  ///   - id: What is withdrawn.
  ///   - desk: Whose catalogue notes it: first a copy's, then its own.
  ///   - reason: Why.
  /// - Throws: `PipelineError.noTree` when there is none, `.notPublished` when nothing of that id
  ///   is published, `.argument` for a date that there is not, `.refused` for a slot of a pack that
  ///   no recipe describes.
  mutating func withdraw(
    _ id: String, on desk: ReleaseDesk, reason: String
  ) async throws {
    guard let latest = try await desk.publisher.current().latest?.manifest else {
      throw PipelineError.noTree(path: desk.house.output)
    }
    let time = desk.context.now.description
    if let period = try Period.named(id) {
      let entries = latest.calendar[period.cadence]?.entries ?? []
      guard entries.contains(where: { $0.period == period }) else {
        throw PipelineError.notPublished(id: id)
      }
      return try desk.catalog.withdraw(period, reason: reason, at: time)
    }
    if let id = PackID(id),
      try latest.packs.contains(where: { $0.id == id })
        || desk.catalog.rollback(desk.catalog.standingRollback(), puttingAway: id) != nil
    {
      return try desk.catalog.withdraw(pack: id, reason: reason, at: time)
    }
    guard let slot = SlotID(id), let pack = latest.packs.first(where: { $0.id == slot.pack }),
      slot.index < pack.count
    else { throw PipelineError.notPublished(id: id) }
    guard let recipe = desk.recipes.packs.first(where: { $0.id == pack.id }) else {
      throw PipelineError.refused(
        what: "slot \(id)",
        reason: "release.yaml does not list its pack, whose recipe says what takes the place of "
          + "its puzzle — list it again, or withdraw “\(pack.id)”")
    }
    let file = try await ReleaseReader(of: desk.store).pack(pack, of: latest)
    try replace(
      slot, holding: SBN(file.puzzles[slot.index]), of: recipe, on: desk, reason: reason)
  }

  private mutating func replace(
    _ slot: SlotID, holding published: SBN, of recipe: PackRecipe, on desk: ReleaseDesk,
    reason: String
  ) throws {
    // An editor can have added slots behind those that the recipe had then.
    let grid = published.puzzle.grid
    let asked =
      recipe.slots.first { $0.index == slot.index && $0.grid == grid }
      ?? recipe.addedSlot(slot.index, of: grid, difficulty: published.metadata.difficulty)
    let search = recipe.search(for: asked)
    // Whatever the catalogue knows was used, or is kept for something else.
    let pick = try pick ?? desk.context.pick(search) { try desk.catalog.twin(of: $0) != nil }
    self.pick = pick
    try desk.context.checkInterruption()
    guard let pressed = pick.pressed else {
      throw PipelineError.exhausted(item: search.item, tally: pick.tally)
    }
    let twin = try desk.catalog.withdraw(
      slot, holding: published, for: NewPuzzle(pressed), reason: reason,
      at: desk.context.now.description)
    if let twin {
      throw PipelineError.twinAppeared(item: search.item, other: "\(twin)")
    }
  }
}
