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
  /// - Complexity: O(puzzles × cells), and the regions that any two of them share.
  package static func all(among puzzles: [Puzzle]) -> [Resemblance] {
    let symmetries = Symmetry.allCases
    // The puzzles so far that have a region.
    var holders: [Outline: [Int]] = [:]
    var found: [Resemblance] = []
    for (second, puzzle) in puzzles.enumerated() {
      let grid = puzzle.grid
      // The regions that each puzzle before it has of it, by how it is turned.
      var shared: [Int: [Int]] = [:]
      for (turn, symmetry) in symmetries.enumerated() {
        for outline in Outline.all(of: puzzle.applying(symmetry)) {
          for first in holders[outline, default: []] {
            shared[first, default: Array(repeating: 0, count: symmetries.count)][turn] += 1
          }
        }
      }
      for (first, counts) in shared {
        guard let most = counts.max(), most >= Puzzle.nearTwinRegions(of: grid),
          let best = counts.firstIndex(of: most)
        else { continue }
        found.append(
          Resemblance(
            first: first, second: second, shared: most, regions: grid.side,
            symmetry: symmetries[best]))
      }
      for outline in Outline.all(of: puzzle) { holders[outline, default: []].append(second) }
    }
    return found.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  /// A region where it lies.
  private struct Outline: Hashable {
    let grid: Grid
    /// Ascending.
    var cells: [Int] = []

    static func all(of puzzle: Puzzle) -> [Outline] {
      var outlines = Array(repeating: Outline(grid: puzzle.grid), count: puzzle.grid.side)
      for (cell, region) in puzzle.regions.enumerated() {
        outlines[Int(region)].cells.append(cell)
      }
      return outlines
    }
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
