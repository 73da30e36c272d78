import Catalog
import Identity
import Notation
import Recipes
import StarBattle
import Wording

/// Whether the recipe of a pack leaves players and editors what they have of it already.
struct PackFit {
  private let pack: PackRecipe
  private let held: [ListedSlot]
  private let isPublished: Bool
  /// The slots that keep their puzzles where the pack is made anew; `nil` where it is not, and all
  /// keep theirs.
  private let kept: Set<Int>?

  /// Reads what there is of a pack.
  ///
  /// - Parameters:
  ///   - pack: The recipe.
  ///   - catalog: The catalogue.
  ///   - kept: The slots that keep their puzzles where the pack is made anew.
  /// - Throws: `CatalogError`.
  init(of pack: PackRecipe, in catalog: Catalog, keeping kept: Set<Int>?) throws {
    self.pack = pack
    self.kept = kept
    held = try catalog.listedSlots(of: pack.id)
    isPublished = try catalog.publishedVersion(pack.id) != nil
  }

  /// What the recipe would take away, or publish twice.
  ///
  /// - Throws: `CatalogError`.
  func problems(in catalog: Catalog) throws -> [RecipeProblem] {
    if let surplus { return [surplus] }
    return [otherGrid, pinnedSurplus].compactMap(\.self)
      + (try pack.pins.filter { $0.slot >= held.count }.compactMap { try problem($0, in: catalog) })
  }

  private var remaking: String {
    "players do not have it yet: “almanac packs regenerate \(pack.id)” makes it anew"
  }

  private func isKept(_ slot: ListedSlot) -> Bool { kept?.contains(slot.index) ?? true }

  /// More puzzles than the recipe has places for.
  private var surplus: RecipeProblem? {
    let asked = held.count { !$0.isByHand }
    guard asked > pack.count, kept == nil else { return nil }
    return RecipeProblem(
      file: pack.source.file, place: pack.source.count,
      message: "pack \(pack.id) has \(asked, of: "puzzle") already and "
        + "would have \(pack.count) — "
        + (isPublished ? "slots can be added, never removed" : remaking))
  }

  /// The first slot that the recipe has on another grid.
  private var otherGrid: RecipeProblem? {
    let slots = zip(held, pack.slots)
    guard let (slot, target) = slots.first(where: { $0.grid != $1.grid && isKept($0) })
    else { return nil }
    let advice =
      kept != nil
      ? "it is pinned; let it go with “almanac packs unpin \(pack.id):\(slot.index)”"
      : isPublished ? "a slot keeps its puzzle; append new parts at the end" : remaking
    return RecipeProblem(
      file: pack.source.file, place: pack.source.count,
      message: "slot \(target.index) of pack \(pack.id) holds \(slot.grid) and "
        + "would be \(target.grid) — \(advice)")
  }

  /// The first pinned slot that a pack made anew has no place for.
  private var pinnedSurplus: RecipeProblem? {
    guard kept != nil, let slot = held.dropFirst(pack.count).first(where: isKept) else {
      return nil
    }
    return RecipeProblem(
      file: pack.source.file, place: pack.source.count,
      message: "slot \(slot.index) of pack \(pack.id) is pinned, and the recipe has no place "
        + "for it — let it go with “almanac packs unpin \(pack.id):\(slot.index)”")
  }

  /// What is wrong with a pin whose slot is still to be filled.
  private func problem(_ pin: PackRecipe.Pin, in catalog: Catalog) throws -> RecipeProblem? {
    guard let twin = try catalog.twin(of: pin.sbn.puzzle.canonicalForm) else { return nil }
    let message: String
    if twin.refusal != nil {
      message =
        "pin \(pin.slot) is \(twin.use) — pin another, or take the refusal back with “almanac edits "
        + "undo”"
    } else if !twin.places.isEmpty {
      let owner = twin.places.map(\.description).sorted().joined(separator: ", ")
      message =
        "pin \(pin.slot) is the puzzle of \(owner), turned or mirrored — a puzzle is published once"
    } else {
      return nil
    }
    return RecipeProblem(file: pack.source.file, place: pin.place, message: message)
  }
}
