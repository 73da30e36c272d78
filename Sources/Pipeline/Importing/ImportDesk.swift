import Catalog
import StarBattle

/// Puts imported puzzles where they are wanted.
struct ImportDesk {
  let catalog: Catalog
  /// The empty slots of the pack that is filled, ascending; nothing where the reserve is.
  private var slots: [Place]?
  /// The grid of every slot of the pack.
  private var grids: [Grid] = []

  /// A desk that keeps puzzles in reserve.
  init(catalog: Catalog) { self.catalog = catalog }

  /// A desk that fills the empty slots of a pack.
  ///
  /// - Throws: `PipelineError.input` when there is none.
  init(catalog: Catalog, pack recipe: PackRecipe) throws {
    self.catalog = catalog
    let filled = try catalog.slots(of: recipe.id).count
    guard filled < recipe.count else {
      throw PipelineError.input(
        path: recipe.id,
        reason:
          "all \(recipe.count) slots have their puzzles — give the recipe a larger count first")
    }
    try catalog.definePack(recipe.id, name: recipe.name, free: recipe.isFree)
    slots = (filled..<recipe.count).map { .slot(pack: recipe.id, index: $0) }
    grids = recipe.slots.map(\.grid)
  }

  /// Gives a judged puzzle its place.
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
    guard let place = slots.first, case .slot(let pack, let index) = place else {
      return .refused("the pack is full")
    }
    guard pressed.puzzle.grid == grids[index] else {
      return .refused("slot \(index) of \(pack) is \(grids[index])")
    }
    switch try catalog.assign(row, to: place) {
    case .assigned, .alreadyThere:
      self.slots?.removeFirst()
      return .placed(place)
    case .twin(let twin): return .twin(twin)
    }
  }
}
