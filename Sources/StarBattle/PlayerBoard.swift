/// What a player has put on a board so far: a star, a mark or nothing on each cell.
///
/// Any cells will do, right or wrong. In particular, cells beside a star need not be marked.
public struct PlayerBoard: Hashable, Sendable {
  /// What is on one cell; the raw values are those of the apps' saved boards.
  public enum Cell: Int, CaseIterable, Sendable {
    /// Nothing yet.
    case open
    /// A star.
    case star
    /// A mark: no star here.
    case mark
  }

  /// The outline: side and star quota.
  public let grid: Grid

  /// What is on each cell, row-major.
  public private(set) var cells: [Cell]

  /// Makes the empty board.
  ///
  /// - Parameter grid: The outline.
  /// - Complexity: O(cells).
  public init(_ grid: Grid) {
    self.grid = grid
    cells = Array(repeating: .open, count: grid.cellCount)
  }

  /// Makes a board of cells, row-major; `nil` where there are too few or too many.
  ///
  /// - Parameters:
  ///   - grid: The outline.
  ///   - cells: What is on each cell, `grid.cellCount` of them.
  /// - Complexity: O(1).
  public init?(_ grid: Grid, cells: [Cell]) {
    guard cells.count == grid.cellCount else { return nil }
    self.grid = grid
    self.cells = cells
  }

  /// What is on a cell (row-major, from 0).
  ///
  /// - Precondition: `cell` is on the board.
  /// - Parameter cell: The cell, row-major from 0.
  /// - Returns: What is on it.
  /// - Complexity: O(1).
  public subscript(cell: Int) -> Cell {
    get { cells[cell] }
    set { cells[cell] = newValue }
  }

  /// The cells with a star, ascending.
  public var stars: [Int] { cells.indices.filter { cells[$0] == .star } }

  /// The cells with a mark, ascending.
  public var marks: [Int] { cells.indices.filter { cells[$0] == .mark } }

  /// Takes over what a step concludes.
  ///
  /// - Precondition: the step is of a puzzle of this grid.
  /// - Parameter step: The step.
  /// - Complexity: O(cells that it places or marks).
  public mutating func apply(_ step: Step) {
    for cell in step.stars { cells[cell] = .star }
    for cell in step.marks { cells[cell] = .mark }
  }

  /// Whether the stars are those of a solution; which cells are marked plays no part.
  ///
  /// - Parameter solution: The solution.
  /// - Returns: Whether every star is there, and no other.
  /// - Complexity: O(cells).
  public func isSolved(by solution: Solution) -> Bool { stars == solution.stars }
}
