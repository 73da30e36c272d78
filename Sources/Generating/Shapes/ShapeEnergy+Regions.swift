@_spi(Engine) import Solving

/// Traits that need a look at whole regions, or at borders further off.
///
/// Positions count rows and columns from 1, as layouts do.
extension ShapeEnergy {
  typealias Position = (row: Int, column: Int)

  /// The rise of the number of straight stretches of border when a cell goes from one region to
  /// another.
  func straightening(
    _ cell: Position, from home: Int, to region: Int, _ layout: borrowing Layout
  ) -> Int {
    var rise = 0
    for (down, across) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
      let (row, column) = (cell.row + down, cell.column + across)
      guard (1...mean).contains(row), (1...mean).contains(column) else { continue }
      let next = layout.map.region(row: row, column: column)
      // The border between two other regions stays one.
      if next != home && next != region { continue }
      /// Whether there is border some steps on along the line of this piece.
      func isBorder(_ steps: Int) -> Bool {
        let (on, along) = (cell.row + steps * across * across, cell.column + steps * down * down)
        guard (1...mean).contains(on), (1...mean).contains(along) else { return false }
        return layout.map.region(row: on, column: along)
          != layout.map.region(row: on + down, column: along + across)
      }
      let (before, after) = (isBorder(-1), isBorder(1))
      var stretches = before && after ? 1 : 0
      if before && isBorder(-2) { stretches += 1 }
      if after && isBorder(2) { stretches += 1 }
      rise += next == home ? stretches : -stretches
    }
    return rise
  }

  /// The rise of what perimeters cost when a region spares a cell that another takes.
  ///
  /// - Parameters:
  ///   - home: The one, its size, and the neighbours that the cell has in it.
  ///   - region: The other, likewise.
  ///   - layout: The regions before.
  /// - Returns: The rise.
  func roughening(
    from home: (region: Int, size: Int, degree: Int),
    to region: (region: Int, size: Int, degree: Int), _ layout: borrowing Layout
  ) -> Int {
    let (left, joined) = (perimeter(home.region, layout), perimeter(region.region, layout))
    return cost(perimeter: left - 4 + 2 * home.degree, home.size - 1)
      - cost(perimeter: left, home.size)
      + cost(perimeter: joined + 4 - 2 * region.degree, region.size + 1)
      - cost(perimeter: joined, region.size)
  }

  private func cost(perimeter: Int, _ size: Int) -> Int {
    raggedness * perimeter * perimeter / max(1, size)
  }

  /// The sides of a region's cells that lie on its border.
  private func perimeter(_ region: Int, _ layout: borrowing Layout) -> Int {
    var sides = 0
    var above: UInt32 = 0
    for row in layout.map.rows(of: region) {
      let cells = layout.map.cells(of: region, in: row)
      sides += (cells ^ above).nonzeroBitCount + (cells ^ cells << 1).nonzeroBitCount
      above = cells
    }
    return sides + above.nonzeroBitCount
  }

  /// The rise of what a region's height and width cost when a cell beside it joins.
  func boxing(
    adding cell: Position, to region: Int, _ size: Int, _ layout: borrowing Layout
  ) -> Int {
    let (rows, columns) = (layout.map.rows(of: region), layout.map.columns(of: region))
    let height = rows.count + (rows.contains(cell.row) ? 0 : 1)
    let width = columns.count + (columns.contains(cell.column) ? 0 : 1)
    return cost(height, width, size + 1) - cost(rows.count, columns.count, size)
  }

  /// The rise of what a region's height and width cost when it spares a cell and stays connected.
  func boxing(
    removing cell: Position, from region: Int, _ size: Int, _ layout: borrowing Layout
  ) -> Int {
    let (rows, columns) = (layout.map.rows(of: region).count, layout.map.columns(of: region).count)
    let isAlone = layout.map.cells(of: region, in: cell.row).nonzeroBitCount == 1
    let isAloneUpright = layout.map.cells(of: region, in: .column(cell.column)).nonzeroBitCount == 1
    let (height, width) = (rows - (isAlone ? 1 : 0), columns - (isAloneUpright ? 1 : 0))
    return cost(max(1, height), max(1, width), size - 1) - cost(rows, columns, size)
  }

  /// What a height, a width and a size cost.
  private func cost(_ height: Int, _ width: Int, _ size: Int) -> Int {
    let (long, short) = (max(height, width), min(height, width))
    return span * (long + short) + aspect * 4 * long / short + fill * 16 * size / (long * short)
  }

  /// The rise of what a region's reach costs when a cell joins.
  func spread(
    adding cell: Position, to region: Int, _ size: Int, _ layout: borrowing Layout
  ) -> Int {
    let sums = sums(region, layout)
    return cost(sums.adding(cell, 1), size + 1) - cost(sums, size)
  }

  /// The rise of what a region's reach costs when it spares a cell.
  func spread(
    removing cell: Position, from region: Int, _ size: Int, _ layout: borrowing Layout
  ) -> Int {
    let sums = sums(region, layout)
    return cost(sums.adding(cell, -1), max(1, size - 1)) - cost(sums, size)
  }

  /// What a reach costs: the moment about the middle is Σx² − (Σx)² / n.
  private func cost(_ sums: Sums, _ size: Int) -> Int {
    let moment = size * sums.squares - sums.rows * sums.rows - sums.columns * sums.columns
    return reach * 16 * moment / (size * size * size)
  }

  /// Sums over the cells of a region.
  private struct Sums {
    var rows = 0
    var columns = 0
    var squares = 0

    func adding(_ cell: Position, _ count: Int) -> Sums {
      Sums(
        rows: rows + count * cell.row, columns: columns + count * cell.column,
        squares: squares + count * (cell.row * cell.row + cell.column * cell.column))
    }
  }

  private func sums(_ region: Int, _ layout: borrowing Layout) -> Sums {
    var sums = Sums()
    for row in layout.map.rows(of: region) {
      let count = layout.map.cells(of: region, in: row).nonzeroBitCount
      sums.rows += row * count
      sums.squares += row * row * count
    }
    for column in layout.map.columns(of: region) {
      let count = layout.map.cells(of: region, in: .column(column)).nonzeroBitCount
      sums.columns += column * count
      sums.squares += column * column * count
    }
    return sums
  }
}
