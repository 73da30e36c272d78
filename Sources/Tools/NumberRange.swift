import Wording

/// A range of whole numbers as the command line writes it: `4...6`, `...7`, `11...`, `5`.
package enum NumberRange {
  /// Reads a range within bounds.
  ///
  /// - Parameters:
  ///   - text: What was written.
  ///   - bounds: The numbers there are; an open end reaches as far as these.
  /// - Returns: The range, or `nil` when it is written otherwise, empty or out of bounds.
  package static func read(_ text: String, within bounds: ClosedRange<Int>) -> ClosedRange<Int>? {
    if let only = Int(digits: text) {
      return bounds.contains(only) ? only...only : nil
    }
    guard let dots = text.firstRange(of: "...") else { return nil }
    let (left, right) = (text[..<dots.lowerBound], text[dots.upperBound...])
    guard !(left.isEmpty && right.isEmpty) else { return nil }
    guard let low = left.isEmpty ? bounds.lowerBound : Int(digits: left),
      let high = right.isEmpty ? bounds.upperBound : Int(digits: right),
      low <= high, bounds.contains(low), bounds.contains(high)
    else { return nil }
    return low...high
  }
}
