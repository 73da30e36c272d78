/// What a puzzle has in common with all its twins: the same for every orientation and every naming
/// of regions.
///
/// Made once, by `Puzzle.canonicalForm`, and compared ever after: two puzzles are twins exactly
/// when their forms are equal.
public struct CanonicalForm: Hashable, Sendable {
  /// The one of the twins that stands for all of them.
  ///
  /// Of the eight images, each with its regions numbered in order of first appearance, the one
  /// whose region numbers come first in lexical order.
  public let puzzle: Puzzle

  init(_ puzzle: Puzzle) { self.puzzle = puzzle }

  /// The form as bytes, which two puzzles share exactly when they are twins.
  ///
  /// The outline in two bytes, then the borders, a bit for each pair of cells side by side, set
  /// where a border runs: first the pairs in a row, row-major, then the pairs in a column,
  /// row-major; the last byte filled up with zeros. Regions are connected, so their borders say
  /// everything about them; a 10×10 board takes 25 bytes, a 25×25 board 152.
  ///
  /// Catalogues know their puzzles by these bytes, so they never change.
  ///
  /// - Complexity: O(cells).
  public var key: [UInt8] {
    let grid = puzzle.grid
    let side = grid.side
    var bytes = [UInt8(grid.side), UInt8(grid.stars)]
    var bits: UInt8 = 0
    var count = 0
    func append(_ isBorder: Bool) {
      bits = bits << 1 | (isBorder ? 1 : 0)
      count += 1
      if count == 8 {
        bytes.append(bits)
        (bits, count) = (0, 0)
      }
    }
    for cell in 0..<grid.cellCount where cell % side < side - 1 {
      append(puzzle.region(of: cell) != puzzle.region(of: cell + 1))
    }
    for cell in 0..<grid.cellCount - side {
      append(puzzle.region(of: cell) != puzzle.region(of: cell + side))
    }
    if count > 0 { bytes.append(bits << (8 - UInt8(count))) }
    return bytes
  }
}
