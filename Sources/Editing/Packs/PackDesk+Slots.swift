import Catalog
import Generating
import Identity
import Notation
import Pipeline
import Recipes
import StarBattle

/// Choosing what is in single slots, and their order.
extension PackDesk {
  /// Gives a slot another puzzle.
  ///
  /// - Returns: What was proposed, the puzzle that was taken first.
  /// - Throws: `PipelineError`, `CatalogError`.
  func replace(_ word: String, with name: String?, wish: GradeRange) async throws -> [Proposal] {
    let (slot, slots) = try slot(word)
    let proposals = try await proposals(
      name.map { [$0] } ?? [], count: 1, for: slot, grids: [slots[slot.index].puzzle.grid],
      wish: fitting(wish, slot, slots))
    guard let best = proposals.first else { return [] }
    if case .twin(let twin) = try catalog.replace(slot, with: best.row, at: now, reason: reason) {
      throw CatalogError.refused(TwinRefused(sbn: best.row.sbn.description, twin: twin))
    }
    return proposals
  }

  /// Appends slots to a pack.
  ///
  /// - Returns: What was proposed, the puzzles that were taken first.
  /// - Throws: `PipelineError`, `CatalogError`.
  func append(
    _ names: [String], count: Int, to pack: PackID, wish: GradeRange
  ) async throws -> [Proposal] {
    let slots = try slots(of: pack)
    let most = PackRecipe.counts.upperBound
    let more = names.isEmpty ? count : names.count
    guard slots.count + more <= most else {
      throw PipelineError.refused(
        what: pack.text, reason: "it has \(slots.count) slots — a pack can have up to \(most)")
    }
    var grids: [Grid] = []
    for slot in slots.reversed() where !grids.contains(slot.puzzle.grid) {
      grids.append(slot.puzzle.grid)
    }
    let next = SlotID(pack: pack, index: slots.count)
    let proposals = try await proposals(
      names, count: more, for: next, grids: grids, wish: fitting(wish, next, slots))
    guard proposals.count >= more else {
      throw PipelineError.input(
        path: pack.text,
        reason: "only \(proposals.count) of \(more) such puzzles "
          + "\(proposals.count == 1 ? "was" : "were") found — ask for fewer, or for a wider "
          + "--difficulty or --level")
    }
    let rows = proposals.prefix(more).map(\.row)
    switch try catalog.append(rows, to: pack, at: now, reason: reason) {
    case .success: return proposals
    case .failure(let twin): throw CatalogError.refused(twin)
    }
  }

  /// What a puzzle for a slot should be like: as the recipe asks, and as hard as the editor wishes,
  /// or where that is left open, as the recipe or the puzzle before it is.
  private func fitting(
    _ wish: GradeRange, _ slot: SlotID, _ slots: [Slot]
  ) -> GradeRange {
    let index = slot.index
    let recipe = recipe(of: slot.pack)
    let asked = recipe?.slots ?? []
    if asked.indices.contains(index) { return asked[index].ask.grade.wished(wish) }
    let held = slots[min(index, slots.count - 1)].puzzle
    let target = held.difficulty ?? asked.last?.difficulty ?? 5
    let added = recipe?.addedSlot(index, of: held.grid, difficulty: target)
    return (added?.ask.grade ?? GradeRange(difficulty: target...target)).wished(wish)
  }

  /// The puzzles that are named, or so many that fit, and some more to choose from.
  private func proposals(
    _ names: [String], count: Int, for slot: SlotID, grids: [Grid], wish: GradeRange
  ) async throws -> [Proposal] {
    guard names.isEmpty else {
      let choice = PuzzleChoice(catalog: catalog, grids: grids, place: "--with")
      return try names.map { try choice.proposal($0) }
    }
    let proposer = Proposer(
      catalog: catalog, context: context, place: .slot(slot), ask: Ask(grids[0], grade: wish),
      campaign: recipe(of: slot.pack)?.seed ?? 0)
    let found = try await proposer.proposals(max(count, Proposer.choice))
    guard !found.isEmpty else {
      throw PipelineError.input(
        path: slot.description,
        reason: "no puzzle like that was found — ask for a wider --difficulty or --level")
    }
    return found
  }

  // MARK: - Order

  /// Puts slots into another order.
  ///
  /// - Throws: `PipelineError.refused` when players would meet other puzzles than they know, unless
  ///   that is forced.
  func reorder(_ pack: PackID, _ order: SlotOrder, isForced: Bool) throws {
    let slots = try slots(of: pack)
    let new = try places(order, slots, pack)
    guard new != Array(slots.indices) else { return }
    let targets = recipe(of: pack)?.slots.map(\.grid) ?? []
    for (slot, old) in new.enumerated() where targets.indices.contains(slot) {
      guard slots[old].puzzle.grid == targets[slot] else {
        throw PipelineError.refused(
          what: SlotID(pack: pack, index: slot).description,
          reason: "its recipe asks for \(targets[slot]), and slot \(old) holds "
            + "\(slots[old].puzzle.grid) — keep slots within their part, or change the parts in "
            + "the recipe and run “almanac packs build \(pack) --force --reason …”")
      }
    }
    if let published = try catalog.publishedVersion(pack), !isForced,
      let first = published.puzzles.indices.first(where: { new[$0] != $0 })
    {
      throw PipelineError.refused(
        what: SlotID(pack: pack, index: first).description,
        reason: "players have got version \(published.version), and their progress goes with the "
          + "slot — order only slots from \(published.puzzles.count) on, or add --force to "
          + "publish a map of where each slot went")
    }
    try catalog.rearrange(pack, new.map { .slot($0) }, at: now, reason: reason)
  }

  /// For each new slot, the old one.
  private func places(_ order: SlotOrder, _ slots: [Slot], _ pack: PackID) throws -> [Int] {
    func known(_ slot: Int) throws {
      guard slots.indices.contains(slot) else {
        throw PipelineError.argument(
          "\(pack):\(slot)",
          reason: "there is no such slot — slots of \(pack) are 0…\(slots.count - 1)")
      }
    }
    switch order {
    case .first(let first):
      try first.forEach(known)
      let named = Set(first)
      guard named.count == first.count else {
        throw PipelineError.argument(
          pack.text, reason: "a slot is named twice — name each slot once")
      }
      return first + slots.indices.filter { !named.contains($0) }
    case .swapped(let left, let right):
      try [left, right].forEach(known)
      var places = Array(slots.indices)
      places.swapAt(left, right)
      return places
    case .rising:
      var places = Array(slots.indices)
      for grid in Set(slots.map(\.puzzle.grid)) {
        let own = slots.indices.filter { slots[$0].puzzle.grid == grid }
        let rising = own.sorted {
          (slots[$0].puzzle.scoreInHundredths, $0) < (slots[$1].puzzle.scoreInHundredths, $1)
        }
        for (place, source) in zip(own, rising) { places[place] = source }
      }
      return places
    }
  }

  /// Pins a slot, or leaves it to the recipe again.
  func pin(_ word: String, _ isPinned: Bool) throws {
    let slot = try slot(word).id
    // What changes nothing is no edit: nobody could take it back.
    guard try catalog.pinnedSlots(of: slot.pack).contains(slot.index) != isPinned else { return }
    try catalog.setPin(slot, isPinned, at: now, reason: reason)
  }
}
