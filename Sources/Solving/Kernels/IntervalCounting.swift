import StarBattle

/// Counts stars in intervals of consecutive lines against what regions must and can put there.
///
/// For an interval of rows (or columns) `a...b`, every region `g` puts at most `most(g)` of its stars
/// inside: no more than it needs, nor than its cells inside can hold. And at least `least(g)`: what it
/// needs less what its cells before and behind the interval can hold. The lines of the interval need
/// `need` stars together. So when the regions' `most` add up to just `need`, each region puts that many
/// inside: one whose `most` is all it needs has no star outside. When their `least` add up to
/// just `need`, none puts more than its least inside: one whose least is 0 has no star inside.
///
/// What cells can hold is measured in one of two ways (`Measure`); the argument is the same.
///
/// All intervals with the same end are dealt with at once: a vector has a lane for each start `a`
/// (byte `a` of 32). The most that a region's rows `a...b` can hold obeys the strip recurrence
/// `f(a, b) = min(f(a, b − 1) + row b, f(a, b − 2) + rows b − 1 and b read as one)`, in which `a` is only a
/// passenger. Sums over regions are kept as differences from one `b` to the next, because `most` and
/// `least` of a region change only where it has cells.
///
/// - Complexity: O(Σ height of regions) vector steps and as many again where something is tight.
struct IntervalCounting: ~Copyable {
  /// How much the cells of a region in an interval are taken to hold.
  enum Measure {
    /// All the region needs as soon as there is one cell: plain counting (level 5).
    case presence
    /// The strip bound on stars that do not touch: counting with tiles (level 7).
    case tiles
  }

  /// An interval of lines whose sums are tight.
  struct Interval: BitwiseCopyable {
    /// 0 for rows, 32 for columns.
    let base: Int
    /// The first and the last line, without the base: 1…side.
    let start: Int
    let end: Int
    /// The regions can put no more inside than is needed.
    let isFull: Bool
    /// The regions must put inside all that is needed.
    let isSpent: Bool

    /// Its lines, a bit each.
    var lines: UInt32 { (UInt32(2) &<< UInt32(end)) &- (1 &<< UInt32(start)) }
  }

  /// `f(a, b)` of each region at `base * 1024 + region * 1024 + b * 32 + a`; 32 KiB each for rows and columns.
  private let held: UnsafeMutablePointer<UInt8>

  /// Differences of the sums of `most` and `least`, at `b * 32 + a`; 1 KiB each.
  private let mostSteps: UnsafeMutablePointer<UInt8>
  private let leastSteps: UnsafeMutablePointer<UInt8>

  /// Vectors of 32 lanes: sums of most, of least, of needs, flags, and what lies before `a`.
  private let lanes: UnsafeMutablePointer<UInt8>

  /// 0xFF in the lanes `a ≤ b`, at `b * 32 + a`; 1 KiB.
  private let upTo: UnsafeMutablePointer<UInt8>

  /// The rows in which each region has unknown cells; from 32 on, the columns.
  private let used: UnsafeMutablePointer<UInt32>

  /// The tight intervals of rows, and of columns, that the last `deduce` of each has met.
  private(set) var tight: [Interval] = []

  /// Where the last `deduce` met a contradiction: the interval, or the region that cannot hold its stars.
  private(set) var failure: (interval: Interval?, region: Int) = (nil, 0)

  /// The unknown cells of one region by line, with two empty lines in front.
  private let cells: UnsafeMutablePointer<UInt32>

  init() {
    func zeroes<Element>(_ count: Int, _ zero: Element) -> UnsafeMutablePointer<Element> {
      let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
      memory.initialize(repeating: zero, count: count)
      return memory
    }
    held = zeroes(2 * 32 * 32 * 32, 0)
    mostSteps = zeroes(32 * 32, 0)
    leastSteps = zeroes(32 * 32, 0)
    lanes = zeroes(5 * 32, 0)
    upTo = zeroes(32 * 32, 0)
    used = zeroes(64, 0)
    cells = zeroes(34, 0)
    for end in 0..<32 {
      for start in 0...end { upTo[end * 32 + start] = 0xFF }
    }
  }

  deinit {
    held.deallocate()
    mostSteps.deallocate()
    leastSteps.deallocate()
    lanes.deallocate()
    upTo.deallocate()
    used.deallocate()
    cells.deallocate()
  }

  /// Adds what counting in intervals of rows (`base` 0) or columns (`base` 32) shows.
  mutating func deduce(
    _ board: borrowing Board, _ layout: borrowing Layout, base: Int, by measure: Measure,
    into deductions: inout Deductions
  ) {
    let side = layout.grid.side
    if base == 0 { tight.removeAll(keepingCapacity: true) }
    mostSteps.update(repeating: 0, count: (side + 1) * 32)
    leastSteps.update(repeating: 0, count: (side + 1) * 32)
    for region in 0..<side {
      let need = board.needs[unchecked: 64 &+ region]
      used[base &+ region] = 0
      if need == 0 { continue }
      guard addRegion(region, need: need, board, layout, base: base, by: measure) else {
        deductions.isContradiction = true
        failure = (nil, region)
        return
      }
    }
    compareSums(board, layout, base: base, into: &deductions)
  }

  /// Enters one region into the sums.
  ///
  /// - Returns: Whether its cells can hold what it needs.
  @inline(__always)
  private mutating func addRegion(
    _ region: Int, need: UInt8, _ board: borrowing Board, _ layout: borrowing Layout, base: Int,
    by measure: Measure
  ) -> Bool {
    let masks = layout.masks + (region &* 64 &+ base)
    let span = layout.spans[region &* 2 &+ base &>> 5]
    var lines: UInt32 = 0
    for line in span.trailingZeroBitCount...31 &- span.leadingZeroBitCount {
      let here = board.lines[unchecked: base &+ line] & masks[line]
      cells[line] = here
      if here != 0 { lines |= 1 &<< UInt32(line) }
    }
    used[base &+ region] = lines
    guard lines != 0 else { return false }
    let low = lines.trailingZeroBitCount
    let high = 31 &- lines.leadingZeroBitCount
    let table = held + (base &+ region) &* 1024

    // f(a, low − 1) and f(a, low − 2) are 0.
    let zero = upTo  // lane vector of `b = 0`: all lanes but lane 0 are 0, and lane 0 is not used
    for end in low...high {
      let alone: UInt8
      let paired: UInt8
      switch measure {
      case .presence:
        alone = cells[end] != 0 ? need : 0
        paired = end > low && (cells[end] | cells[end &- 1]) != 0 ? need : alone
      case .tiles:
        alone = UInt8(truncatingIfNeeded: Runs.capacity(cells[end]))
        paired =
          end > low
          ? UInt8(truncatingIfNeeded: Runs.capacity(cells[end] | cells[end &- 1])) : alone
      }
      let now = table + end &* 32
      let one = end > low ? table + (end &- 1) &* 32 : zero
      let two = end > low &+ 1 ? table + (end &- 2) &* 32 : zero
      let mask = upTo + end &* 32
      for lane in 0..<32 {
        now[lane] = min(one[lane] &+ alone, two[lane] &+ paired) & mask[lane]
      }
    }

    let total = table + high &* 32
    guard total[low] >= need else { return false }

    // What the region's lines before `a` can hold: f(low, a − 1).
    let before = lanes + 4 &* 32
    let all = total[low]
    let upToLow = upTo + low &* 32
    for lane in 0..<32 { before[lane] = all & ~upToLow[lane] }
    for end in low..<high { before[end &+ 1] = table[end &* 32 &+ low] }

    var earlierLeast: UInt8 = 0
    for end in low...high {
      let behind = end < high ? total[end &+ 1] : 0
      let least = need > behind ? need &- behind : 0
      let now = table + end &* 32
      let one = end > low ? table + (end &- 1) &* 32 : zero
      let mostStep = mostSteps + end &* 32
      let leastStep = leastSteps + end &* 32
      for lane in 0..<32 {
        mostStep[lane] = mostStep[lane] &+ (min(need, now[lane]) &- min(need, one[lane]))
        leastStep[lane] =
          leastStep[lane]
          &+ (max(least, before[lane]) &- max(earlierLeast, before[lane]))
      }
      earlierLeast = least
    }
    return true
  }

  /// Finds the intervals whose sums are tight, and what follows.
  @inline(__always)
  private mutating func compareSums(
    _ board: borrowing Board, _ layout: borrowing Layout, base: Int,
    into deductions: inout Deductions
  ) {
    let side = layout.grid.side
    let most = lanes
    let least = lanes + 32
    let needs = lanes + 64
    let flags = lanes + 96
    lanes.update(repeating: 0, count: 96)
    for end in 1...side {
      let mostStep = mostSteps + end &* 32
      let leastStep = leastSteps + end &* 32
      let mask = upTo + end &* 32
      let need = board.needs[unchecked: base &+ end]
      for lane in 0..<32 {
        let sum = needs[lane] &+ (need & mask[lane])
        needs[lane] = sum
        let upper = most[lane] &+ mostStep[lane]
        most[lane] = upper
        let lower = least[lane] &+ leastStep[lane]
        least[lane] = lower
        let tight: UInt8 = (upper <= sum ? 1 : 0) | (lower >= sum ? 1 : 0)
        flags[lane] = sum != 0 ? tight & mask[lane] : 0
      }
      flags[0] = 0
      for word in 0..<4 {
        var set = UnsafeRawPointer(flags).load(fromByteOffset: word &* 8, as: UInt64.self)
        while set != 0 {
          let lane = word &* 8 &+ set.trailingZeroBitCount &>> 3
          set &= set &- 1
          let interval = Interval(
            base: base, start: lane, end: end, isFull: most[lane] <= needs[lane],
            isSpent: least[lane] >= needs[lane])
          if most[lane] < needs[lane] || least[lane] > needs[lane] {
            deductions.isContradiction = true
            failure = (interval, 0)
            return
          }
          tight.append(interval)
          conclude(interval, board, layout, into: &deductions)
        }
      }
    }
  }

  /// Marks what a tight interval rules out.
  func conclude(
    _ interval: Interval, _ board: borrowing Board, _ layout: borrowing Layout,
    into deductions: inout Deductions
  ) {
    for region in 0..<layout.grid.side {
      let lines = used[interval.base &+ region]
      let outside = lines & ~interval.lines
      let inside = lines & interval.lines
      if inside == 0 || outside == 0 { continue }
      let need = board.needs[unchecked: 64 &+ region]
      if interval.isFull && most(of: region, inside: interval) >= need {
        mark(region, in: outside, board, layout, base: interval.base, into: &deductions)
      }
      if interval.isSpent && most(of: region, outside: interval) >= need {
        mark(region, in: inside, board, layout, base: interval.base, into: &deductions)
      }
    }
  }

  /// A part of a region whose number of stars a tight interval settles, if it settles this one.
  ///
  /// Parts 0 and 1 are what a full interval has of the region inside and outside, 2 and 3 what a spent one has.
  /// A part is given by its lines and the number of its stars, at least 1.
  @inline(__always)
  func part(
    _ index: Int, of region: Int, _ interval: Interval, need: Int
  ) -> (lines: UInt32, need: Int)? {
    let lines = used[interval.base &+ region]
    let outside = lines & ~interval.lines
    let inside = lines & interval.lines
    guard inside != 0, outside != 0, index < 2 ? interval.isFull : interval.isSpent else {
      return nil
    }
    let stars =
      index < 2
      ? Int(most(of: region, inside: interval)) : need &- Int(most(of: region, outside: interval))
    guard stars < need, stars > 0 || index & 1 == 1 else { return nil }
    return index & 1 == 0 ? (inside, stars) : (outside, need &- max(0, stars))
  }

  /// The regions whose quotas an interval's sums rest on.
  ///
  /// Of a full one those that reach into it; of a spent one those that must put stars inside.
  func regions(of interval: Interval, _ board: borrowing Board, side: Int) -> [Int] {
    var regions: [Int] = []
    for region in 0..<side {
      let need = board.needs[64 + region]
      let lines = used[interval.base + region]
      if need == 0 || lines & interval.lines == 0 { continue }
      if interval.isFull || most(of: region, outside: interval) < need { regions.append(region) }
    }
    return regions
  }

  @inline(__always)
  private func most(of region: Int, inside interval: Interval) -> UInt8 {
    capacity(of: region, base: interval.base, from: interval.start, to: interval.end)
  }

  @inline(__always)
  private func most(of region: Int, outside interval: Interval) -> UInt8 {
    capacity(of: region, base: interval.base, from: 1, to: interval.start &- 1)
      &+ capacity(of: region, base: interval.base, from: interval.end &+ 1, to: 31)
  }

  /// `f` for any interval, from the table, which holds the region's own height.
  @inline(__always)
  private func capacity(of region: Int, base: Int, from start: Int, to end: Int) -> UInt8 {
    let lines = used[base &+ region]
    let low = max(start, lines.trailingZeroBitCount)
    let high = min(end, 31 &- lines.leadingZeroBitCount)
    return low <= high ? held[(base &+ region) &* 1024 &+ high &* 32 &+ low] : 0
  }

  @inline(__always)
  private func mark(
    _ region: Int, in lines: UInt32, _ board: borrowing Board, _ layout: borrowing Layout,
    base: Int, into deductions: inout Deductions
  ) {
    for line in SetBits(lines) {
      deductions.mark(
        board.lines[unchecked: base &+ line] & layout.masks[region &* 64 &+ base &+ line],
        in: base &+ line)
    }
  }
}
