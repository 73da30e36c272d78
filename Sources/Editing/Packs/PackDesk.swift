import Catalog
import Dates
import Files
import Identity
import Pipeline
import Recipes

/// An editor's desk for packs: a catalogue that may be changed, the recipes, and the clock.
///
/// The catalogue may be a copy, and for `--dry-run` it is: whatever is done to it is done for real,
/// and then looked at. So a trial tells exactly what the real thing would.
struct PackDesk {
  let catalog: Catalog
  let recipes: RecipeSet
  let context: RunContext
  /// Why, for the record.
  let reason: String

  var now: String { context.now.description }

  /// Opens the catalogue for an edit, or a copy of it for a trial, unless a release is on its way.
  ///
  /// - Parameters:
  ///   - house: The places to work with.
  ///   - recipes: The recipes; `nil` for an edit in which they have no say.
  ///   - needsCatalog: Whether there has to be a catalogue already.
  ///   - context: The clock, threads, progress and interruption.
  ///   - flags: Whether it is a trial, and why.
  ///   - body: What is done at the desk.
  /// - Throws: `PipelineError`, `CatalogError`, `StateLockError`; what `body` throws.
  static func open(
    in house: House, recipes: RecipeSet? = nil, needsCatalog: Bool = true,
    _ context: RunContext, _ flags: EditFlags, _ body: (PackDesk) async throws -> Void
  ) async throws {
    if needsCatalog { try house.stateFolder.requireCatalog() }
    try await house.change(isTrial: flags.isDryRun, context) { catalog in
      let desk = PackDesk(
        catalog: catalog, recipes: recipes ?? .none, context: context, reason: flags.reason)
      try desk.refusePending()
      try await body(desk)
    }
  }

  /// The recipe of a pack, or of a file of the recipes' folder or elsewhere.
  ///
  /// - Throws: `PipelineError.argument` when there is none, `.input` for a file that is not there;
  ///   `RecipeError` for mistakes in a file.
  static func recipe(_ word: String, in recipes: RecipeSet) throws -> PackRecipe {
    let all = recipes.packs + recipes.drafts
    if let recipe = all.first(where: { $0.id.text == word || $0.source.file == word }) {
      return recipe
    }
    if word.hasSuffix(".yaml") || word.hasSuffix(".yml") {
      guard try Folders.isThere(word) else {
        throw PipelineError.input(
          path: word, reason: "it does not exist — write it, or name another")
      }
      let recipe = try PackRecipe(file: word)
      // The same file under another name, or a new one.
      guard let known = all.first(where: { $0.id == recipe.id }) else { return recipe }
      guard known.isLike(recipe) else {
        throw PipelineError.input(
          path: word,
          reason: "\(known.source.file) makes the pack \(recipe.id) otherwise — give this one "
            + "another id, or change that file")
      }
      return known
    }
    let known = all.map(\.id.text)
    let guess =
      Spelling.guess(for: word, among: known).map { "did you mean \($0)? " }
      ?? (known.isEmpty ? "" : "there are \(known.joined(separator: ", ")); ")
    throw PipelineError.argument(
      word,
      reason: "no recipe makes this pack — \(guess)“almanac recipes new” writes the recipe of a "
        + "new one")
  }

  /// The pack that somebody has named; it may have no slots.
  ///
  /// - Throws: `PipelineError.argument` when this cannot be a pack.
  func pack(_ word: String) throws -> PackID {
    guard let pack = PackID(word) else { throw try unknown(word) }
    return pack
  }

  /// The slots of a pack that has some.
  ///
  /// - Throws: `PipelineError.argument` when there is no such pack, `.input` when it is empty.
  func slots(of pack: PackID) throws -> [Slot] {
    let slots = try catalog.slots(of: pack)
    guard !slots.isEmpty else { throw try unknown(pack.text) }
    return slots
  }

  private func unknown(_ pack: String) throws -> PipelineError {
    let known = try catalog.packs().map(\.id)
    let made = Set(known + recipes.packs.map(\.id) + recipes.drafts.map(\.id)).sorted()
      .map(\.text)
    if made.contains(pack) {
      return .input(
        path: pack, reason: "it has no puzzles yet — “almanac packs build \(pack)” makes them")
    }
    return .argument(
      pack, reason: "there is no such pack to edit — \(Spelling.advice(for: pack, among: made))")
  }

  /// A slot that somebody has named, such as `2star-10x10:12`.
  ///
  /// - Throws: `PipelineError.argument` when it is not written so, or is not there.
  func slot(_ word: String) throws -> (id: SlotID, slots: [Slot]) {
    guard let slot = SlotID(word) else {
      throw PipelineError.argument(
        word, reason: "this is no slot — write a pack and a number, such as intro:3")
    }
    let slots = try slots(of: slot.pack)
    guard slots.indices.contains(slot.index) else {
      throw PipelineError.argument(
        word, reason: "there is no such slot — slots of \(slot.pack) are 0…\(slots.count - 1)"
      )
    }
    return (slot, slots)
  }

  /// The recipe of a pack, where there is one.
  func recipe(of pack: PackID) -> PackRecipe? {
    (recipes.packs + recipes.drafts).first { $0.id == pack }
  }

  /// The puzzles of a pack by slot.
  func puzzles(of pack: PackID) throws -> [KeptPuzzle] {
    try catalog.slots(of: pack).map(\.puzzle)
  }

  /// A pack as players have it, and its puzzles; `nil` for one that they do not have.
  func published(_ pack: PackID) throws -> (pack: PublishedPack, puzzles: [KeptPuzzle])? {
    guard let published = try catalog.publishedVersion(pack) else { return nil }
    let puzzles = try published.puzzles.compactMap { try catalog.puzzle(numbered: $0)?.puzzle }
    return (published, puzzles)
  }

  /// Refuses to change what a release on its way may hold.
  ///
  /// - Throws: `PipelineError.refused`.
  func refusePending() throws {
    guard let pending = try catalog.pendingRelease() else { return }
    throw PipelineError.refused(
      what: "release \(pending.number)",
      reason: "it was begun and is not finished — run “almanac release publish” first")
  }
}
