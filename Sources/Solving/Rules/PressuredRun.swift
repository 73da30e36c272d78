/// A run of cells of two adjacent lines that holds a star fewer than its tiles have room for,
/// because one of the lines would get too many.
///
/// Read as one line, a run of five columns has room for three stars, in its first, third and fifth
/// column (see `Rule.pairs`). Where the cells of these three lie in one line alone, and that line
/// needs two, the run holds two:
///
///     . * . * .    the M: three tiles, and two     . * .    a pressured T: two tiles, and one
///     * * * * *    stars where a line needs two    * * *    star where the lower line needs one
///
/// A star that is assumed may be what makes a T pressured. So are kissing Ls, two tiles beside each
/// other with three cells each: a star on `x` leaves a T of both, in a line that has a star by
/// then.
///
///     . a . b . .
///     a a b b x .
///
/// It is no rule of the ladder, which comes to the same by following the star further: it tells
/// people in one sentence why the star fails.
///
/// - Source: K. De Asis, *A Star Battle Guide*, on kissing Ls, the M and pressured Ts.
package struct PressuredRun {
  /// The places along the lines that it takes, from 1; an odd number of them.
  package let places: ClosedRange<Int>

  /// Whether it is the second of the two lines that would get too many.
  package let isPressedBySecond: Bool

  /// The stars that it has tiles for: one more than it holds.
  package let tiles: Int

  /// The first such run of two lines that have tiles for just the stars they need; `nil` where
  /// there is none, or tiles alone decide.
  ///
  /// With it, the lines cannot have their stars.
  ///
  /// - Parameters:
  ///   - first: The unknown cells of a line, a bit each.
  ///   - second: Those of the line behind it.
  ///   - needs: The stars that the two need.
  /// - Complexity: O(runs).
  package init?(_ first: UInt32, _ second: UInt32, needs: (first: Int, second: Int)) {
    let both = first | second
    guard Runs.capacity(both) == needs.first + needs.second else { return nil }
    let ends = Runs.evenOffsets(both)
    var rest = both
    while rest != 0 {
      let start = rest.trailingZeroBitCount
      let length = (~(rest >> UInt32(start))).trailingZeroBitCount
      let run = (UInt32(1) << UInt32(length) - 1) << UInt32(start)
      rest &= ~run
      let (stars, tiles) = (ends & run, (length + 1) / 2)
      guard length % 2 == 1, length > 1 else { continue }
      let isInSecond = stars & first == 0 && tiles > needs.second
      guard isInSecond || (stars & second == 0 && tiles > needs.first) else { continue }
      places = start...start + length - 1
      isPressedBySecond = isInSecond
      self.tiles = tiles
      return
    }
    return nil
  }
}
