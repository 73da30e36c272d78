import Grading
package import Pressing
package import Recipes

/// Presses all the slots of a pack that have no puzzle yet.
///
/// Each slot first gets a puzzle of its own difficulty. Then, within each part, the puzzles that
/// were generated change places so that they rise in score: neighbouring slots often aim at the
/// same difficulty, and the finer score puts the easier of them first.
package struct PackPress {
  let recipe: PackRecipe
  /// The slots that have a puzzle already; always the first ones.
  let filled: Int
  /// The pinned puzzles of empty slots, checked.
  package let pinned: [Int: Pressed]

  package init(recipe: PackRecipe, filled: Int, pinned: [Int: Pressed]) {
    self.recipe = recipe
    self.filled = filled
    self.pinned = pinned
  }

  /// The slots that are to be filled, without the pinned ones.
  package var open: [PackRecipe.Slot] {
    recipe.slots.filter { $0.index >= filled && pinned[$0.index] == nil }
  }

  /// The puzzles of the empty slots, from the first empty one on.
  ///
  /// - Parameter picks: A puzzle for each slot in `open`, in its order.
  /// - Returns: A puzzle for each slot from `filled` on.
  package func arranged(_ picks: [Pressed]) -> [Pressed] {
    var sorted: [Int: Pressed] = pinned
    let open = open
    let placesByPart = Dictionary(grouping: open.indices) { open[$0].part }
    for part in recipe.parts.indices {
      let places = placesByPart[part] ?? []
      // A stable order: puzzles of one score stay as their slots were.
      let rising = places.sorted {
        (picks[$0].grade.scoreInHundredths, $0) < (picks[$1].grade.scoreInHundredths, $1)
      }
      for (place, source) in zip(places, rising) {
        sorted[open[place].index] = picks[source]
      }
    }
    return (filled..<max(filled, recipe.count)).compactMap { sorted[$0] }
  }
}
