package import Composing

/// What an editor wishes of a puzzle, as it is written in a file: `Pipelines/compositions/*.yaml`.
package struct CompositionRecipe: Sendable {
  /// The file, as the person who started the run would write it.
  package let file: String
  /// What is wished.
  package var composition: Composition
  /// Where each wish is written, by its number.
  let places: [WishPlace]

  /// Where a wish is written.
  struct WishPlace: Sendable {
    let place: RecipeLocation
    /// Where its cells are, where it is drawn or names them.
    var cells: [Int: RecipeLocation] = [:]
  }

  /// Reads a file.
  ///
  /// - Throws: `RecipeError.mistakes` with all that is wrong in it; also where wishes contradict
  ///   each other.
  package init(file: String) throws(RecipeError) {
    var problems: [RecipeProblem] = []
    let recipe = RecipeSet.read(file, &problems) { CompositionRecipe($0, reader: $1) }
    guard let recipe else { throw .mistakes(problems) }
    self = recipe
  }

  init(file: String, composition: Composition, places: [WishPlace]) {
    self.file = file
    self.composition = composition
    self.places = places
  }

  /// Wishes that cannot all come true, with the places where they are written.
  package func error(for fault: Composition.Fault) -> RecipeError {
    let found = fault.wishes.map(place)
    let others = Set(found.dropFirst()).subtracting(found.prefix(1)).sorted().prefix(3)
    let also =
      others.isEmpty
      ? ""
      : " (see also "
        + others.map { "line \($0.line), column \($0.column)" }.joined(separator: "; ") + ")"
    return .mistakes([
      RecipeProblem(file: file, place: found.first ?? .start, message: fault.message + also)
    ])
  }

  private func place(of wish: Composition.Wish) -> RecipeLocation {
    guard places.indices.contains(wish.number) else { return .start }
    let place = places[wish.number]
    return wish.cell.flatMap { place.cells[$0] } ?? place.place
  }
}
