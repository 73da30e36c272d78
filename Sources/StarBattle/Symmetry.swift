/// One of the eight ways in which a square board can be turned and mirrored.
///
/// Written as an optional transposition (row and column change places) followed by an optional
/// flip of the rows and an optional flip of the columns; the three bits make all eight.
public enum Symmetry: Int, CaseIterable, Sendable {
  /// As it is.
  case identity = 0
  /// Top and bottom change places.
  case flippedRows = 1
  /// Left and right change places.
  case flippedColumns = 2
  /// A half turn.
  case rotated180 = 3
  /// Rows and columns change places: mirrored at the diagonal from the top left.
  case transposed = 4
  /// A quarter turn counter-clockwise: the top left cell goes to the bottom left.
  case rotated90 = 5
  /// A quarter turn clockwise.
  case rotated270 = 6
  /// Mirrored at the diagonal from the top right.
  case antitransposed = 7

  /// Where a cell of a board goes.
  ///
  /// - Parameters:
  ///   - cell: A cell, row-major.
  ///   - side: The board's side.
  /// - Returns: The cell it is afterwards, row-major.
  /// - Complexity: O(1).
  public func image(of cell: Int, side: Int) -> Int {
    var (row, column) = (cell / side, cell % side)
    if rawValue & 4 != 0 { swap(&row, &column) }
    if rawValue & 1 != 0 { row = side - 1 - row }
    if rawValue & 2 != 0 { column = side - 1 - column }
    return row * side + column
  }
}

extension Puzzle {
  /// The puzzle turned or mirrored, its regions numbered afresh in order of first appearance.
  ///
  /// - Parameter symmetry: How.
  /// - Returns: The twin.
  /// - Complexity: O(cells).
  public func applying(_ symmetry: Symmetry) -> Puzzle {
    Puzzle(grid: grid, canonical: relabelled(by: symmetry))
  }

  /// What it has in common with all its twins.
  ///
  /// - Complexity: O(cells), eight times over.
  public var canonicalForm: CanonicalForm {
    var least = regions
    for symmetry in Symmetry.allCases where symmetry != .identity {
      let image = relabelled(by: symmetry)
      if image.lexicographicallyPrecedes(least) { least = image }
    }
    return CanonicalForm(Puzzle(grid: grid, canonical: least))
  }

  private func relabelled(by symmetry: Symmetry) -> [UInt8] {
    var image = [UInt8](repeating: 0, count: regions.count)
    for cell in regions.indices {
      image[symmetry.image(of: cell, side: grid.side)] = regions[cell]
    }
    var names = [UInt8](repeating: .max, count: grid.side)
    var next: UInt8 = 0
    for cell in image.indices {
      let old = Int(image[cell])
      if names[old] == .max {
        names[old] = next
        next += 1
      }
      image[cell] = names[old]
    }
    return image
  }

  /// A puzzle of regions that are known to be well formed and numbered.
  private init(grid: Grid, canonical regions: [UInt8]) {
    self.grid = grid
    self.regions = regions
  }
}

extension Solution {
  /// The stars of the board turned or mirrored.
  ///
  /// - Parameters:
  ///   - symmetry: How.
  ///   - side: The board's side.
  /// - Returns: The stars where they are afterwards.
  /// - Complexity: O(stars × log stars).
  public func applying(_ symmetry: Symmetry, side: Int) -> Solution {
    Solution(stars: stars.map { symmetry.image(of: $0, side: side) })
  }
}
