import CLanes
import StarBattle

/// What regions can and must put into the intervals of rows, or of columns: kept from board to
/// board.
///
/// A region's share is worked out again only when its unknown cells or its need differ from those
/// that its share was made of, whatever board they came from; so what is kept can never be out of
/// date.
///
/// Vectors have a lane for each first line `a` of an interval; tables have one vector for each last
/// line `b`, at `b * 32`.
///
/// - Complexity: O(side) vector steps of eight lines for each region, and O(height) for each that
///   differs.
struct IntervalSums {
  /// `.rows` or `.columns`.
  let base: Int

  /// `f(a, b)` of each region, at `region * 1024`.
  let held: UnsafeMutablePointer<UInt8>

  /// The steps of most and then of least that each region has added, at `region * 2048`.
  private let shares: UnsafeMutablePointer<UInt8>

  /// Steps of the sums over all regions, from one last line to the next.
  let mostSteps: UnsafeMutablePointer<UInt8>
  let leastSteps: UnsafeMutablePointer<UInt8>

  /// What each line of the region at hand can hold alone, and read as one with the line before, 64
  /// further.
  private let measure: UnsafeMutablePointer<UInt8>

  /// 0xFF in the lanes 1…b.
  let upTo: UnsafeMutablePointer<UInt8>

  /// What each region's share is made for; 0 for a region without a share.
  private let needs: UnsafeMutablePointer<UInt8>

  /// The unknown cells of each region when last looked at, at `region * 32 + line`.
  private let cells: UnsafeMutablePointer<UInt32>

  /// The lines in which these are.
  private let known: UnsafeMutablePointer<UInt32>

  /// The lines of each region that has a share.
  let lines: UnsafeMutablePointer<UInt32>

  /// The side of the last board.
  private var side = 0

  init(base: Int) {
    self.base = base
    held = .zeroes(32 * 1024 + 32 * 2048 + 3 * 1024 + 128 + 32)
    shares = held + 32 * 1024
    mostSteps = shares + 32 * 2048
    leastSteps = mostSteps + 1024
    upTo = leastSteps + 1024
    measure = upTo + 1024
    needs = measure + 128
    cells = .zeroes(32 * 32 + 2 * 32)
    known = cells + 1024
    lines = known + 32
    IntervalLanes.fillUpTo(upTo)
  }

  func deallocate() {
    held.deallocate()
    cells.deallocate()
  }

  /// Brings the sums up to date with a board.
  ///
  /// - Returns: The first region whose cells cannot hold what it needs, if there is one; the sums
  ///   then lack it and those behind it.
  @inline(__always)
  mutating func update(_ board: inout Board, _ layout: borrowing Layout) -> Int? {
    // A larger board has left regions behind that this one does not have, and cells of others in
    // lines that are not looked at.
    if side > layout.grid.side {
      for region in 0..<side { withdraw(region) }
    }
    side = layout.grid.side
    return board.withLines { boardLines, boardNeeds in
      let cellsOfLines = boardLines + base
      let (masks, needed) = (layout.masks + base, boardNeeds + .region(0))
      let changed =
        almanac_cells_changed(cells, cellsOfLines, masks, side, side)
        & almanac_needs_above(needed, 0) | almanac_bytes_changed(needed, needs, side)
      for region in SetBits(changed) {
        withdraw(region)
        let need = needed[region]
        if need == 0 { continue }
        // Where cells are now, and where some were.
        let span = layout.map.spans[region &* 2 &+ base &>> 5] | known[region]
        let (low, high) = (span.trailingZeroBitCount, 31 &- span.leadingZeroBitCount)
        let found = almanac_region_measure(
          cells + region &* 32, measure, measure + 64, cellsOfLines, masks + region &* 64, low,
          high)
        known[region] = found
        let table = held + region &* 1024
        guard hold(need, found, measure, table: table) else { return region }
        lines[region] = found
        needs[region] = need
        almanac_lanes_share(
          mostSteps, leastSteps, shares + region &* 2048, table, upTo, need,
          found.trailingZeroBitCount, 31 &- found.leadingZeroBitCount)
      }
      return nil
    }
  }

  /// Fills the table of a region that has been measured.
  ///
  /// - Returns: Whether its cells can hold what it needs.
  @inline(__always)
  private func hold(
    _ need: UInt8, _ lines: UInt32, _ measure: UnsafeMutablePointer<UInt8>,
    table: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    if lines == 0 { return false }
    let low = lines.trailingZeroBitCount
    let high = 31 &- lines.leadingZeroBitCount
    almanac_lanes_fill(table, measure, measure + 64, upTo, low, high)
    return table[high &* 32 &+ low] >= need
  }

  /// Makes steps, of most and then of least, of what all regions but some put into the intervals.
  ///
  /// - Parameters:
  ///   - others: The regions to leave out, a bit each.
  ///   - steps: 2 KiB.
  /// - Precondition: the sums are up to date, with all regions in them.
  func copySteps(withoutRegions others: UInt32, to steps: UnsafeMutablePointer<UInt8>) {
    // The one lies behind the other.
    steps.update(from: mostSteps, count: 2048)
    for region in SetBits(others) where needs[region] != 0 {
      almanac_lanes_withdraw(
        steps, steps + 1024, shares + region &* 2048, lines[region].trailingZeroBitCount,
        31 &- lines[region].leadingZeroBitCount)
    }
  }

  /// Takes a region out of the sums.
  @inline(__always)
  private func withdraw(_ region: Int) {
    if needs[region] == 0 { return }
    needs[region] = 0
    almanac_lanes_withdraw(
      mostSteps, leastSteps, shares + region &* 2048, lines[region].trailingZeroBitCount,
      31 &- lines[region].leadingZeroBitCount)
    lines[region] = 0
  }
}
