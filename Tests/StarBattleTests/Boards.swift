import StarBattle

/// A puzzle written as rows of region letters.
func board(_ rows: String..., stars: Int = 1) throws -> Puzzle {
  try Puzzle(grid: Grid(side: rows.count, stars: stars), regions: Array(rows.joined().utf8))
}
