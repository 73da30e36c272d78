import CLanes
import StarBattle

/// What regions can and must put into the intervals of rows, or of columns: kept from board to board.
///
/// A region's share is worked out again only when its unknown cells or its need differ from those that
/// its share was made of, whatever board they came from; so what is kept can never be out of date.
///
/// Vectors have a lane for each first line `a` of an interval; tables have one vector for each last line `b`,
/// at `b * 32`.
///
/// - Complexity: O(height) vector steps for each region that differs.
struct IntervalSums {
  /// 0 for rows, 32 for columns.
  let base: Int

  /// `f(a, b)` of each region, at `region * 1024`.
  let held: UnsafeMutablePointer<UInt8>

  /// The steps of most and then of least that each region has added, at `region * 2048`.
  private let shares: UnsafeMutablePointer<UInt8>

  /// Steps of the sums over all regions, from one last line to the next.
  let mostSteps: UnsafeMutablePointer<UInt8>
  let leastSteps: UnsafeMutablePointer<UInt8>

  /// The same for a board that is only tried, with a table for one of its regions.
  private let trialMost: UnsafeMutablePointer<UInt8>
  private let trialLeast: UnsafeMutablePointer<UInt8>
  private let trialHeld: UnsafeMutablePointer<UInt8>

  /// What each line of the region at hand can hold alone, and read as one with the line before.
  private let alone: UnsafeMutablePointer<UInt8>
  private let paired: UnsafeMutablePointer<UInt8>

  /// What the lines of a tried board need.
  private let lineNeeds: UnsafeMutablePointer<UInt8>

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

  /// The unknown cells of a region of a tried board.
  private let trialCells: UnsafeMutablePointer<UInt32>

  init(base: Int) {
    func zeroes<Element>(_ count: Int, _ zero: Element) -> UnsafeMutablePointer<Element> {
      let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
      memory.initialize(repeating: zero, count: count)
      return memory
    }
    self.base = base
    held = zeroes(32 * 1024, 0)
    shares = zeroes(32 * 2048, 0)
    mostSteps = zeroes(7 * 1024, 0)
    leastSteps = mostSteps + 1024
    trialMost = mostSteps + 2048
    trialLeast = mostSteps + 3072
    trialHeld = mostSteps + 4096
    upTo = mostSteps + 5120
    alone = mostSteps + 6144
    paired = alone + 32
    lineNeeds = alone + 64
    needs = alone + 96
    cells = zeroes(32 * 32 + 3 * 32, 0)
    known = cells + 1024
    lines = known + 32
    trialCells = lines + 32
    for end in 0..<32 {
      for start in 1..<32 where start <= end { upTo[end * 32 + start] = 0xFF }
    }
  }

  func deallocate() {
    held.deallocate()
    shares.deallocate()
    mostSteps.deallocate()
    cells.deallocate()
  }

  /// Brings the sums up to date with a board.
  ///
  /// - Returns: The first region whose cells cannot hold what it needs, if there is one; the sums then lack it and
  ///   those behind it.
  @inline(__always)
  mutating func update(_ board: borrowing Board, _ layout: borrowing Layout) -> Int? {
    // A larger board has left regions behind that this one does not have.
    while side > layout.grid.side {
      side &-= 1
      withdraw(side)
    }
    side = layout.grid.side
    for region in 0..<layout.grid.side {
      let need = board.needs[unchecked: 64 &+ region]
      if need == 0 {
        withdraw(region)
        continue
      }
      let masks = layout.masks + (region &* 64 &+ base)
      let mine = cells + region &* 32
      // Where cells are now, and where some were.
      let span = layout.spans[region &* 2 &+ base &>> 5] | known[region]
      var found: UInt32 = 0
      var difference: UInt32 = 0
      for line in span.trailingZeroBitCount...31 &- span.leadingZeroBitCount {
        let here = board.lines[unchecked: base &+ line] & masks[line]
        difference |= here ^ mine[line]
        mine[line] = here
        found |= (here != 0 ? 1 : 0) &<< UInt32(line)
      }
      known[region] = found
      if difference == 0 && needs[region] == need { continue }
      withdraw(region)
      let table = held + region &* 1024
      guard hold(need, in: mine, found, table: table) else { return region }
      lines[region] = found
      needs[region] = need
      almanac_lanes_share(
        mostSteps, leastSteps, shares + region &* 2048, table, upTo, need,
        found.trailingZeroBitCount, 31 &- found.leadingZeroBitCount)
    }
    return nil
  }

  /// Whether some interval of a board with fewer unknown cells can hold less than it needs, or must hold more.
  ///
  /// What is kept stays as it is.
  ///
  /// - Parameters:
  ///   - board: A board that differs from the last one updated to.
  ///   - layout: The layout of both.
  ///   - regions: The regions in which they differ.
  /// - Returns: Whether the board cannot be completed.
  @inline(__always)
  func isOverdrawn(
    by board: borrowing Board, _ layout: borrowing Layout, in regions: UInt32
  ) -> Bool {
    let side = layout.grid.side
    trialMost.update(from: mostSteps, count: (side &+ 1) &* 32)
    trialLeast.update(from: leastSteps, count: (side &+ 1) &* 32)
    for region in SetBits(regions) {
      let known = self.known[region]
      if needs[region] != 0 {
        almanac_lanes_withdraw(
          trialMost, trialLeast, shares + region &* 2048, lines[region].trailingZeroBitCount,
          31 &- lines[region].leadingZeroBitCount)
      }
      let need = board.needs[unchecked: 64 &+ region]
      if need == 0 { continue }
      if known == 0 { return true }
      let masks = layout.masks + (region &* 64 &+ base)
      var found: UInt32 = 0
      for line in known.trailingZeroBitCount...31 &- known.leadingZeroBitCount {
        let here = board.lines[unchecked: base &+ line] & masks[line]
        trialCells[line] = here
        found |= (here != 0 ? 1 : 0) &<< UInt32(line)
      }
      guard hold(need, in: trialCells, found, table: trialHeld) else { return true }
      almanac_lanes_share(
        trialMost, trialLeast, nil, trialHeld, upTo, need, found.trailingZeroBitCount,
        31 &- found.leadingZeroBitCount)
    }
    for line in 1...side { lineNeeds[line] = board.needs[unchecked: base &+ line] }
    return almanac_lanes_overdrawn(trialMost, trialLeast, upTo, lineNeeds, side)
  }

  /// Fills the table of one region.
  ///
  /// - Returns: Whether its cells can hold what it needs.
  @inline(__always)
  private func hold(
    _ need: UInt8, in cells: UnsafeMutablePointer<UInt32>, _ lines: UInt32,
    table: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    if lines == 0 { return false }
    let low = lines.trailingZeroBitCount
    let high = 31 &- lines.leadingZeroBitCount
    var before: UInt32 = 0
    for line in low...high {
      let here = cells[line]
      alone[line] = UInt8(truncatingIfNeeded: Runs.capacity(here))
      paired[line] = UInt8(truncatingIfNeeded: Runs.capacity(here | before))
      before = here
    }
    almanac_lanes_fill(table, alone, paired, upTo, low, high)
    return table[high &* 32 &+ low] >= need
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
