package import Identity
import Notation
package import Pressing
package import Recipes
import StarBattle

/// The pinned puzzles of all recipes, let through the same gate as any other.
package struct PinCheck {
  /// By pack and slot.
  package private(set) var pinned: [PackID: [Int: Pressed]] = [:]
  /// The canonical forms: no other slot may take one of these.
  private(set) var forms: Set<CanonicalForm> = []

  /// Grades and proves every pin.
  ///
  /// - Throws: `RecipeError.mistakes` with the places of those that may not be published.
  package init(_ recipes: RecipeSet) throws(RecipeError) {
    var problems: [RecipeProblem] = []
    for pack in recipes.packs {
      for pin in pack.pins {
        var press = Press(grid: pin.sbn.puzzle.grid)
        let seed = pin.sbn.metadata.seed.flatMap { Seed($0) }
        switch press.check(pin.sbn.puzzle, seed: seed) {
        case .success(let pressed):
          pinned[pack.id, default: [:]][pin.slot] = pressed
          forms.insert(pin.sbn.puzzle.canonicalForm)
        case .failure(let refused):
          problems.append(
            RecipeProblem(
              file: pack.source.file, place: pin.place,
              message: "pin \(pin.slot) cannot be published: it is \(refused.reason.words) — "
                + "pin a puzzle that “almanac grade” solves and “almanac prove” proves"))
        }
      }
    }
    guard problems.isEmpty else { throw .mistakes(problems) }
  }
}
