/// How many stars fit into a set of cells at most, by a bound that is quick to compute.
///
/// Within a line, every second cell of a run of cells can hold a star. Two neighbouring lines laid
/// on top of each other hold no more than the line that comes of it, because cells that lie on top
/// of each other touch, and so do neighbours. So with *f(m)* for the bound on the first *m* lines:
///
///     f(m) = min(f(m − 1) + stars in line m, f(m − 2) + stars in lines m − 1 and m laid together)
///
/// It is not the exact number, which is dearer; nothing but the size of the formula depends on it.
package struct PackingBound {
  /// The bound on all cells so far.
  private(set) var most = 0

  private var line = -1
  /// The cells of the current line and of the one before it, one bit a place.
  private var cells: UInt32 = 0
  private var cellsBefore: UInt32 = 0
  /// The bound without the current line, and without the one before it as well.
  private var mostBefore = 0
  private var mostTwoBefore = 0

  /// Takes in a cell.
  ///
  /// Lines only rise, or only fall; so each is complete before the next begins.
  mutating func add(line next: Int, place: Int) {
    if next != line {
      let isNeighbour = abs(next - line) == 1 && line >= 0
      mostTwoBefore = isNeighbour ? mostBefore : most
      mostBefore = most
      cellsBefore = isNeighbour ? cells : 0
      cells = 0
      line = next
    }
    cells |= 1 << UInt32(place)
    most = min(
      mostBefore + PackingBound.starsFitting(into: cells),
      mostTwoBefore + PackingBound.starsFitting(into: cells | cellsBefore))
  }

  /// The most stars in a line: from its start, a star wherever there is none just before.
  private static func starsFitting(into cells: UInt32) -> Int {
    var left = cells
    var stars = 0
    while left != 0 {
      stars += 1
      let star = left.trailingZeroBitCount
      left &= ~(0b11 << UInt32(star))
    }
    return stars
  }

  /// The bound on the first *i* of some cells, and on the others, for each *i* in `0...count`.
  ///
  /// - Parameter cells: Line and place of each cell, in order of line.
  /// - Returns: Two lists of `count + 1` bounds.
  package static func bounds(alongsidePrefixesOf cells: [(Int, Int)]) -> (first: [Int], rest: [Int])
  {
    func running(_ cells: some Sequence<(Int, Int)>) -> [Int] {
      var bound = PackingBound()
      return [0]
        + cells.map { line, place in
          bound.add(line: line, place: place)
          return bound.most
        }
    }
    return (running(cells), running(cells.reversed()).reversed())
  }
}
