extension Grid {
  /// The number of puzzles of this grid that can be generated, where that is known.
  ///
  /// Unique puzzles whose regions have two cells a star or more; turned and mirrored ones count
  /// once. Counted by going through all divisions of the board around each placement of stars (2 at
  /// 4×4, 14 at 5×5). With regions of one cell there are 1,479 at 4×4 and 1,788,082 at 5×5. 6×6 is
  /// estimated: 12,000 seeds had 6 repeats, as a world of twelve million would.
  package var puzzleCount: Int? {
    switch (side, stars) {
    case (4, 1): 908
    case (5, 1): 621_916
    default: nil
    }
  }
}

/// More puzzles were asked for than a small grid has.
package struct TooFewPuzzles: Error, Hashable, Sendable {
  /// How many were asked for.
  package let asked: Int
  package let grid: Grid
  /// How many there are.
  package let most: Int

  /// An error for a grid that has fewer puzzles than were asked for.
  package init(asked: Int, of grid: Grid, most: Int) {
    self.asked = asked
    self.grid = grid
    self.most = most
  }

  /// An error where a grid has fewer puzzles than are asked for; `nil` where it has as many, or
  /// nobody knows how many.
  package init?(asked: Int, of grid: Grid) {
    guard let most = grid.puzzleCount, asked > most else { return nil }
    self.init(asked: asked, of: grid, most: most)
  }
}

extension TooFewPuzzles: CustomStringConvertible {
  /// What is wrong, and what to do.
  package var description: String {
    "\(asked) puzzles of \(grid) were asked for — \(most) can be made, turned and mirrored ones "
      + "counted once: ask for fewer, or for a larger grid"
  }
}
