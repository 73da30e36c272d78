extension DefaultStringInterpolation {
  /// Appends a number with what it counts: `"\(1, of: "slot")"` is “1 slot”, and with 2 “2 slots”.
  ///
  /// - Parameters:
  ///   - count: The number.
  ///   - one: What is counted, where there is one of it.
  ///   - many: The same where there is any other number of it; nil adds an s.
  package mutating func appendInterpolation(_ count: Int, of one: String, _ many: String? = nil) {
    appendInterpolation(count)
    appendLiteral(" ")
    appendLiteral(count == 1 ? one : many ?? one + "s")
  }
}
