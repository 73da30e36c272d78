/// An interval of consecutive lines that counting has found tight.
struct LineInterval: BitwiseCopyable {
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

/// Where counting finds that a board cannot be completed: an interval, or a region that cannot hold its stars.
enum CountingFailure: BitwiseCopyable {
  case interval(LineInterval)
  case region(Int)
}
