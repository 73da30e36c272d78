import Solving
import StarBattle

/// How many stars cells have room for: the bound that counting with tiles rests on.
///
/// One line holds what its runs hold, and two adjacent lines hold no more than their runs do when they
/// are read as one (`Runs`); over all lines `f(r) = min(f(r − 1) + line r, f(r − 2) + lines r − 1 and r)`.
package enum Room {
  /// The bound by rows or by columns.
  static func bound(_ cells: [Int], byRows: Bool, side: Int) -> Int {
    var lines = [UInt32](repeating: 0, count: side)
    for cell in cells {
      let (row, column) = (cell / side, cell % side)
      lines[byRows ? row : column] |= 2 << UInt32(byRows ? column : row)
    }
    var (earlier, last) = (0, 0)
    for index in lines.indices {
      let alone = last + Runs.capacity(lines[index])
      let paired =
        index > 0 ? earlier + Runs.capacity(lines[index - 1] | lines[index]) : alone
      (earlier, last) = (last, min(alone, paired))
    }
    return last
  }

  /// The better of both bounds.
  package static func bound(_ cells: [Int], side: Int) -> Int {
    min(bound(cells, byRows: true, side: side), bound(cells, byRows: false, side: side))
  }
}
