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
  /// - Precondition: the side is 1 or more, and the cell on the board.
  /// - Complexity: O(1).
  public func image(of cell: Int, side: Int) -> Int {
    var (row, column) = (cell / side, cell % side)
    if rawValue & 4 != 0 { swap(&row, &column) }
    if rawValue & 1 != 0 { row = side - 1 - row }
    if rawValue & 2 != 0 { column = side - 1 - column }
    return row * side + column
  }

  /// Where the cells of an image come from: that of the first one, and how far it is from there to
  /// those of the cells below and beside.
  fileprivate func walk(side: Int) -> (start: Int, rowStep: Int, columnStep: Int) {
    let (down, right) = rawValue & 4 == 0 ? (side, 1) : (1, side)
    return (
      (rawValue & 1 == 0 ? 0 : down * (side - 1)) + (rawValue & 2 == 0 ? 0 : right * (side - 1)),
      rawValue & 1 == 0 ? down : -down,
      rawValue & 2 == 0 ? right : -right
    )
  }
}

extension Puzzle {
  /// The puzzle turned or mirrored, its regions numbered afresh in order of first appearance.
  ///
  /// - Parameter symmetry: How.
  /// - Returns: The twin.
  /// - Complexity: O(cells).
  public func applying(_ symmetry: Symmetry) -> Puzzle {
    var image = regions
    _ = write(symmetry, to: &image, unlessAfter: nil)
    return Puzzle(grid: grid, canonical: image)
  }

  /// What it has in common with all its twins.
  ///
  /// - Complexity: O(cells), eight times over; mostly once or twice.
  public var canonicalForm: CanonicalForm {
    var least = regions
    var image = regions
    for symmetry in Symmetry.allCases where symmetry != .identity {
      if write(symmetry, to: &image, unlessAfter: least) { swap(&image, &least) }
    }
    return CanonicalForm(Puzzle(grid: grid, canonical: least))
  }

  /// Writes the regions of an image, numbered afresh in order of first appearance.
  ///
  /// - Parameters:
  ///   - symmetry: What it is the image of.
  ///   - image: Takes them, in the place of as many others.
  ///   - bound: What the image is held against, cell by cell: most images come behind it after a
  ///     few cells, and are not written to their end. `nil` writes all.
  /// - Returns: Whether the image comes before the bound in lexical order; `false` for the bound
  ///   itself.
  private func write(
    _ symmetry: Symmetry, to image: inout [UInt8], unlessAfter bound: [UInt8]?
  ) -> Bool {
    let side = grid.side
    let walk = symmetry.walk(side: side)
    var names = InlineArray<32, UInt8>(repeating: .max)
    var next: UInt8 = 0
    var isBefore = bound == nil
    var cell = 0
    for row in 0..<side {
      var source = walk.start + row * walk.rowStep
      for _ in 0..<side {
        let old = Int(regions[source])
        if names[old] == .max {
          names[old] = next
          next += 1
        }
        let name = names[old]
        if !isBefore, let bound, name != bound[cell] {
          if name > bound[cell] { return false }
          isBefore = true
        }
        image[cell] = name
        cell += 1
        source += walk.columnStep
      }
    }
    return isBefore
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
