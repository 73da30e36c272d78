/// The outline of a Star Battle board: its side and its star quota, without regions.
///
/// Only grids that can be filled can be made. Two stars never touch, so a 2×2 tile holds at most
/// one star. Two neighbouring rows of `side` cells are covered by ⌈side / 2⌉ tiles and need
/// `2 × stars` stars, hence `stars ≤ ⌈side / 2⌉ / 2`. At the odd sides `4k − 1` that bound is met
/// with equality by every pair of neighbouring rows at once, which leaves every second column
/// empty; so the most is `side / 4`, rounded down, at every side.
public struct Grid: Hashable, Sendable {
  /// The number of rows, of columns and of regions: 4…25.
  public let side: Int

  /// The star quota: stars in every row, column and region, 1…`side / 4`.
  public let stars: Int

  /// The sides that a puzzle can have.
  public static let sides = 4...25

  /// The star quotas that a board of a side can have.
  ///
  /// - Parameter side: The side, 4…25.
  /// - Returns: 1…`side / 4`.
  /// - Complexity: O(1).
  public static func quotas(ofSide side: Int) -> ClosedRange<Int> { 1...max(1, side / 4) }

  /// Makes the outline of a board.
  ///
  /// - Parameters:
  ///   - side: The number of rows, of columns and of regions.
  ///   - stars: The star quota.
  /// - Throws: `GridError.side` or `GridError.stars`, each with the range that is allowed.
  /// - Complexity: O(1).
  public init(side: Int, stars: Int) throws(GridError) {
    guard Grid.sides.contains(side) else { throw .side(side) }
    guard Grid.quotas(ofSide: side).contains(stars) else { throw .stars(stars, side: side) }
    self.side = side
    self.stars = stars
  }

  /// The number of cells: `side × side`, 16…625.
  public var cellCount: Int { side * side }

  /// The number of stars on a solved board: `side × stars`, 4…150.
  public var starCount: Int { side * stars }

  /// The cells that touch a cell, diagonals included: 3…8 of them, ascending.
  ///
  /// - Precondition: `cell` is on the board.
  /// - Parameter cell: The cell, row-major from 0.
  /// - Returns: The cells.
  /// - Complexity: O(1).
  public func neighbours(of cell: Int) -> [Int] {
    precondition((0..<cellCount).contains(cell), "cell \(cell) is not on a \(self) board")
    let (row, column) = (cell / side, cell % side)
    var found: [Int] = []
    found.reserveCapacity(8)
    for r in max(0, row - 1)...min(side - 1, row + 1) {
      for c in max(0, column - 1)...min(side - 1, column + 1) where r != row || c != column {
        found.append(r * side + c)
      }
    }
    return found
  }

  /// Whether two cells touch: `neighbours(of:)` has the other.
  ///
  /// - Precondition: both are on the board.
  package func areNeighbours(_ cell: Int, _ other: Int) -> Bool {
    let (row, column) = cell.quotientAndRemainder(dividingBy: side)
    let (otherRow, otherColumn) = other.quotientAndRemainder(dividingBy: side)
    return cell != other && abs(row - otherRow) <= 1 && abs(column - otherColumn) <= 1
  }

  /// The cells that share an edge with a cell: 2…4 of them, ascending.
  ///
  /// - Precondition: `cell` is on the board.
  package func edgeNeighbours(of cell: Int) -> [Int] {
    neighbours(of: cell).filter { $0 / side == cell / side || $0 % side == cell % side }
  }
}

extension Grid: Comparable {
  /// Smaller boards first, then fewer stars.
  public static func < (left: Grid, right: Grid) -> Bool {
    (left.side, left.stars) < (right.side, right.stars)
  }
}

extension Grid: CustomStringConvertible {
  /// The grid as people write it: `10×10 with 2 stars`.
  public var description: String {
    "\(side)×\(side) with \(stars) \(stars == 1 ? "star" : "stars")"
  }
}

extension Grid {
  /// A cell as recipes and messages name it, by row and column from 1: `r1c1`.
  ///
  /// - Parameter cell: A cell, row-major from 0.
  /// - Returns: Its name.
  package func name(of cell: Int) -> String { "r\(cell / side + 1)c\(cell % side + 1)" }
}

/// Why a board cannot have a side or a star quota.
public enum GridError: Error, Hashable, Sendable {
  /// The side is outside 4…25.
  case side(Int)
  /// No board of this side can hold so many stars in each row, column and region.
  case stars(Int, side: Int)
}

extension GridError: CustomStringConvertible {
  /// What is wrong, and what is allowed.
  public var description: String {
    switch self {
    case .side(let side):
      return "a \(side)×\(side) board is not supported — the side can be "
        + "\(Grid.sides.lowerBound)…\(Grid.sides.upperBound)"
    case .stars(let stars, let side):
      let most = Grid.quotas(ofSide: side).upperBound
      let range = most == 1 ? "1" : "1…\(most)"
      return "\(side)×\(side) with \(stars) \(stars == 1 ? "star" : "stars") cannot be filled — "
        + "stars can be \(range) at this side"
    }
  }
}
