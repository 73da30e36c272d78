/// How many stars cells have room for at most, line by line: the strip bound.
///
/// A line holds what its runs hold, and two adjacent lines hold no more than their runs do when
/// they are read as one (`Runs`). So the lines up to `r` hold at most `f(r) = min(f(r − 1) + line
/// r, f(r − 2) + lines r − 1 and r)`.
///
/// `almanac_lanes_fill` is the same for all first lines at once (see `IntervalCounting`).
package struct StripBound {
  /// The bound for the lines so far.
  package private(set) var stars = 0

  /// The bound without the last line, and that line.
  private var starsBefore = 0
  private var last: UInt32 = 0

  @inline(__always)
  package init() {}

  /// Takes the next line.
  @inline(__always)
  package mutating func add(_ line: UInt32) {
    let alone = stars &+ Runs.capacity(line)
    let paired = starsBefore &+ Runs.capacity(last | line)
    starsBefore = stars
    stars = min(alone, paired)
    last = line
  }
}

extension Board {
  /// An upper bound on the stars that the unknown cells of a region have room for.
  package mutating func stripBound(of region: Int, _ layout: borrowing Layout) -> Int {
    var bound = StripBound()
    for row in layout.rows(of: region) {
      bound.add(lines[unchecked: row] & layout.masks[region &* 64 &+ row])
    }
    return bound.stars
  }
}
