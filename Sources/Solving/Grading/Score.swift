import StarBattle

/// The effort of a solve as one number, in integers.
///
/// Effort is the sum of the costs of all rule applications. It grows like a power of the difficulty that
/// people feel and with the size of the board, so its logarithm is taken and stretched, for each
/// side, between an effort that nothing at this side goes below and one that little goes beyond.
enum Score {
  /// Maps the effort of a solve to 0…10000.
  ///
  /// - Parameters:
  ///   - effort: The sum of the costs of all applications.
  ///   - grid: The outline; the scale is its own.
  /// - Returns: The score in hundredths.
  static func hundredths(effort: Int, grid: Grid) -> Int {
    let scale = Score.scale(for: grid)
    let value = log2InThousandths(max(1, effort))
    let share = (value - scale.low) * 10_000 / (scale.high - scale.low)
    return min(10_000, max(0, share))
  }

  /// 1…10: ten equal steps of the score.
  static func difficulty(ofHundredths score: Int) -> Int { min(10, score / 1000 + 1) }

  /// The ends of the scale by side, in thousandths of a power of two of effort.
  ///
  /// Fitted to what this press makes: at each side, 2 % of puzzles that need level 4 at most lie below
  /// 900, and 2 % of those that need level 11 lie above 9000 (8000 at 10×10 and 14×14, where puzzles
  /// made elsewhere are harder still). Sides between are interpolated.
  private static let scales: [(side: Int, low: Int, high: Int)] = [
    (4, 4300, 6400), (5, 4500, 6800), (6, 4600, 7600), (8, 4900, 8500), (10, 5240, 9370),
    (14, 5680, 9980), (17, 6330, 9820), (21, 6810, 10_100), (25, 7220, 10_220),
  ]

  private static func scale(for grid: Grid) -> (low: Int, high: Int) {
    var below = scales[0]
    for next in scales {
      if next.side == grid.side { return (next.low, next.high) }
      if next.side > grid.side {
        let (part, whole) = (grid.side - below.side, next.side - below.side)
        return (
          below.low + (next.low - below.low) * part / whole,
          below.high + (next.high - below.high) * part / whole
        )
      }
      below = next
    }
    return (below.low, below.high)
  }

  /// 1000 × log₂, rounded down: whole part by position, fraction by repeated squaring.
  static func log2InThousandths(_ value: Int) -> Int {
    let whole = Int.bitWidth - 1 - value.leadingZeroBitCount
    // The fraction, as a 31-bit number in 1…2.
    var mantissa =
      whole <= 30 ? UInt64(value) << UInt64(30 - whole) : UInt64(value) >> UInt64(whole - 30)
    var fraction = 0
    for _ in 0..<16 {
      mantissa = (mantissa &* mantissa) >> 30
      fraction <<= 1
      if mantissa >= 1 << 31 {
        mantissa >>= 1
        fraction |= 1
      }
    }
    return whole * 1000 + ((fraction * 1000) >> 16)
  }
}
