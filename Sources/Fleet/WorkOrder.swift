import Pressing
import StarBattle

/// What a fleet is asked to make.
package struct WorkOrder: Hashable, Sendable {
  let grid: Grid
  let difficulty: ClosedRange<Int>?
  let seed: Int
  let count: Int
  let units: Int

  /// The units that some puzzles can be cut into.
  ///
  /// - Parameter count: The number of puzzles, one of `puzzleCounts`.
  /// - Returns: The numbers of units.
  package static func unitCounts(for count: Int) -> ClosedRange<Int> {
    let most = WorkPlan.mostPuzzlesOfUnit
    return (count + most - 1) / most...WorkPlan.mostUnits
  }

  /// The puzzles that can be asked for.
  package static let puzzleCounts = 1...WorkPlan.mostPuzzles

  /// An order.
  ///
  /// - Parameters:
  ///   - size: Rows, columns and regions.
  ///   - stars: Stars in each of them.
  ///   - difficulty: The difficulties that are kept; `nil` keeps all.
  ///   - seed: The seed of the series, one of `PuzzleSeries.seeds`.
  ///   - count: The number of puzzles, one of `puzzleCounts`.
  ///   - units: The number of units to cut them into, one of `unitCounts(for: count)`; never more
  ///     than puzzles.
  /// - Throws: `GridError` for a grid that cannot be filled; `TooFewPuzzles` where the grid has
  ///   fewer puzzles.
  package init(
    size: Int, stars: Int, difficulty: ClosedRange<Int>? = nil,
    seed: Int = PuzzleSeries.defaultSeed, count: Int, units: Int
  ) throws {
    grid = try Grid(side: size, stars: stars)
    if let lack = TooFewPuzzles(asked: count, of: grid) { throw lack }
    self.difficulty = difficulty
    self.seed = seed
    self.count = count
    self.units = max(1, min(units, count))
  }
}
