import Catalog
import Identity
import Notation
import Pipeline
import Pressing
import Recipes
import StarBattle
import Wording

/// Making packs from their recipes.
extension PackDesk {
  /// Fills the empty slots of a pack, as a night would.
  ///
  /// - Throws: `RecipeError` when the recipe would shift slots and that is not forced;
  ///   `PipelineError`, `CatalogError`.
  func build(_ recipe: PackRecipe, isForced: Bool) async throws {
    let filler = try filler(with: recipe)
    do {
      try filler.check(set(with: recipe))
    } catch RecipeError.mistakes(let problems) {
      // Another recipe's mistakes have commands of their own, which may wait for this one.
      let isOwn = problems.contains { $0.file == recipe.source.file }
      guard isForced, isOwn else {
        let way =
          try catalog.publishedVersion(recipe.id) == nil
          ? ", and “almanac packs build \(recipe.id) --force --reason …” keeps what fits"
          : "; to lay the slots anew all the same, and tell players’ apps where each one went: "
            + "almanac packs build \(recipe.id) --force --reason …"
        throw RecipeError.mistakes(
          problems.map {
            $0.file == recipe.source.file && $0.place == recipe.source.count
              ? RecipeProblem(file: $0.file, place: $0.place, message: $0.message + way) : $0
          })
      }
      try await layAnew(recipe, filler)
    }
    // What is still empty is filled as ever.
    var rest = try self.filler(with: recipe)
    _ = try await rest.fill(recipe)
  }

  /// Gives every slot of a recipe the next puzzle of its grid that the pack has; what nobody asked
  /// a recipe for stays at the end, and what has no slot any more goes.
  private func layAnew(_ recipe: PackRecipe, _ filler: GapFiller) async throws {
    let slots = try slots(of: recipe.id)
    var left = slots.filter { !$0.isByHand }
    var sources: [SlotSource?] = recipe.slots.map { target in
      guard let next = left.firstIndex(where: { $0.puzzle.grid == target.grid }) else { return nil }
      return .slot(left.remove(at: next).index)
    }
    let open = sources.indices.filter { sources[$0] == nil }
    let made = try await filler.press(
      open.map { recipe.search(for: recipe.slots[$0]) }, stage: "pressing \(recipe.id)",
      apartFrom: try slots.map { try $0.puzzle.canonicalForm.puzzle })
    let new = zip(open, made.puzzles)
    try recipe.refuse(new.flatMap { slot, pressed in recipe.misses(of: [pressed], from: slot) })
    for (index, pressed) in new {
      sources[index] = .new(NewPuzzle(pressed))
    }
    let byHand = slots.filter(\.isByHand).map { SlotSource.slot($0.index) }
    try catalog.definePack(recipe.id, name: recipe.name, free: recipe.isFree)
    try catalog.rearrange(
      recipe.id, sources.compactMap(\.self) + byHand, at: now, reason: reason)
  }

  /// Makes the slots of a pack anew that nobody has pinned.
  ///
  /// - Parameters:
  ///   - pack: A pack that players do not have.
  ///   - isFresh: Whether the puzzles that it has now are passed over, so that others come although
  ///     the recipe is the same.
  /// - Throws: `PipelineError.refused` for a published pack; `CatalogError`.
  func regenerate(_ pack: PackID, isFresh: Bool) async throws {
    let slots = try slots(of: pack)
    if let published = try catalog.publishedVersion(pack) {
      throw PipelineError.refused(
        what: pack.text,
        reason: "players have got version \(published.version) of it, and a slot keeps its puzzle "
          + "— replace single slots with “almanac packs replace \(pack):N --reason …”")
    }
    let recipe = try PackDesk.recipe(pack.text, in: recipes)
    var filler = try filler(with: recipe)
    // What was added by hand is no matter of the recipe, and stays behind its slots.
    let byHand = slots.filter(\.isByHand)
    let own = slots.filter { !$0.isByHand }
    let chosen = Set(try catalog.pinnedSlots(of: pack)).subtracting(byHand.map(\.index))
    try filler.check(set(with: recipe), remaking: (pack, chosen))
    let kept = slots.filter { chosen.contains($0.index) && $0.index < recipe.count }
    func press(_ work: PackPress) async throws -> [Pressed] {
      try await filler.press(
        work.open.map(recipe.search), stage: "pressing \(pack)",
        apartFrom: try kept.filter { work.pinned[$0.index] != nil }.map {
          try $0.puzzle.canonicalForm.puzzle
        }
      ).puzzles
    }
    var work = PackPress(recipe: recipe, filled: 0, pinned: filler.pins.pinned[pack] ?? [:])
    var made: [Pressed] = []
    var isAsPinned = false
    if !isFresh {
      // Slots rise in score: a pinned puzzle may be the one of another slot's seeds. Pins that only
      // keep what the recipe makes leave everything as it is.
      filler.freed = Set(own.map { .slot(pack: pack, index: $0.index) })
      made = try await press(work)
      let plain = work.arranged(made)
      isAsPinned = kept.allSatisfy { plain[$0.index].sbn.description == $0.puzzle.sbn }
      filler.freed = Set(
        own.filter { !chosen.contains($0.index) }.map { .slot(pack: pack, index: $0.index) })
    }
    if !isAsPinned {
      var pinned = work.pinned
      for slot in kept { pinned[slot.index] = try pressed(slot.puzzle) }
      work = PackPress(recipe: recipe, filled: 0, pinned: pinned)
      made = try await press(work)
    }
    let places = Dictionary(
      own.map { ($0.puzzle.sbn, $0.index) }, uniquingKeysWith: { first, _ in first })
    let arranged = work.arranged(made)
    try recipe.refuseMisses(of: arranged, from: 0, chosen: chosen)
    let sources = arranged.enumerated().map { index, new -> SlotSource in
      if chosen.contains(index) { return .slot(index) }
      if let old = places[new.sbn.description] { return .slot(old) }
      return .new(NewPuzzle(new))
    }
    let behind = byHand.map { SlotSource.slot($0.index) }
    let isSame = (sources + behind) == slots.map { .slot($0.index) }
    try catalog.definePack(recipe.id, name: recipe.name, free: recipe.isFree)
    if !isSame { try catalog.rearrange(pack, sources + behind, at: now, reason: reason) }
  }

  /// A warning where slots miss what the recipe asks for.
  func missWarnings(of pack: PackID) throws -> [String] {
    guard let recipe = recipe(of: pack) else { return [] }
    let misses = try recipe.misses(
      try slots(of: pack), chosen: try catalog.pinnedSlots(of: pack), in: catalog)
    guard !misses.isEmpty else { return [] }
    let count = "\(misses.count) of \(recipe.count, of: "slot")"
    let verb = misses.count == 1 ? "misses" : "miss"
    return ["warning: \(count) \(verb) what the recipe asks for: " + Miss.words(for: misses)]
  }

  /// A warning where puzzles that somebody has just chosen miss what the recipe asks for.
  func missWarnings(of pack: PackID, at slots: Set<Int>) throws -> [String] {
    guard let recipe = recipe(of: pack) else { return [] }
    let held = try self.slots(of: pack)
    let others = held.map(\.index).filter { !slots.contains($0) }
    let misses = try recipe.misses(held, chosen: others, in: catalog)
    if misses.isEmpty { return [] }
    return ["warning: the recipe asks for something else: " + Miss.words(for: misses)]
  }

  // MARK: - Helpers

  /// The recipes, with one that `release.yaml` does not list among the packs.
  private func set(with recipe: PackRecipe) -> RecipeSet {
    recipes.packs.contains(recipe) ? recipes : recipes.adding(recipe)
  }

  private func filler(with recipe: PackRecipe) throws -> GapFiller {
    GapFiller(
      context: context, catalog: catalog, pins: try PinCheck(set(with: recipe)))
  }

  /// A puzzle of the catalogue, let through the gate again.
  private func pressed(_ puzzle: KeptPuzzle) throws -> Pressed {
    let sbn = try puzzle.text
    var press = Press(grid: puzzle.grid)
    switch press.check(sbn.puzzle, seed: sbn.metadata.seed.flatMap { Seed($0) }) {
    case .success(let pressed): return pressed
    case .failure(let refused):
      throw PipelineError.bug("puzzle \(puzzle.id) of the catalogue is \(refused.reason.words)")
    }
  }
}
