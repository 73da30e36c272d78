import ArgumentParser
import Tools

/// Reads a range that somebody has given as an option.
func numberRange(
  _ text: String?, _ name: String, within bounds: ClosedRange<Int>
) throws -> ClosedRange<Int>? {
  guard let text else { return nil }
  if let range = NumberRange.read(text, within: bounds) { return range }
  let (low, high) = (bounds.lowerBound, bounds.upperBound)
  throw ValidationError(
    "\(name) is “\(text)” — write a number \(low)…\(high), "
      + "or a range such as 4...6, ...3 or 7...")
}
