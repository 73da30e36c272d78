import Generating
import Solving
import StarBattle

/// A puzzle with regions mixed at random around random stars: it has this solution, and often
/// others.
struct MixedPuzzle {
  let puzzle: Puzzle
  let stars: Solution

  /// Mixes one; `nil` where stars find no place with this chance.
  init?(on grid: Grid, _ random: inout SeededGenerator) throws {
    var placer = StarPlacer(grid: grid)
    guard let stars = placer.place(&random) else { return nil }
    var canvas = RegionCanvas(grid: grid)
    canvas.cutPath(through: stars)
    canvas.mix(&random)
    puzzle = try canvas.layout.puzzle()
    self.stars = stars
  }
}
