import CLanes
import StarBattle

/// Counts stars in intervals of consecutive lines against what regions must and can put there, by
/// tiles (level 7).
///
/// For an interval of rows (or columns) `a...b`, every region `g` puts at most `most(g)` of its
/// stars inside: no more than it needs, nor than its cells inside can hold. And at least
/// `least(g)`: what it needs less what its cells before and behind the interval can hold. The lines
/// of the interval need `need` stars together. So when the regions' `most` add up to just `need`,
/// each region puts that many inside: one whose `most` is all it needs has no star outside. When
/// their `least` add up to just `need`, none puts more than its least inside: one whose least is 0
/// has no star inside.
///
/// What cells can hold is the strip bound on stars that do not touch. The same argument with "all
/// it needs, as soon as there is a cell" is plain counting (level 5): `PresenceCounting`.
///
/// All intervals with the same end are dealt with at once: a vector has a lane for each start `a`
/// (byte `a` of 32). The most that a region's rows `a...b` can hold obeys the strip recurrence
/// `f(a, b) = min(f(a, b − 1) + row b, f(a, b − 2) + rows b − 1 and b read as one)`, in which `a`
/// is only a passenger. Sums over regions are kept as differences from one `b` to the next, because
/// `most` and `least` of a region change only where it has cells.
///
/// - Complexity: O(Σ height of regions) vector steps and as many again where something is tight.
package struct IntervalCounting: ~Copyable {
  /// Of rows, and of columns.
  private let sums: UnsafeMutablePointer<IntervalSums>

  /// Where the sums of most, of least and of needs are compared.
  private let lanes = IntervalLanes()

  /// The tight intervals of rows, and of columns, that the last `deduce` of each has met.
  private(set) var tight: [LineInterval] = []

  /// Those of them by which it has found something.
  private(set) var telling: [LineInterval] = []

  /// Where the last `deduce` met a contradiction.
  private(set) var failure = CountingFailure.region(0)

  package init() {
    sums = .allocate(capacity: 2)
    sums.initialize(to: IntervalSums(base: .rows))
    (sums + 1).initialize(to: IntervalSums(base: .columns))
  }

  deinit {
    for index in 0..<2 { sums[index].deallocate() }
    sums.deallocate()
    lanes.deallocate()
  }

  @inline(__always)
  private func sums(_ base: Int) -> UnsafeMutablePointer<IntervalSums> { sums + base &>> 5 }

  /// Adds what counting in intervals of rows (`base` is `.rows`) or of columns shows.
  ///
  /// Unknown cells of lines that need no star, which are there where completing is left out, count
  /// as room: then it shows less, and nothing of those lines.
  package mutating func deduce(
    _ board: inout Board, _ layout: borrowing Layout, base: Int,
    into deductions: inout Deductions
  ) {
    if base == .rows {
      tight.removeAll(keepingCapacity: true)
      telling.removeAll(keepingCapacity: true)
    }
    let sums = sums(base)
    if let region = sums.pointee.update(&board, layout) {
      deductions.isContradiction = true
      failure = .region(region)
      return
    }
    compare(sums.pointee, &board, layout, into: &deductions)
  }

  /// Brings the sums up to date with a board, and concludes nothing: what is `tight` stays that of
  /// the last board counted, and goes with the sums where that is the same one.
  ///
  /// - Returns: The sums of rows and of columns; `nil` where a region cannot hold what it needs.
  func updatedSums(
    _ board: inout Board, _ layout: borrowing Layout
  ) -> UnsafePointer<IntervalSums>? {
    for index in 0..<2 where sums[index].update(&board, layout) != nil { return nil }
    return UnsafePointer(sums)
  }

  /// Finds the intervals whose sums are tight, and what follows.
  @inline(__always)
  private mutating func compare(
    _ sums: borrowing IntervalSums, _ board: inout Board, _ layout: borrowing Layout,
    into deductions: inout Deductions
  ) {
    // What an interval up to the last line says, the one before it says as well: see
    // `LineInterval`.
    let (base, most, least, upTo) = (sums.base, sums.mostSteps, sums.leastSteps, sums.upTo)
    let side = layout.grid.side
    let ends = board.withCounts { _, needs in
      lanes.compare(most: most, least: least, upTo: upTo, needs: needs + base, through: side &- 1)
    }
    for end in SetBits(ends) {
      for start in lanes.starts(endingAt: end) {
        let interval = lanes.interval(base: base, start, end)
        guard lanes.allows(interval) else {
          deductions.isContradiction = true
          failure = .interval(interval)
          return
        }
        tight.append(interval)
        if conclude(interval, &board, layout, into: &deductions) { telling.append(interval) }
      }
    }
  }

  /// Marks what a tight interval rules out.
  ///
  /// - Returns: Whether there is anything to mark.
  @discardableResult
  func conclude(
    _ interval: LineInterval, _ board: inout Board, _ layout: borrowing Layout,
    into deductions: inout Deductions
  ) -> Bool {
    var found = false
    for region in SetBits(regions(splitBy: interval, side: layout.grid.side)) {
      let lines = sums(interval.base).pointee.lines[region]
      let need = board.needs[unchecked: .region(region)]
      var emptied: UInt32 = 0
      if interval.isFull && most(of: region, inside: interval) >= need {
        emptied = lines & ~interval.lines
      }
      if interval.isSpent && most(of: region, outside: interval) >= need {
        emptied |= lines & interval.lines
      }
      for line in SetBits(emptied) {
        let number = interval.base &+ line
        // What is left of a line that has its stars is left to `Rule.complete`.
        if board.needs[unchecked: number] == 0 { continue }
        found = true
        deductions.mark(
          board.lines[unchecked: number] & layout.masks[region &* 64 &+ number], in: number)
      }
    }
    return found
  }

  /// The regions that have cells both inside an interval and outside, a bit each.
  @inline(__always)
  func regions(splitBy interval: LineInterval, side: Int) -> UInt32 {
    almanac_masks_split(sums(interval.base).pointee.lines, interval.lines, side)
  }

  /// A part of a region whose number of stars a tight interval fixes; `nil` where it leaves that
  /// part open, and where the other part has none: that it is empty is what counting shows.
  ///
  /// Parts 0 and 1 are what a full interval has of the region inside and outside, 2 and 3 what a
  /// spent one has. A part is given by its lines and the number of its stars, at least 1.
  ///
  /// - Precondition: the interval splits the region.
  @inline(__always)
  func part(
    _ index: Int, of region: Int, _ interval: LineInterval, need: Int
  ) -> (lines: UInt32, need: Int)? {
    guard index < 2 ? interval.isFull : interval.isSpent else { return nil }
    let lines = sums(interval.base).pointee.lines[region]
    let stars =
      index < 2
      ? Int(most(of: region, inside: interval)) : need &- Int(most(of: region, outside: interval))
    guard stars < need, stars > 0 else { return nil }
    return index & 1 == 0
      ? (lines & interval.lines, stars) : (lines & ~interval.lines, need &- stars)
  }

  /// The regions whose quotas an interval's sums rest on.
  ///
  /// Of a full one those that reach into it; of a spent one those that must put stars inside.
  func regions(of interval: LineInterval, _ board: inout Board, side: Int) -> [Int] {
    var regions: [Int] = []
    for region in 0..<side {
      let need = board.needs[.region(region)]
      let lines = sums(interval.base).pointee.lines[region]
      if need == 0 || lines & interval.lines == 0 { continue }
      if interval.isFull || most(of: region, outside: interval) < need { regions.append(region) }
    }
    return regions
  }

  @inline(__always)
  private func most(of region: Int, inside interval: LineInterval) -> UInt8 {
    capacity(of: region, base: interval.base, from: interval.start, to: interval.end)
  }

  @inline(__always)
  private func most(of region: Int, outside interval: LineInterval) -> UInt8 {
    capacity(of: region, base: interval.base, from: 1, to: interval.start &- 1)
      &+ capacity(of: region, base: interval.base, from: interval.end &+ 1, to: 31)
  }

  /// `f` for any interval, from the table, which holds the region's own height.
  @inline(__always)
  private func capacity(of region: Int, base: Int, from start: Int, to end: Int) -> UInt8 {
    let sums = sums(base)
    let lines = sums.pointee.lines[region]
    let low = max(start, lines.trailingZeroBitCount)
    let high = min(end, 31 &- lines.leadingZeroBitCount)
    return low <= high ? sums.pointee.held[region &* 1024 &+ high &* 32 &+ low] : 0
  }
}
