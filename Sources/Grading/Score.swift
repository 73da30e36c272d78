package import StarBattle

/// The effort of a solve as one number, in integers.
///
/// Every application of a rule adds *cost of the rule × a power of the cells found × a weight of
/// the cells still open* (`EffortMeasure`). So a rule that has to bring many cells counts for more
/// than one that is needed for a single cell, and what must be seen on an open board counts for
/// more than the same thing near the end. Effort is spread over orders of magnitude, so the score
/// is its logarithm, between two ends that depend on the grid (`ScoreScale`).
///
/// Where containers have several stars, effort alone does not follow what people call hard. The
/// second version adds how often something has to be searched for: every step from `searchedLevel`
/// up adds the share of the board that is open to a second sum, whose logarithm counts a little.
/// The third adds, with two stars, whether several lines have to be counted together at all
/// (`RuleEngine.solvesBySingleContainers`).
///
/// How costs and powers were fitted, on what, and what was tried: `Scoring.md` beside this file.
package enum Score {
  /// The easiest level whose steps have to be searched for all over the board.
  package static let searchedLevel = 5

  /// The share of a grid's cells, in 256ths.
  package static func share(of cells: Int, grid: Grid) -> Int { 256 * cells / grid.cellCount }

  /// Maps a solve to 0…10000.
  ///
  /// - Parameters:
  ///   - effort: The sum over all applications.
  ///   - searched: The shares of the board that were open where a step had to be searched for.
  ///   - needsCounting: Whether several lines have to be counted together.
  ///   - level: The highest rule level used, 0…13.
  ///   - range: What a grader's scale has for the grid.
  /// - Returns: The score in hundredths.
  package static func hundredths(
    effort: Int, searched: Int, needsCounting: Bool, level: Int, on range: ScoreScale.Range
  ) -> Int {
    let value =
      magnitude(effort: effort, level: level)
      + range.searchWeight * (log2InThousandths(256 + searched) - 8000) / 1000
      + (needsCounting ? range.countingWeight : 0)
    if let middle = range.middle {
      if value <= middle {
        return max(0, (value - range.low) * (4500 - 300) / (middle - range.low) + 300)
      }
      if value <= range.high { return 4500 + (value - middle) * 4500 / (range.high - middle) }
    } else if value <= range.high {
      let span = range.high - range.low
      return max(0, (value - range.low) * (9000 - 300) / span + 300)
    }
    return min(10_000, 9000 + (value - range.high) * 1000 / (range.top - range.high))
  }

  /// The logarithm of the effort, and what the hardest step adds, in thousandths of a power of two.
  package static func magnitude(effort: Int, level: Int) -> Int {
    log2InThousandths(max(1, effort)) + hardestStep[level]
  }

  /// What the level of the hardest step adds: a fifth of the logarithm of what it takes to see one
  /// such step.
  private static let hardestStep = [
    0, 0, 200, 200, 600, 720, 760, 880, 920, 1000, 1120, 1200, 1360, 1500,
  ]

  /// 1…10: ten equal steps of the score.
  package static func difficulty(ofHundredths score: Int) -> Int { min(10, score / 1000 + 1) }

  /// The scores in hundredths that have one of some difficulties, 1…10.
  package static func hundredths(ofDifficulties range: ClosedRange<Int>) -> ClosedRange<Int> {
    1000 * (range.lowerBound - 1)...(range.upperBound == 10 ? 10_000 : 1000 * range.upperBound - 1)
  }

  /// 1000 × log₂, rounded down: whole part by position, fraction by repeated squaring.
  package static func log2InThousandths(_ value: Int) -> Int {
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
