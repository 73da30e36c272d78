/// An interval of consecutive lines that counting has found tight.
///
/// The lines before it and those behind it say together what it says itself: what regions can put
/// into it at most is what they need less what they must put elsewhere. So an interval up to the
/// last line is full just where the one before it is spent, and the other way round, and one of the
/// two is enough.
struct LineInterval: BitwiseCopyable {
  /// `.rows` or `.columns`.
  let base: Int
  /// The first and the last line, without the base: 1…side.
  let start: Int
  let end: Int
  /// The regions can put no more inside than is needed.
  let isFull: Bool
  /// The regions must put inside all that is needed.
  let isSpent: Bool

  /// Its lines, a bit each.
  var lines: UInt32 { 2 &* .bit(end) &- .bit(start) }
}

/// Where counting finds that a board cannot be completed: an interval, or a region that cannot hold
/// its stars.
enum CountingFailure: BitwiseCopyable {
  case interval(LineInterval)
  case region(Int)
}
