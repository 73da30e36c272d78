/// How large, how compact and how stretched a region is.
package struct RegionShape: Hashable, Sendable {
  /// The number of cells.
  package var size = 0
  /// The sides of cells that lie on its border, holes included.
  package var perimeter = 0
  /// The places where its border turns; 4 for a rectangle.
  package var corners = 0
  /// The rows from its first to its last.
  package var height: Int { rows.upperBound - rows.lowerBound + 1 }
  /// The columns from its first to its last.
  package var width: Int { columns.upperBound - columns.lowerBound + 1 }

  fileprivate var rows = 0...0
  fileprivate var columns = 0...0

  /// Whether it is a long strip: five cells or more, one wide, or four times as long as wide.
  package var isStrip: Bool {
    let (long, short) = (max(height, width), min(height, width))
    return size >= 5 && (short == 1 || long >= 4 * short)
  }
}

extension Puzzle {
  /// The shape of each region, by region number.
  ///
  /// - Complexity: O(cells).
  package var regionShapes: [RegionShape] {
    let side = grid.side
    var shapes = [RegionShape](repeating: RegionShape(), count: side)
    func region(_ row: Int, _ column: Int) -> Int {
      (0..<side).contains(row) && (0..<side).contains(column)
        ? Int(regions[row * side + column]) : -1
    }
    for row in 0..<side {
      for column in 0..<side {
        let mine = region(row, column)
        var shape = shapes[mine]
        if shape.size == 0 { (shape.rows, shape.columns) = (row...row, column...column) }
        shape.size += 1
        shape.rows = min(shape.rows.lowerBound, row)...max(shape.rows.upperBound, row)
        shape.columns =
          min(shape.columns.lowerBound, column)...max(shape.columns.upperBound, column)
        for (down, across) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
          let (upright, flat) = (region(row + down, column), region(row, column + across))
          // Of a cell's four corners, the border turns where both sides are borders, or neither is
          // but the cell between them is another region's.
          if upright != mine && flat != mine {
            shape.corners += 1
          } else if upright == mine && flat == mine && region(row + down, column + across) != mine {
            shape.corners += 1
          }
        }
        for (down, across) in [(-1, 0), (0, -1), (0, 1), (1, 0)]
        where region(row + down, column + across) != mine {
          shape.perimeter += 1
        }
        shapes[mine] = shape
      }
    }
    return shapes
  }

  /// The pairs of regions that have a border in common.
  ///
  /// - Complexity: O(cells).
  package var touchingPairs: Int {
    let side = grid.side
    var isTouching = [Bool](repeating: false, count: side * side)
    for cell in 0..<grid.cellCount {
      for next in [cell % side < side - 1 ? cell + 1 : cell, cell + side]
      where next < grid.cellCount && regions[next] != regions[cell] {
        let (one, other) = (Int(regions[cell]), Int(regions[next]))
        isTouching[min(one, other) * side + max(one, other)] = true
      }
    }
    return isTouching.count { $0 }
  }
}
