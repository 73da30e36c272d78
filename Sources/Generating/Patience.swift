package import StarBattle

/// How long a search for a puzzle goes on, counted in work so that it ends alike on every machine.
///
/// The one table of budgets:
///
/// | who looks | candidates | and then |
/// |---|---|---|
/// | an item of a recipe, `item` | 8 at 4×4, 64 to 10×10, 48 to 16×16, 40 to 20×20, 24 | nearest |
/// | the same without any that keeps to its bounds yet | 64 more | nearest |
/// | the same without any yet | 4096 | none |
/// | puzzles for an editor, `proposals` | 48 for each | nearest |
/// | a series (`generate`, a fleet), `series` | 2000, and 400,000 evaluations | none |
/// | a puzzle that was made before, `remaking` | twice those of an item | none |
///
/// Whoever steers gives that up after 20 candidates that lead nowhere, or half of an item's where
/// those are fewer, and after 8 at least (`vain`): where there are puzzles as asked for, most
/// candidates become one. From there on candidates are drawn, with as many candidates and
/// evaluations as a search has that never steered: so steering finds whatever drawing does.
///
/// - *An item*: a night's work has to stay within seconds on two cores, and a candidate takes
///   longer where boards are larger; in the world of 908 4×4 boards, a pack soon has those of a
///   difficulty that there are. Only worlds as small as that see 4096: an item without a puzzle
///   ends the night.
/// - *An editor* waits for the puzzles, and one in 48 candidates hits at nearly every difficulty.
/// - *A series* has nothing but what was asked for. Its evaluations are five to ten seconds where
///   nothing comes of it: some grids from 15×15 up exist and are rare, those with a quarter to
///   three quarters of the stars that fit; at 18×18 with 2 stars one seed of 20 leads to a puzzle
///   that the rules solve, at 25×25 with 3 none that were tried (`Grids.md` has the table).
/// - *A puzzle that was made before* for a date was one of an item's candidates, if it can be made
///   again at all.
package struct Patience: Hashable, Sendable {
  /// The candidates after which the nearest will do, if it may.
  package var candidates: Int
  /// The candidates behind these among which one that keeps to the bounds is still looked for,
  /// where none did.
  package var boundedCandidates = 0
  /// The candidates after which the search ends, whatever it has.
  package var most: Int
  /// Whether the nearest will do where nothing is as asked for.
  package var takesNearest: Bool
  /// The evaluations after which no further candidate is begun, of steered ones and of drawn ones
  /// apart; `nil` means no bound.
  package var evaluations: Int?
  /// The evaluations of both together; `nil` means no bound.
  package var evaluationsInAll: Int?

  /// The candidates that may lead nowhere before steering is given up.
  package var vain = 20

  /// The candidates for an item of a recipe; those behind them are no longer steered.
  package static func candidates(on grid: Grid) -> Int {
    switch grid.side {
    case ...4: 8
    case ...10: 64
    case ...16: 48
    case ...20: 40
    default: 24
    }
  }

  /// The candidates behind those of an item for one that keeps to its bounds.
  private static let boundedCandidates = 64

  /// That for an item of a recipe.
  package static func item(on grid: Grid) -> Patience {
    let count = candidates(on: grid)
    return Patience(
      candidates: count, boundedCandidates: boundedCandidates, most: 4096, takesNearest: true,
      vain: max(8, min(20, count / 2)))
  }

  /// That for so many puzzles to choose from.
  package static func proposals(_ count: Int) -> Patience {
    Patience(candidates: count * 48, most: count * 48, takesNearest: true)
  }

  /// That for a puzzle of a series.
  ///
  /// - Parameter evaluations: What the whole series may take, if that is bounded: what goes beyond
  ///   it is not taken, wherever it stops.
  /// - Returns: The patience.
  package static func series(within evaluations: Int?) -> Patience {
    Patience(
      candidates: 2000, most: 2000, takesNearest: false, evaluations: 400_000,
      evaluationsInAll: evaluations)
  }

  /// That for a puzzle that was made before, with bounds or without.
  package static func remaking(on grid: Grid, isBounded: Bool = false) -> Patience {
    let count = candidates(on: grid)
    return Patience(
      candidates: count, most: 2 * count + (isBounded ? boundedCandidates : 0),
      takesNearest: false, vain: max(8, min(20, count / 2)))
  }
}
