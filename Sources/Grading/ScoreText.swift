/// Scores in words.
package enum ScoreText {
  /// A number of hundredths as a decimal number: `47.3`, `8.05`, `100`.
  package static func decimal(hundredths number: Int) -> String {
    let (whole, rest) = number.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
