import Catalog
import Identity
import Pipeline
import Pressing
import Recipes
import StarBattle

/// Puts imported puzzles where they are wanted.
struct ImportDesk {
  let catalog: Catalog
  /// When and why, for the record.
  private let (now, reason): (String, String)
  /// The slots to fill, ascending; `nil` where the reserve is.
  private var slots: [Target]?

  /// A slot to fill.
  private struct Target {
    let slot: SlotID
    let grid: Grid
    /// Whether another puzzle has to go.
    let isFilled: Bool
  }

  /// A desk that keeps puzzles in reserve.
  init(_ desk: PackDesk) {
    catalog = desk.catalog
    (now, reason) = (desk.now, desk.reason)
  }

  /// A desk that fills the empty slots of a pack.
  ///
  /// - Throws: `PipelineError.refused` when there is none, or while a release is on its way.
  init(_ desk: PackDesk, pack recipe: PackRecipe) throws {
    self.init(desk)
    try desk.refusePending()
    let filled = try catalog.slots(of: recipe.id).count
    guard filled < recipe.count else {
      throw PipelineError.refused(
        what: recipe.id.text,
        reason:
          "each of its slots has its puzzle — give the recipe a larger count first, or "
          + "name a slot with --slot")
    }
    try catalog.definePack(recipe.id, name: recipe.name, free: recipe.isFree)
    slots = recipe.slots.dropFirst(filled).map {
      Target(
        slot: SlotID(pack: recipe.id, index: $0.index), grid: $0.grid, isFilled: false)
    }
  }

  /// A desk that gives a slot another puzzle.
  ///
  /// - Throws: `PipelineError.argument` when there is no such slot, `PipelineError.refused` while a
  ///   release is on its way.
  init(_ desk: PackDesk, slot word: String) throws {
    self.init(desk)
    try desk.refusePending()
    let (slot, held) = try desk.slot(word)
    slots = [Target(slot: slot, grid: held[slot.index].puzzle.grid, isFilled: true)]
  }

  /// Gives a judged puzzle its place; what an editor puts into a slot is pinned there.
  ///
  /// - Throws: `CatalogError`.
  mutating func take(_ puzzle: ImportedPuzzle) throws -> ImportOutcome {
    guard let pressed = puzzle.pressed else { return .refused(puzzle.reason ?? "not publishable") }
    let row = NewPuzzle(pressed)
    guard let slots else {
      switch try catalog.add(row) {
      case .added: return .kept
      case .twin(let twin): return .twin(twin)
      }
    }
    guard let target = slots.first else { return .refused("no slot is left for it") }
    let slot = target.slot
    guard pressed.puzzle.grid == target.grid else {
      return .refused("slot \(slot.index) of \(slot.pack) is \(target.grid)")
    }
    let assignment =
      try target.isFilled
      ? catalog.replace(slot, with: row, at: now, reason: reason)
      : catalog.assign(row, to: .slot(slot))
    switch assignment {
    case .assigned, .alreadyThere:
      if !target.isFilled { try catalog.setPin(slot, true, at: now, reason: "imported") }
      self.slots?.removeFirst()
      return .placed(slot)
    case .twin(let twin): return .twin(twin)
    }
  }
}
