extension UInt8 {
  /// A space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// A space, a tab or the end of a line.
  var isSpace: Bool { isBlank || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  /// `"` or `'`.
  var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

  /// What stands between the cells or the rows of a board: a blank, a mark or a quotation mark.
  var isBetweenCells: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "/"): true
    default: isBlank || isQuote
    }
  }

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
