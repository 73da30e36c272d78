import Catalog
import Generating
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
    let (pack, slots, index) = try slot(word)
    let place = Place.slot(pack: pack, index: index)
    let proposals = try await proposals(
      name.map { [$0] } ?? [], count: 1, for: place, grids: [slots[index].puzzle.grid],
      wish: fitting(wish, pack, index, slots))
    guard let best = proposals.first else { return [] }
    if case .twin(let twin) = try catalog.replace(place, with: best.row, at: now, reason: reason) {
      throw CatalogError.refused(TwinRefused(sbn: best.row.sbn.description, twin: twin))
    }
    return proposals
  }

  /// Appends slots to a pack.
  ///
  /// - Returns: What was proposed, the puzzles that were taken first.
  /// - Throws: `PipelineError`, `CatalogError`.
  func append(
    _ names: [String], count: Int, to pack: String, wish: GradeRange
  ) async throws -> [Proposal] {
    let slots = try slots(of: pack)
    let most = PackRecipe.counts.upperBound
    let more = names.isEmpty ? count : names.count
    guard slots.count + more <= most else {
      throw PipelineError.refused(
        what: pack, reason: "it has \(slots.count) slots — a pack can have up to \(most)")
    }
    var grids: [Grid] = []
    for slot in slots.reversed() where !grids.contains(slot.puzzle.grid) {
      grids.append(slot.puzzle.grid)
    }
    let proposals = try await proposals(
      names, count: more, for: .slot(pack: pack, index: slots.count), grids: grids,
      wish: fitting(wish, pack, slots.count, slots))
    guard proposals.count >= more else {
      throw PipelineError.input(
        path: pack,
        reason: "only \(proposals.count) of \(more) such puzzles were found — ask for fewer, or "
          + "for a wider --difficulty or --level")
    }
    let rows = proposals.prefix(more).map(\.row)
    switch try catalog.append(rows, to: pack, at: now, reason: reason) {
    case .success: return proposals
    case .failure(let twin): throw CatalogError.refused(twin)
    }
  }

  /// What a puzzle for a slot should be like, where the editor leaves it open: as hard as the recipe asks, or as the
  /// puzzle before it is.
  private func fitting(
    _ wish: GradeRange, _ pack: String, _ index: Int, _ slots: [Slot]
  ) -> GradeRange {
    guard wish.difficulty == nil, wish.level == nil else { return wish }
    let targets = recipe(of: pack)?.slots.map(\.difficulty) ?? []
    let held = slots[min(index, slots.count - 1)].puzzle.difficulty
    let target = targets.indices.contains(index) ? targets[index] : held ?? targets.last ?? 5
    return GradeRange(difficulty: target...target)
  }

  /// The puzzles that are named, or so many that fit, and some more to choose from.
  private func proposals(
    _ names: [String], count: Int, for place: Place, grids: [Grid], wish: GradeRange
  ) async throws -> [Proposal] {
    guard names.isEmpty else {
      let choice = PuzzleChoice(catalog: catalog, grids: grids)
      return try names.map { try choice.proposal($0) }
    }
    let proposer = Proposer(
      catalog: catalog, context: context, place: place, ask: Ask(grids[0], grade: wish),
      campaign: recipe(of: place.packID)?.seed ?? 0)
    let found = try await proposer.proposals(max(count, Proposer.choice))
    guard !found.isEmpty else {
      throw PipelineError.input(
        path: place.id,
        reason: "no puzzle like that was found — ask for a wider --difficulty or --level")
    }
    return found
  }

  // MARK: - Order

  /// Puts slots into another order.
  ///
  /// - Throws: `PipelineError.refused` when players would meet other puzzles than they know, unless that is forced.
  func reorder(_ pack: String, _ order: SlotOrder, isForced: Bool) throws {
    let slots = try slots(of: pack)
    let new = try places(order, slots, pack)
    guard new != Array(slots.indices) else { return }
    let targets = recipe(of: pack)?.slots.map(\.grid) ?? []
    for (slot, old) in new.enumerated() where targets.indices.contains(slot) {
      guard slots[old].puzzle.grid == targets[slot] else {
        throw PipelineError.refused(
          what: "\(pack):\(slot)",
          reason: "its recipe asks for \(targets[slot]), and slot \(old) holds "
            + "\(slots[old].puzzle.grid) — keep slots within their part, or change the parts in the "
            + "recipe and run “almanac packs build \(pack) --force --reason …”")
      }
    }
    if let published = try catalog.publishedVersion(pack), !isForced,
      let first = published.puzzles.indices.first(where: { new[$0] != $0 })
    {
      throw PipelineError.refused(
        what: "\(pack):\(first)",
        reason: "players have version \(published.version), and their progress goes with the slot "
          + "— order only slots from \(published.puzzles.count) on, or add --force to publish a map "
          + "of where each slot went")
    }
    try catalog.relay(pack, new.map { .slot($0) }, at: now, reason: reason)
  }

  /// For each new slot, the old one.
  private func places(_ order: SlotOrder, _ slots: [Slot], _ pack: String) throws -> [Int] {
    func known(_ slot: Int) throws {
      guard slots.indices.contains(slot) else {
        throw PipelineError.input(
          path: "\(pack):\(slot)",
          reason: "there is no such slot — slots of \(pack) are 0…\(slots.count - 1)")
      }
    }
    switch order {
    case .first(let first):
      try first.forEach(known)
      let named = Set(first)
      guard named.count == first.count else {
        throw PipelineError.input(
          path: pack, reason: "a slot is named twice — name each slot once")
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
  func pin(_ word: String, _ isPinned: Bool) throws -> String {
    let (pack, _, index) = try slot(word)
    try catalog.setPin(.slot(pack: pack, index: index), isPinned, at: now, reason: reason)
    return pack
  }
}

extension Place {
  /// The pack of a slot; nothing for a date.
  fileprivate var packID: String {
    switch self {
    case .slot(let pack, _): pack
    case .date: ""
    }
  }
}
