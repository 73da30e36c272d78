extension String {
  /// The text with others in place of some Unicode scalars.
  ///
  /// What is escaped is escaped by this. `replacing(_:with:)` looks for whole characters: a
  /// quotation mark with an accent, a `<` behind a sign that joins what follows, and a line feed
  /// behind a carriage return are other characters, which it leaves, and whoever reads the bytes
  /// does not.
  ///
  /// - Parameter replacement: What stands for a scalar; `nil` for what stays.
  /// - Returns: The text with these.
  /// - Complexity: O(bytes).
  package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        result += text.unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
