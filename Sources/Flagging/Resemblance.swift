package import StarBattle

/// Two puzzles that are the same, turned or mirrored, or nearly so.
///
/// Nearly means what it means to the press, which keeps near-twins apart in a pack
/// (`Puzzle.isNearTwin`): more than half of the regions are the same cell by cell.
package struct Resemblance: Hashable, Sendable {
  /// The place of the first of the two, from 0.
  package let first: Int
  /// The place of the second.
  package let second: Int
  /// The regions that both have; all of them for the same puzzle.
  package let shared: Int
  /// The regions of each.
  package let regions: Int
  /// How the second has to be turned to look like the first.
  package let symmetry: Symmetry

  /// Whether both are the same puzzle.
  package var isSame: Bool { shared == regions }

  /// All pairs of puzzles that resemble each other, in their order.
  ///
  /// - Complexity: O(puzzles² × cells).
  package static func all(among puzzles: [Puzzle]) -> [Resemblance] {
    let images = puzzles.map { puzzle in Symmetry.allCases.map { puzzle.applying($0) } }
    var found: [Resemblance] = []
    for first in puzzles.indices {
      let (puzzle, grid) = (puzzles[first], puzzles[first].grid)
      for second in puzzles.indices.dropFirst(first + 1) where puzzles[second].grid == grid {
        let shared = images[second].map { puzzle.sharedRegions(with: $0) }
        guard let most = shared.max(), most >= Puzzle.nearTwinRegions(of: grid),
          let best = shared.firstIndex(of: most)
        else { continue }
        found.append(
          Resemblance(
            first: first, second: second, shared: most, regions: grid.side,
            symmetry: Symmetry.allCases[best]))
      }
    }
    return found
  }

  /// What connects the two in words, after the name of the second: `is the same puzzle, mirrored`.
  package var words: String {
    let turn =
      switch symmetry {
      case .identity: ""
      case .rotated90, .rotated180, .rotated270: ", turned"
      case .flippedRows, .flippedColumns, .transposed, .antitransposed: ", mirrored"
      }
    if isSame { return "is the same puzzle\(turn)" }
    return "is nearly the same\(turn): \(shared) of \(regions) regions are shared"
  }
}
