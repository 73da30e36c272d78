extension Unicode.Scalar {
  /// The character in quotation marks, or its number where it cannot be seen.
  var quoted: String {
    let isVisible =
      value > 0x20 && value != 0x7F && !properties.isWhitespace
      && !properties.isDefaultIgnorableCodePoint && !(0x80..<0xA0).contains(value)
    if isVisible { return "“\(self)”" }
    if self == " " || self == "\t" { return "a blank" }
    let digits = String(value, radix: 16, uppercase: true)
    return "the character U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
