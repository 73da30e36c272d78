extension UInt8 {
  /// A space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// One of `0`…`9`.
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// One of `A`…`Z`, `a`…`z`.
  var isLetter: Bool { letterIndex != nil }

  /// The place of a letter in the alphabet, 0…25, in either case.
  var letterIndex: Int? {
    let lower = self | 0x20
    return UInt8(ascii: "a")...UInt8(ascii: "z") ~= lower ? Int(lower - UInt8(ascii: "a")) : nil
  }
}
