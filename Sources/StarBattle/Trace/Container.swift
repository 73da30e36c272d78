/// A row, a column or a region: cells that hold the star quota together.
public enum Container: Hashable, Sendable {
  /// A row, from 0 at the top.
  case row(Int)
  /// A column, from 0 at the left.
  case column(Int)
  /// A region, by its number in `Puzzle.regions`.
  case region(Int)

  /// The cells of the container, ascending.
  ///
  /// - Parameter puzzle: The puzzle, for its side and its regions.
  /// - Returns: The cells, row-major from 0.
  /// - Complexity: O(cells).
  public func cells(in puzzle: Puzzle) -> [Int] {
    let side = puzzle.grid.side
    switch self {
    case .row(let row): return Array(row * side..<(row + 1) * side)
    case .column(let column): return Array(stride(from: column, to: side * side, by: side))
    case .region(let region):
      return puzzle.regions.indices.filter { puzzle.region(of: $0) == region }
    }
  }
}

extension Container: Comparable {
  /// Rows, then columns, then regions; by number.
  public static func < (left: Container, right: Container) -> Bool { left.order < right.order }

  private var order: Int {
    switch self {
    case .row(let row): return row
    case .column(let column): return 1000 + column
    case .region(let region): return 2000 + region
    }
  }
}
