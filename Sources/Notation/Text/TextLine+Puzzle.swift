import StarBattle
import Wording

/// The steps from read numbers to a puzzle, with errors that have a place.
///
/// Every notation ends here, so that a wrong size, a wrong number of regions and a region in pieces
/// are refused in the same words whatever they were written in.
extension TextLine {
  /// The outline of a board whose side and star quota were read.
  ///
  /// - Parameters:
  ///   - side: The side.
  ///   - sideIndex: Where the side stands, or what it was counted from.
  ///   - stars: The star quota.
  ///   - starsIndex: Where the quota stands.
  /// - Returns: The outline.
  /// - Throws: `NotationError` with the sides or quotas that are possible.
  func grid(
    side: Int, at sideIndex: Int, stars: Int, at starsIndex: Int
  ) throws(NotationError) -> Grid {
    do {
      return try Grid(side: side, stars: stars)
    } catch {
      switch error {
      case .side:
        let sides = "a side of \(Grid.sides.lowerBound)…\(Grid.sides.upperBound) cells"
        throw self.error(at: sideIndex, found: "a \(side)×\(side) board", expected: sides)
      case .stars:
        let most = Grid.quotas(ofSide: side).upperBound
        let range = most == 1 ? "1 star" : "1…\(most) stars"
        throw self.error(
          at: starsIndex, found: "\(stars, of: "star")",
          expected: "\(range) in each row, column and region of a \(side)×\(side) board")
      }
    }
  }

  /// The outline of a board whose side was counted and whose star quota may have been given apart.
  func grid(side: Int, stars: Int?) throws(NotationError) -> Grid {
    let start = content.lowerBound
    let quota = stars ?? Grid.usualStars(ofSide: side)
    return try grid(side: side, at: start, stars: quota, at: start)
  }

  /// The puzzle of a label for each cell.
  ///
  /// - Parameters:
  ///   - grid: The outline.
  ///   - labels: One label a cell, row-major.
  ///   - start: Where the layout starts: the place of a wrong number of regions.
  ///   - place: The line and index of a cell: the place of a region in pieces.
  /// - Returns: The puzzle.
  /// - Throws: `NotationError` for a wrong number of regions or a region in pieces.
  func puzzle(
    of grid: Grid, labels: [Int], at start: Int, place: (_ cell: Int) -> (TextLine, Int)
  ) throws(NotationError) -> Puzzle {
    do {
      return try Puzzle(grid: grid, regions: labels)
    } catch {
      switch error {
      case .disconnected(_, let row, let column):
        let (line, index) = place(row * grid.side + column)
        throw line.error(
          at: index,
          found: "a region in pieces: row \(row + 1), column \(column + 1) of the board is cut off",
          expected: "every region to be connected along edges")
      case .cellCount(let count, let expected):
        throw self.error(at: start, found: "\(count, of: "cell")", expected: "\(expected)")
      case .regionCount(let count, let expected):
        throw self.error(
          at: start, found: "\(count, of: "region")",
          expected: "exactly \(expected) regions on a \(grid.side)×\(grid.side) board")
      }
    }
  }
}
