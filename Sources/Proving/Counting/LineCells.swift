/// Cells of one line, one bit a place, read as runs of neighbours.
///
/// No two neighbours are stars, so a run of length *n* holds at most ⌈n / 2⌉ of them. A run of odd
/// length that holds so many holds them in its first, third, … and last cell; one of even length
/// holds one in its first two cells, one in the next two, and so on.
package enum LineCells {
  /// The first, third, fifth … cell of every run.
  @inline(__always)
  package static func alternate(_ cells: UInt32) -> UInt32 {
    let evens: UInt32 = 0x5555_5555
    let starts = cells & ~(cells << 1)
    // A carry that enters a run at its start leaves it behind its end, and clears it on its way.
    let inRunsFromEven = cells & ~(cells &+ (starts & evens))
    return (inRunsFromEven & evens) | (cells & ~inRunsFromEven & ~evens)
  }

  /// The most stars that fit.
  @inline(__always)
  package static func capacity(_ cells: UInt32) -> Int { alternate(cells).nonzeroBitCount }

  /// Each cell and its neighbours in the line.
  @inline(__always)
  package static func widened(_ cells: UInt32) -> UInt32 { cells | cells << 1 | cells >> 1 }

  /// The cells of the runs of odd length.
  package static func oddRuns(_ cells: UInt32) -> UInt32 {
    var found: UInt32 = 0
    // Only a run of odd length ends in one of the alternate cells.
    var ends = alternate(cells) & ~(cells >> 1)
    while ends != 0 {
      let end = ends.trailingZeroBitCount
      ends &= ends &- 1
      let gapsBelow = ~cells & ((1 << UInt32(end)) &- 1)
      let start = 32 &- gapsBelow.leadingZeroBitCount
      found |= (2 << UInt32(end)) &- (1 << UInt32(start))
    }
    return found
  }
}
