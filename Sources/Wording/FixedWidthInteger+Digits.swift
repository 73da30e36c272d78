extension FixedWidthInteger {
  /// Reads a number that is written with decimal digits alone; `nil` where there is anything else,
  /// nothing, or too large a number.
  ///
  /// - Parameter text: The digits; Swift's own initializers take a sign as well.
  package init?(digits text: some StringProtocol) {
    guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    self.init(text)
  }
}
