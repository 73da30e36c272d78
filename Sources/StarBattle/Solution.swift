/// The stars of a solved board.
public struct Solution: Hashable, Sendable {
  /// The cells that hold a star, row-major and ascending.
  public let stars: [Int]

  /// Makes a solution of cells in any order.
  ///
  /// - Parameter stars: The cells, row-major from 0.
  /// - Complexity: O(stars × log stars).
  public init(stars: some Sequence<Int>) {
    self.stars = stars.sorted()
  }

  /// Makes a solution of cells that are in ascending order, each once.
  package init(ascending stars: [Int]) {
    assert(zip(stars, stars.dropFirst()).allSatisfy { $0 < $1 }, "the stars ascend")
    self.stars = stars
  }

  /// Whether the stars solve a puzzle: the quota in every row, column and region, none touching.
  ///
  /// This is the definition of the game; everything faster is tested against it.
  ///
  /// - Parameter puzzle: The puzzle.
  /// - Returns: Whether they do; `false` as well where they are too few, too many or off the board.
  /// - Complexity: O(stars × stars in two rows).
  public func solves(_ puzzle: Puzzle) -> Bool {
    let grid = puzzle.grid
    guard stars.count == grid.starCount else { return false }
    guard stars.allSatisfy({ (0..<grid.cellCount).contains($0) }) else { return false }
    let side = grid.side
    // Of each row, then of each column, then of each region.
    var counts = [Int](repeating: 0, count: 3 * side)
    for (index, star) in stars.enumerated() {
      counts[star / side] += 1
      counts[side + star % side] += 1
      counts[2 * side + puzzle.region(of: star)] += 1
      // Stars ascend: one that this one touches is at most a row and a cell before it.
      for other in stars[..<index].reversed() {
        if other < star - side - 1 { break }
        let apart = max(abs(star / side - other / side), abs(star % side - other % side))
        if apart < 2 { return false }
      }
    }
    return counts.allSatisfy { $0 == grid.stars }
  }
}
