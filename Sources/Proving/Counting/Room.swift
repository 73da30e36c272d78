/// How many stars fit into the cells of some lines that follow each other, at most.
///
/// A line holds what its runs hold. Two neighbouring lines hold no more than they do when they are
/// laid on top of each other, since cells on top of each other touch, and so do neighbours. With
/// *f(m)* for the bound on the first *m* lines:
///
///     f(m) = min(f(m − 1) + stars in line m, f(m − 2) + stars in lines m − 1 and m laid together)
package struct Room {
  /// The bound on the lines so far; it never falls.
  package private(set) var stars = 0
  private var starsBefore = 0
  private var last: UInt32 = 0

  @inline(__always)
  package init() {}

  /// Takes the next line.
  @inline(__always)
  package mutating func add(_ cells: UInt32) {
    let alone = stars &+ LineCells.capacity(cells)
    let paired = starsBefore &+ LineCells.capacity(last | cells)
    starsBefore = stars
    stars = min(alone, paired)
    last = cells
  }
}
