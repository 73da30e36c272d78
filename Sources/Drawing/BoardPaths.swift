import StarBattle

/// The lines and areas of a board as SVG path data; a cell is one unit wide.
struct BoardPaths {
  let puzzle: Puzzle

  private var side: Int { puzzle.grid.side }

  /// The thin lines between all cells, the same for every board of a side.
  static func grid(side: Int) -> String {
    (1..<side).map { "M\($0) 0v\(side)M0 \($0)h\(side)" }.joined()
  }

  /// The thick lines between regions, without the frame.
  var walls: String {
    var path = ""
    for line in 1..<side {
      for (start, length) in runs(where: { region(line - 1, $0) != region(line, $0) }) {
        path += "M\(start) \(line)h\(length)"
      }
      for (start, length) in runs(where: { region($0, line - 1) != region($0, line) }) {
        path += "M\(line) \(start)v\(length)"
      }
    }
    return path
  }

  /// The cells of a colour; cells of one row that touch are one rectangle.
  ///
  /// One path for all of them: at the seams of separate paths a page shows through.
  func area(of colour: Int, in colours: [Int]) -> String {
    var path = ""
    for row in 0..<side {
      for (start, length) in runs(where: { colours[region(row, $0)] == colour }) {
        path += "M\(start) \(row)h\(length)v1h-\(length)z"
      }
    }
    return path
  }

  private func region(_ row: Int, _ column: Int) -> Int { puzzle.region(of: row * side + column) }

  /// The longest stretches of `0..<side` in which something holds.
  private func runs(where holds: (Int) -> Bool) -> [(start: Int, length: Int)] {
    var runs: [(start: Int, length: Int)] = []
    var start: Int?
    for place in 0...side {
      if place < side && holds(place) {
        start = start ?? place
      } else if let first = start {
        runs.append((first, place - first))
        start = nil
      }
    }
    return runs
  }
}
