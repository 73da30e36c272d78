import CLanes

/// The sums over all intervals of lines, set beside each other and compared.
///
/// A lane for each first line `a` (byte `a` of 32). The sums go from one last line to the next by
/// steps, which `PresenceCounting` and `IntervalSums` keep: tables with one vector for each last
/// line `b`, at `b * 32`.
struct IntervalLanes {
  /// The sums of most, of least and of needs up to each last line that has tight intervals; 3
  /// vectors each.
  private let sums: UnsafeMutablePointer<UInt8>

  /// The first lines of these intervals, a bit each, by last line.
  private let tight: UnsafeMutablePointer<UInt32>

  init() {
    sums = .zeroes(32 * 96)
    tight = .zeroes(32)
  }

  func deallocate() {
    sums.deallocate()
    tight.deallocate()
  }

  /// Finds the tight intervals, and those that fail.
  ///
  /// - Parameters:
  ///   - mostSteps: What each line adds to the most that regions can put inside.
  ///   - leastSteps: What it adds to the least that they must.
  ///   - upTo: The table of `fillUpTo`.
  ///   - needs: The stars that each line needs.
  ///   - last: The last of the last lines.
  /// - Returns: The last lines of such intervals, a bit each.
  @inline(__always)
  func compare(
    most mostSteps: UnsafePointer<UInt8>, least leastSteps: UnsafePointer<UInt8>,
    upTo: UnsafePointer<UInt8>, needs: UnsafePointer<UInt8>, through last: Int
  ) -> UInt32 {
    almanac_lanes_tight(tight, sums, mostSteps, leastSteps, upTo, needs, last)
  }

  /// The first lines of the intervals that have been found with a last line.
  @inline(__always)
  func starts(endingAt end: Int) -> SetBits { SetBits(tight[end]) }

  /// An interval that has been found.
  @inline(__always)
  func interval(base: Int, _ start: Int, _ end: Int) -> LineInterval {
    let sums = sums + (end &* 96 &+ start)
    return LineInterval(
      base: base, start: start, end: end, isFull: sums[0] <= sums[64],
      isSpent: sums[32] >= sums[64])
  }

  /// Whether the stars that an interval needs can be in it: no more than the most, and no fewer
  /// than the least.
  @inline(__always)
  func allows(_ interval: LineInterval) -> Bool {
    let sums = sums + (interval.end &* 96 &+ interval.start)
    return sums[0] >= sums[64] && sums[32] <= sums[64]
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
