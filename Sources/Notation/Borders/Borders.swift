import StarBattle

/// The thick lines of a board: what the notations write that know no names of regions.
///
///     A A B B      right of (0, 1) and below (1, 0) there are lines; a line right of (0, 0) would
///     A A B B      be none that counts, since below it the two cells still hang together: regions
///     C C D D      are what the lines cut off from each other, however they wind.
///     C C D D
struct Borders {
  let side: Int

  /// Whether there is a line to the right of a cell; always false in the last column.
  var right: [Bool]

  /// Whether there is a line below a cell; always false in the last row.
  var below: [Bool]

  /// No lines at all.
  init(side: Int) {
    self.side = side
    right = [Bool](repeating: false, count: side * side)
    below = right
  }

  /// The borders between the regions of a puzzle.
  init(of puzzle: Puzzle) {
    self.init(side: puzzle.grid.side)
    let regions = puzzle.regions
    for cell in regions.indices {
      if cell % side < side - 1 { right[cell] = regions[cell] != regions[cell + 1] }
      if cell / side < side - 1 { below[cell] = regions[cell] != regions[cell + side] }
    }
  }

  /// The number of lines that there can be to the right of cells, and as many below them.
  var countPerDirection: Int { side * (side - 1) }

  /// A label for each cell, row-major, found by flooding: equal where no border comes between.
  ///
  /// There may be any number of them, 1…`side × side`; a puzzle needs exactly `side`.
  var labels: [Int] {
    var labels = [Int](repeating: -1, count: side * side)
    var count = 0
    var open: [Int] = []
    for start in labels.indices where labels[start] == -1 {
      labels[start] = count
      open.append(start)
      while let cell = open.popLast() {
        let (row, column) = (cell / side, cell % side)
        func flood(_ next: Int) {
          if labels[next] == -1 {
            labels[next] = count
            open.append(next)
          }
        }
        if column < side - 1 && !right[cell] { flood(cell + 1) }
        if column > 0 && !right[cell - 1] { flood(cell - 1) }
        if row < side - 1 && !below[cell] { flood(cell + side) }
        if row > 0 && !below[cell - side] { flood(cell - side) }
      }
      count += 1
    }
    return labels
  }
}
