import CLanes
import StarBattle

/// Plain counting in intervals of consecutive lines (level 5): all intervals in few steps.
///
/// For an interval of rows (or columns) `a...b`, a region with an unknown cell inside may put all
/// the stars it needs there, and one with all its unknown cells inside must. So the needs of the
/// regions that *touch* the interval add up to no less than the needs of its lines, and the needs
/// of those it *contains* to no more. Where the first are equal, the touching regions have no star
/// outside; where the second are, no other region has one inside. `IntervalCounting` says the same
/// of what regions can hold.
///
/// A vector has a lane for each start `a` (byte `a` of 32), and the sums go from one end `b` to the
/// next: a region touches for the first time at `b` the intervals that start behind its last line
/// before `b`, and is contained for the first time at its last line, by those that start up to its
/// first.
///
/// - Complexity: O(Σ height of regions) vector steps.
package struct PresenceCounting: ~Copyable {
  /// What each end adds to the sums of touching regions, at `b * 32 + a`, and of contained ones, 1
  /// KiB further; of rows, and then of columns.
  private let steps: UnsafeMutablePointer<UInt8>

  /// The lines and needs of the regions that are in the steps, kept from board to board.
  private let entered: UnsafeMutablePointer<UInt32>
  private let enteredNeeds: UnsafeMutablePointer<UInt8>

  /// The number of regions that can be in the steps: that of the last board, or of a larger one
  /// before it.
  private var count = 0

  /// 0xFF in the lanes `a ≤ b`, at `b * 32 + a`; 1 KiB.
  private let upTo: UnsafeMutablePointer<UInt8>

  /// Where the sums of touching regions, of contained ones and of lines are compared.
  private let lanes = IntervalLanes()

  /// The rows in which each region has unknown cells; from `.columns` on, the columns.
  private let used: UnsafeMutablePointer<UInt32>

  /// The tight intervals by which the last `deduce` has found something, of rows and then of
  /// columns.
  private(set) var tight: [LineInterval] = []

  /// Where the last `deduce` met a contradiction.
  private(set) var failure = CountingFailure.region(0)

  package init() {
    steps = .zeroes(4 * 32 * 32)
    entered = .zeroes(64)
    enteredNeeds = .zeroes(64)
    upTo = .zeroes(32 * 32)
    used = .zeroes(64)
    IntervalLanes.fillUpTo(upTo)
  }

  deinit {
    steps.deallocate()
    entered.deallocate()
    enteredNeeds.deallocate()
    upTo.deallocate()
    lanes.deallocate()
    used.deallocate()
  }

  /// Adds what counting in all intervals of rows and columns shows.
  ///
  /// Changes nothing of the board; see `RuleEngine.tile` for why it is `inout`.
  ///
  /// Unknown cells of lines that need no star, which are there where completing is left out, only
  /// hide what could be shown; nothing is shown of those lines.
  package mutating func deduce(
    _ board: inout Board, _ layout: borrowing Layout, into deductions: inout Deductions
  ) {
    tight.removeAll(keepingCapacity: true)
    let side = layout.grid.side
    let count = max(side, count)
    for region in side..<count {
      used[region] = 0
      used[.columns &+ region] = 0
    }
    let empty = board.withLines { lines, needs in
      var empty: UInt32 = 0
      for region in 0..<side {
        let span = layout.rows(of: region)
        var columns: UInt32 = 0
        let rows = almanac_region_rows(
          &columns, lines, layout.masks + region &* 64, span.lowerBound, span.upperBound)
        // Without branches, since which regions have their stars is hard to foresee.
        let open: UInt32 = needs[.region(region)] == 0 ? 0 : ~0
        used[region] = rows & open
        used[.columns &+ region] = columns & open
        empty |= open & .bit(region, if: rows == 0)
      }
      return empty
    }
    self.count = count
    if empty != 0 {
      deductions.isContradiction = true
      failure = .region(empty.trailingZeroBitCount)
      return
    }
    compareSums(&board, layout, base: .rows, into: &deductions)
    if deductions.isContradiction { return }
    compareSums(&board, layout, base: .columns, into: &deductions)
    self.count = side
  }

  /// Finds the intervals whose sums are tight, and what follows.
  @inline(__always)
  private mutating func compareSums(
    _ board: inout Board, _ layout: borrowing Layout, base: Int,
    into deductions: inout Deductions
  ) {
    let side = layout.grid.side
    enterRegions(&board, base: base)
    let steps = steps + base &* 64
    // What an interval up to the last line says, the one before it says as well: see
    // `LineInterval`.
    let ends = board.withCounts { _, needs in
      lanes.compare(
        most: steps, least: steps + 1024, upTo: upTo, needs: needs + base, through: side &- 1)
    }
    for end in SetBits(ends) {
      for start in lanes.starts(endingAt: end) {
        let interval = lanes.interval(base: base, start, end)
        guard lanes.allows(interval) else {
          deductions.isContradiction = true
          failure = .interval(interval)
          return
        }
        if conclude(interval, &board, layout, into: &deductions) { tight.append(interval) }
      }
    }
  }

  /// Brings what regions add to the steps up to date.
  @inline(__always)
  private func enterRegions(_ board: inout Board, base: Int) {
    board.withCounts { _, needs in
      let changed = almanac_regions_changed(
        used + base, entered + base, needs + .region(0), enteredNeeds + base, count)
      for region in SetBits(changed) {
        let index = base &+ region
        let need = needs[.region(region)]
        // Steps are sums modulo 256.
        enter(entered[index], 0 &- enteredNeeds[index], base: base)
        enter(used[index], need, base: base)
        entered[index] = used[index]
        enteredNeeds[index] = need
      }
    }
  }

  /// Enters a region's need where its intervals begin to touch and to contain it.
  @inline(__always)
  private func enter(_ lines: UInt32, _ need: UInt8, base: Int) {
    if lines == 0 { return }
    let steps = steps + base &* 64
    almanac_lanes_enter(steps, steps + 1024, upTo, need, lines)
  }

  /// Marks what a tight interval rules out.
  ///
  /// - Returns: Whether there is anything to mark.
  @discardableResult
  func conclude(
    _ interval: LineInterval, _ board: inout Board, _ layout: borrowing Layout,
    into deductions: inout Deductions
  ) -> Bool {
    let base = interval.base
    var found = false
    for region in SetBits(almanac_masks_split(used + base, interval.lines, layout.grid.side)) {
      let outside = used[base &+ region] & ~interval.lines
      let inside = used[base &+ region] & interval.lines
      for line in SetBits((interval.isFull ? outside : 0) | (interval.isSpent ? inside : 0)) {
        // What is left of a line that has its stars is left to `Rule.complete`.
        if board.needs[unchecked: base &+ line] == 0 { continue }
        deductions.mark(
          board.lines[unchecked: base &+ line] & layout.masks[region &* 64 &+ base &+ line],
          in: base &+ line)
        found = true
      }
    }
    return found
  }

  /// The regions whose quotas an interval's sums rest on.
  ///
  /// Of a full one those that touch it; of a spent one those that it contains.
  func regions(of interval: LineInterval, side: Int) -> [Int] {
    (0..<side).filter { region in
      let lines = used[interval.base + region]
      return lines & interval.lines != 0 && (interval.isFull || lines & ~interval.lines == 0)
    }
  }
}
