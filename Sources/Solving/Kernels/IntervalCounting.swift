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

  /// `f(a, b)` of each region at `region * 32 * 32 + b * 32 + a`; 32 KiB.
  private let held: UnsafeMutablePointer<UInt8>

  /// Differences of the sums of `most` and `least`, at `b * 32 + a`; 1 KiB each.
  private let mostSteps: UnsafeMutablePointer<UInt8>
  private let leastSteps: UnsafeMutablePointer<UInt8>

  /// Vectors of 32 lanes: sums of most, of least, of needs, flags, and what lies before `a`.
  private let lanes: UnsafeMutablePointer<UInt8>

  /// 0xFF in the lanes `a ≤ b`, at `b * 32 + a`; 1 KiB.
  private let upTo: UnsafeMutablePointer<UInt8>

  /// The lines in which each region has unknown cells.
  private let used: UnsafeMutablePointer<UInt32>

  /// Parts of regions whose number of stars the last `deduce` of rows, and of columns, has settled.
  private(set) var parts: [Part] = []

  /// The unknown cells of one region by line, with two empty lines in front.
  private let cells: UnsafeMutablePointer<UInt32>

  init() {
    func zeroes<Element>(_ count: Int, _ zero: Element) -> UnsafeMutablePointer<Element> {
      let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
      memory.initialize(repeating: zero, count: count)
      return memory
    }
    held = zeroes(32 * 32 * 32, 0)
    mostSteps = zeroes(32 * 32, 0)
    leastSteps = zeroes(32 * 32, 0)
    lanes = zeroes(5 * 32, 0)
    upTo = zeroes(32 * 32, 0)
    used = zeroes(32, 0)
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
    if base == 0 { parts.removeAll(keepingCapacity: true) }
    mostSteps.update(repeating: 0, count: (side + 1) * 32)
    leastSteps.update(repeating: 0, count: (side + 1) * 32)
    for region in 0..<side {
      let need = board.needs[unchecked: 64 &+ region]
      used[region] = 0
      if need == 0 { continue }
      guard addRegion(region, need: need, board, layout, base: base, by: measure) else {
        deductions.isContradiction = true
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
    let side = layout.grid.side
    let masks = layout.masks + (region &* 64 &+ base)
    var lines: UInt32 = 0
    for line in 1...side {
      let here = board.lines[unchecked: base &+ line] & masks[line]
      cells[line] = here
      if here != 0 { lines |= 1 &<< UInt32(line) }
    }
    used[region] = lines
    guard lines != 0 else { return false }
    let low = lines.trailingZeroBitCount
    let high = 31 &- lines.leadingZeroBitCount
    let table = held + region &* 1024

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
    for lane in 0...low { before[lane] = 0 }
    for lane in low &+ 1..<32 {
      before[lane] = lane &- 1 <= high ? table[(lane &- 1) &* 32 &+ low] : total[low]
    }

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

  /// A part of a region whose number of stars is known: its unknown cells in some rows or columns.
  struct Part: BitwiseCopyable {
    let region: Int
    let need: Int
    private let lines: UInt32
    private let isByRows: Bool

    init(region: Int, need: UInt8, lines: UInt32, base: Int) {
      self.region = region
      self.need = Int(need)
      self.lines = lines
      isByRows = base == 0
    }

    /// The cells of a row that may belong to the part.
    @inline(__always)
    func cells(in row: Int) -> UInt32 {
      isByRows ? 0 &- (lines &>> UInt32(row) & 1) : lines
    }
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
          if most[lane] < needs[lane] || least[lane] > needs[lane] {
            deductions.isContradiction = true
            return
          }
          conclude(
            board, layout, base: base, start: lane, end: end,
            isFull: most[lane] == needs[lane], isSpent: least[lane] == needs[lane],
            into: &deductions)
        }
      }
    }
  }

  /// Marks what a tight interval rules out.
  ///
  /// It is *full* when the regions can put no more inside than is needed, *spent* when they must put
  /// all of that inside.
  private mutating func conclude(
    _ board: borrowing Board, _ layout: borrowing Layout, base: Int, start: Int, end: Int,
    isFull: Bool, isSpent: Bool, into deductions: inout Deductions
  ) {
    let interval = (UInt32(2) &<< UInt32(end)) &- (1 &<< UInt32(start))
    for region in 0..<layout.grid.side {
      let lines = used[region]
      let outside = lines & ~interval
      let inside = lines & interval
      if inside == 0 || outside == 0 { continue }
      let need = board.needs[unchecked: 64 &+ region]
      if isFull {
        let most = capacity(of: region, lines, from: start, to: end)
        if most >= need {
          mark(region, in: outside, board, layout, base: base, into: &deductions)
        } else {
          split(region, inside, most, outside, need &- most, base)
        }
      }
      if isSpent {
        let elsewhere =
          capacity(of: region, lines, from: 1, to: start &- 1)
          &+ capacity(of: region, lines, from: end &+ 1, to: layout.grid.side)
        if elsewhere >= need {
          mark(region, in: inside, board, layout, base: base, into: &deductions)
        } else {
          split(region, inside, need &- elsewhere, outside, elsewhere, base)
        }
      }
    }
  }

  /// Takes note of how many stars a region has inside an interval and outside.
  @inline(__always)
  private mutating func split(
    _ region: Int, _ inside: UInt32, _ needInside: UInt8, _ outside: UInt32, _ needOutside: UInt8,
    _ base: Int
  ) {
    if needInside > 0 {
      parts.append(Part(region: region, need: needInside, lines: inside, base: base))
    }
    if needOutside > 0 {
      parts.append(Part(region: region, need: needOutside, lines: outside, base: base))
    }
  }

  /// `f` for any interval, from the table, which holds the region's own height.
  @inline(__always)
  private func capacity(of region: Int, _ lines: UInt32, from start: Int, to end: Int) -> UInt8 {
    let low = max(start, lines.trailingZeroBitCount)
    let high = min(end, 31 &- lines.leadingZeroBitCount)
    return low <= high ? held[region &* 1024 &+ high &* 32 &+ low] : 0
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
