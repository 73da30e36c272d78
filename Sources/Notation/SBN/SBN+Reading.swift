import StarBattle

extension SBN {
  /// Reads one SBN string and keeps its bytes.
  ///
  /// The string has to stand alone: no blanks around it, no line end, no comment. Lists and files,
  /// which have all of these, are read by `readPuzzles`.
  ///
  /// Beyond the canonical form the reader takes lower-case and mixed letters, letters in any order,
  /// keys in any order, none at all, an empty metadata after its dot, unknown keys, numbers with
  /// leading zeros and negative numbers. It refuses a known key that appears twice or has no
  /// number, and a number that does not fit 64 bits, since nobody could say what was meant.
  ///
  /// - Parameters:
  ///   - text: The string.
  ///   - line: The number of the line it stands on, for messages.
  /// - Throws: `NotationError` at the first place that is wrong.
  /// - Complexity: O(characters); a text beyond the longest line is refused unread.
  public init(_ text: String, line: Int = 1) throws(NotationError) {
    try TextLimits.checkLength(text.utf8.count, line: line)
    self = try SBN.read(TextLine(verbatim: Array(text.utf8)[...], number: line))
  }

  /// Whether a line looks like SBN: digits and an `x`.
  static func recognises(_ line: TextLine) -> Bool {
    var cursor = TextCursor(line)
    return !cursor.skip(while: \.isDigit).isEmpty && cursor.next == UInt8(ascii: "x")
  }

  /// Reads what counts of a line.
  static func read(_ line: TextLine) throws(NotationError) -> SBN {
    var cursor = TextCursor(line)
    let (side, sideStart) = try cursor.number("the side of the board, such as “10x2.”")
    try cursor.expect("x", "“x” and the stars after the side, such as “10x2.”")
    let (stars, starsStart) = try cursor.number("the stars in each row, such as “10x2.”")
    let grid = try line.grid(side: side, at: sideStart, stars: stars, at: starsStart)
    try cursor.expect(".", "“.” and the region letters")

    let start = cursor.position
    var labels: [Int] = []
    labels.reserveCapacity(grid.cellCount)
    while labels.count < grid.cellCount {
      guard let label = cursor.next?.letterIndex else {
        throw cursor.unexpected(
          "a region letter A–Z (number \(labels.count + 1) of \(grid.cellCount))")
      }
      labels.append(label)
      cursor.skip()
    }
    let puzzle = try line.puzzle(of: grid, labels: labels, at: start) { (line, start + $0) }

    var metadata = Metadata()
    if !cursor.isAtEnd {
      try cursor.expect(
        ".",
        "“.” or the end of the line after "
          + "the \(grid.cellCount) letters of a \(side)×\(side) board")
      while !cursor.isAtEnd { try metadata.readKey(&cursor) }
    }
    let text = String(decoding: line.bytes[line.content], as: UTF8.self)
    return SBN(puzzle: puzzle, metadata: metadata, text: text)
  }
}

extension SBN.Metadata {
  /// Reads one key and its value.
  fileprivate mutating func readKey(_ cursor: inout TextCursor) throws(NotationError) {
    let start = cursor.position
    guard let key = cursor.next, key.isLetter else {
      throw cursor.unexpected("a metadata key: s, d, l, c or another letter")
    }
    cursor.skip()
    switch key {
    case UInt8(ascii: "s"): try SBN.Metadata.read(&seed, "s", from: start, &cursor)
    case UInt8(ascii: "d"): try SBN.Metadata.read(&difficulty, "d", from: start, &cursor)
    case UInt8(ascii: "l"): try SBN.Metadata.read(&level, "l", from: start, &cursor)
    case UInt8(ascii: "c"): try SBN.Metadata.read(&cycles, "c", from: start, &cursor)
    default:
      let value = cursor.line.bytes[cursor.skip(while: \.isOfUnknownValue)]
      let letter = Character(Unicode.Scalar(key))
      others.append(Other(key: letter, value: String(decoding: value, as: UTF8.self)))
    }
  }

  /// Reads the number of a known key.
  private static func read<Number: FixedWidthInteger>(
    _ number: inout Number?, _ key: String, from start: Int, _ cursor: inout TextCursor
  ) throws(NotationError) {
    guard number == nil else {
      throw cursor.wrong(start..<cursor.position, expected: "each of s, d, l and c at most once")
    }
    let valueStart = cursor.position
    let isNegative = cursor.take("-")
    let digits = cursor.skip(while: \.isDigit)
    guard !digits.isEmpty else {
      throw cursor.unexpected("a whole number after “\(key)”")
    }
    var value: Number = 0
    for byte in cursor.line.bytes[digits] {
      let digit = Number(byte - UInt8(ascii: "0"))
      let (tens, isTooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooBig) =
        isNegative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      guard !isTooBig && !isStillTooBig else {
        throw cursor.wrong(
          valueStart..<cursor.position, expected: "a number after “\(key)” that fits 64 bits")
      }
      value = sum
    }
    number = value
  }
}

extension UInt8 {
  /// What the value of an unknown key can be made of: whatever numbers, versions and dates need.
  fileprivate var isOfUnknownValue: Bool {
    switch self {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: ":"):
      return true
    default: return isDigit
    }
  }
}
