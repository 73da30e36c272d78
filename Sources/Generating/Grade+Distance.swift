package import Grading
package import Solving

extension Grade {
  /// How far the score is from a range of scores, in hundredths; 0 within it.
  package func distance(toScores scores: ClosedRange<Int>) -> Int {
    max(0, scores.lowerBound - scoreInHundredths, scoreInHundredths - scores.upperBound)
  }

  /// How far the hardest step is from a rule of the ladder; 0 when it is that.
  ///
  /// Every application of a rule that is too hard counts 100, and every row of the ladder that the
  /// hardest step lies too low.
  package func distance(toHardest rule: Rule) -> Int {
    let row = rule.row
    var distance = 100 * max(0, row - (hardest?.rule.row ?? 0))
    for used in rules where used.rule.row > row { distance += 100 * used.count }
    return distance
  }
}
