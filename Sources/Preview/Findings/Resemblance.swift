import Pipeline
package import StarBattle

/// Two puzzles that are the same, turned or mirrored, or nearly so.
///
/// Puzzles are compared by the lines between their regions, in all eight orientations: moving one cell from a
/// region to its neighbour changes at most four lines. Names of regions do not matter.
package struct Resemblance: Hashable, Sendable {
  /// The place of the first of the two, from 0.
  package let first: Int
  /// The place of the second.
  let second: Int
  /// The lines in which they differ; none for the same puzzle.
  package let lines: Int
  /// How the second has to be turned to look like the first.
  let symmetry: Symmetry

  /// The most lines in which a near twin differs: one in twenty of a board's inner lines, and at least those of one cell.
  static func mostLines(of grid: Grid) -> Int {
    max(4, grid.side * (grid.side - 1) / 10)
  }

  /// All pairs of puzzles that resemble each other, in their order.
  ///
  /// - Complexity: O(puzzles² × lines / 8).
  package static func all(among puzzles: [Puzzle]) -> [Resemblance] {
    let images = puzzles.map { puzzle in
      Symmetry.allCases.map { lines(of: puzzle.applying($0)) }
    }
    var found: [Resemblance] = []
    for second in puzzles.indices {
      for first in 0..<second where puzzles[first].grid == puzzles[second].grid {
        let original = images[first][0]
        let distances = images[second].map { distance(original, $0) }
        guard let best = distances.indices.min(by: { distances[$0] < distances[$1] }),
          distances[best] <= mostLines(of: puzzles[first].grid)
        else { continue }
        found.append(
          Resemblance(
            first: first, second: second, lines: distances[best],
            symmetry: Symmetry.allCases[best]))
      }
    }
    return found.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  /// What connects the two in words, after the name of the second: `is the same puzzle, mirrored`.
  var words: String {
    let turn =
      switch symmetry {
      case .identity: ""
      case .rotated90, .rotated180, .rotated270: ", turned"
      case .flippedRows, .flippedColumns, .transposed, .antitransposed: ", mirrored"
      }
    if lines == 0 { return "is the same puzzle\(turn)" }
    return "is nearly the same\(turn): \(lines) \(lines == 1 ? "line differs" : "lines differ")"
  }

  /// The inner lines of a board, a bit each: set where they part two regions.
  private static func lines(of puzzle: Puzzle) -> [UInt64] {
    let side = puzzle.grid.side
    var words: [UInt64] = []
    var (word, bit) = (UInt64(0), UInt64(1))
    func note(_ isWall: Bool) {
      if isWall { word |= bit }
      bit <<= 1
      if bit == 0 {
        words.append(word)
        (word, bit) = (0, 1)
      }
    }
    for cell in puzzle.regions.indices {
      if cell % side < side - 1 { note(puzzle.regions[cell] != puzzle.regions[cell + 1]) }
      if cell / side < side - 1 { note(puzzle.regions[cell] != puzzle.regions[cell + side]) }
    }
    return words + [word]
  }

  private static func distance(_ left: [UInt64], _ right: [UInt64]) -> Int {
    zip(left, right).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
  }
}
