/// Runs: what a line of unknown cells can hold.
///
/// Stars in a line keep at least one cell apart, so a run of `n` neighbouring cells holds at most
/// ⌈n / 2⌉, at every second cell from its start. The same holds for two adjacent lines read as one,
/// a column of the pair counting as one cell: any two of its stars are at least two columns apart.
package enum Runs {
  /// The cells at even distance from the start of their run.
  ///
  ///     cells   .1111.1..111..11
  ///     result  .1.1..1..1.1..1.      (lowest bit on the left)
  ///
  /// Adding the starts of the runs that begin at even positions carries through those runs and
  /// clears them, which tells them from the others; the rest is a choice of alternate bits.
  @inlinable @inline(__always)
  package static func evenOffsets(_ cells: UInt32) -> UInt32 {
    let starts = cells & ~(cells &<< 1)
    let fromEven = cells & ~(cells &+ (starts & 0x5555_5555))
    return (fromEven & 0x5555_5555) | ((cells ^ fromEven) & 0xAAAA_AAAA)
  }

  /// The most stars that a line with these unknown cells can take; exact.
  @inlinable @inline(__always)
  package static func capacity(_ cells: UInt32) -> Int { evenOffsets(cells).nonzeroBitCount }

  /// What is fixed in a line that needs exactly as many stars as it can hold.
  ///
  /// An odd run then has a star at every even offset and none between. An even run is a row of
  /// 2-cell tiles with one star each, on either side of its tile.
  ///
  ///     odd run    * . * . *        even run   [? ?][? ?]
  @inline(__always)
  package static func whenTight(_ cells: UInt32) -> TightRuns {
    let even = evenOffsets(cells)
    let ends = cells & ~(cells &>> 1)
    let starts = cells & ~(cells &<< 1)
    var odd: UInt32 = 0
    var oddEnds = ends & even
    while oddEnds != 0 {
      let end = oddEnds & (0 &- oddEnds)
      oddEnds ^= end
      let upTo = (end &<< 1) &- 1
      let start = UInt32.bit(31 &- (starts & upTo).leadingZeroBitCount)
      odd |= upTo & ~(start &- 1)
    }
    return TightRuns(starred: odd & even, empty: odd & ~even, tiles: even & ~odd)
  }
}

/// What is fixed in a tight line; see `Runs.whenTight`.
package struct TightRuns {
  /// Positions that hold a star.
  package let starred: UInt32
  /// Positions between them, without a star.
  package let empty: UInt32
  /// The first positions of the tiles (this one and the next) that hold one star each.
  package let tiles: UInt32
}
