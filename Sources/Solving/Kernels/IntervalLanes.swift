import CLanes

/// The sums over all intervals of lines with one last line, set beside each other and compared.
///
/// A lane for each first line `a` (byte `a` of 32). The sums go from one last line to the next by
/// steps, which `PresenceCounting` and `IntervalSums` keep: tables with one vector for each last
/// line `b`, at `b * 32`.
struct IntervalLanes {
  /// Sums of most, of least and of needs up to a last line, and where they are tight; 4 vectors.
  private let sums: UnsafeMutablePointer<UInt8>

  init() { sums = .zeroes(4 * 32) }

  func deallocate() { sums.deallocate() }

  /// Begins before the first line.
  @inline(__always)
  func reset() { sums.update(repeating: 0, count: 96) }

  /// Goes on to the intervals that end with the next line.
  ///
  /// - Parameters:
  ///   - mostSteps: What the line adds to the most that regions can put inside.
  ///   - leastSteps: What it adds to the least that they must.
  ///   - upTo: 0xFF in the lanes of the intervals that end there.
  ///   - need: The stars that the line needs.
  /// - Returns: Whether some interval is tight: the most or the least is just what its lines need.
  @inline(__always)
  func add(
    most mostSteps: UnsafePointer<UInt8>, least leastSteps: UnsafePointer<UInt8>,
    upTo: UnsafePointer<UInt8>, need: UInt8
  ) -> Bool {
    almanac_lanes_compare(sums, mostSteps, leastSteps, upTo, need)
  }

  /// The tight intervals, and those that fail, with a last line that has just been added.
  @inline(__always)
  func tight(base: Int, end: Int) -> TightIntervals {
    TightIntervals(sums: sums, base: base, end: end)
  }

  /// Whether the stars that an interval needs can be in it: no more than the most, and no fewer
  /// than the least.
  @inline(__always)
  func allows(_ interval: LineInterval) -> Bool {
    let need = sums[64 &+ interval.start]
    return sums[interval.start] >= need && sums[32 &+ interval.start] <= need
  }

  /// Adds stars that may all be in any of some lines: an interval can have them from the first of
  /// these lines that it reaches, and must have them once it holds all.
  ///
  /// - Parameters:
  ///   - need: The stars, as a number modulo 256.
  ///   - lines: The lines, a bit each, one or more.
  ///   - mostSteps: The steps of the most that intervals can have.
  ///   - leastSteps: The steps of the least that they must.
  ///   - upTo: The table of `fillUpTo`.
  @inline(__always)
  static func enter(
    _ need: UInt8, anywhereIn lines: UInt32, most mostSteps: UnsafeMutablePointer<UInt8>,
    least leastSteps: UnsafeMutablePointer<UInt8>, upTo: UnsafePointer<UInt8>
  ) {
    let first = upTo + lines.trailingZeroBitCount &* 32
    var rest = lines
    var before = upTo
    var end = 0
    while rest != 0 {
      end = rest.trailingZeroBitCount &* 32
      rest &= rest &- 1
      almanac_lanes_add_between(mostSteps + end, need, upTo + end, before)
      before = upTo + end
    }
    almanac_lanes_add_between(leastSteps + end, need, first, upTo)
  }

  /// Fills a table of vectors with 0xFF in the lanes 1…b.
  ///
  /// - Parameter table: 1 KiB of zeroes.
  static func fillUpTo(_ table: UnsafeMutablePointer<UInt8>) {
    for end in 1..<32 {
      for start in 1...end { table[end * 32 + start] = 0xFF }
    }
  }
}

/// The flagged lanes of an `IntervalLanes`, as intervals, by first line.
struct TightIntervals: Sequence, IteratorProtocol {
  private let sums: UnsafePointer<UInt8>
  private let base: Int
  private let end: Int
  private var word = 0
  private var set: UInt64

  @inline(__always)
  init(sums: UnsafePointer<UInt8>, base: Int, end: Int) {
    self.sums = sums
    self.base = base
    self.end = end
    set = TightIntervals.flags(sums, 0)
  }

  /// The flags of eight lanes, a byte each.
  @inline(__always)
  private static func flags(_ sums: UnsafePointer<UInt8>, _ word: Int) -> UInt64 {
    UnsafeRawPointer(sums).load(fromByteOffset: 96 &+ word &* 8, as: UInt64.self)
  }

  @inline(__always)
  mutating func next() -> LineInterval? {
    while set == 0 {
      word &+= 1
      if word == 4 { return nil }
      set = TightIntervals.flags(sums, word)
    }
    let start = word &* 8 &+ set.trailingZeroBitCount &>> 3
    set &= ~(0xFF &<< UInt64((start & 7) &* 8))
    let need = sums[64 &+ start]
    return LineInterval(
      base: base, start: start, end: end, isFull: sums[start] <= need,
      isSpent: sums[32 &+ start] >= need)
  }
}

extension UnsafeMutablePointer where Pointee: FixedWidthInteger {
  /// New memory for some zeroes.
  ///
  /// A page of it is touched when it is first used. `deallocate()` gives it back: where no
  /// alignment is asked for, the runtime's own memory is that of `malloc` as well.
  static func zeroes(_ count: Int) -> UnsafeMutablePointer {
    guard let memory = almanac_zeroes(count, MemoryLayout<Pointee>.stride) else {
      fatalError("there is no memory for \(count) numbers")
    }
    return memory.bindMemory(to: Pointee.self, capacity: count)
  }
}
