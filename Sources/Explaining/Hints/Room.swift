import Solving
import StarBattle

/// How many stars cells have room for: the bound that counting with tiles rests on (`StripBound`).
package enum Room {
  /// The bound by rows or by columns.
  static func bound(_ cells: [Int], byRows: Bool, side: Int) -> Int {
    var lines = [UInt32](repeating: 0, count: side)
    for cell in cells {
      let (row, column) = (cell / side, cell % side)
      lines[byRows ? row : column] |= 2 << UInt32(byRows ? column : row)
    }
    var bound = StripBound()
    for line in lines { bound.add(line) }
    return bound.stars
  }

  /// The better of both bounds.
  package static func bound(_ cells: [Int], side: Int) -> Int {
    min(bound(cells, byRows: true, side: side), bound(cells, byRows: false, side: side))
  }
}
