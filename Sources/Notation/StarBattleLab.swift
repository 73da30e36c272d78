/// The strings of the Star Battle Lab site, which its authors call SBN as well.
///
///     551W7kxqe40      {code}{stars}{flag}{borders}{annotations}
///
/// - `code`: the side, its digit or letter written twice: `44`…`99`, then `AA` = 10 … `PP` = 25.
/// - `stars`: one digit.
/// - `flag`: `W` for a bare puzzle, `e` when the marks of a player follow.
/// - `borders`: the lines right of cells, row-major, then the lines below cells, column by column,
///   in one bit string, 6 bits a character, filled up with zeros on the left.
/// - `annotations`: marks, with the flag `e`; then, after a `~`, a player's history. Neither is
///   part of the puzzle, so they are passed over.
///
/// Read only: the site reads other notations itself.
enum StarBattleLab {
  private static let bits = BitString(
    alphabet: Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_".utf8),
    summary: "0–9, A–Z, a–z, - or _", padding: .left)

  /// Whether a line looks like one of the strings.
  static func recognises(_ line: TextLine) -> Bool {
    let bytes = line.bytes[line.content].prefix(4)
    guard bytes.count == 4, let first = bytes.first else { return false }
    let flag = bytes[bytes.startIndex + 3]
    return side(of: first) != nil && bytes[bytes.startIndex + 1] == first
      && bytes[bytes.startIndex + 2].isDigit
      && (flag == UInt8(ascii: "W") || flag == UInt8(ascii: "e"))
  }

  static func read(_ line: TextLine) throws(NotationError) -> SBN {
    var cursor = TextCursor(line)
    let start = cursor.position
    guard let code = cursor.next, let side = side(of: code) else {
      throw cursor.unexpected("a size code: 44…99 or AA…PP")
    }
    cursor.skip()
    let again = "“\(Character(Unicode.Scalar(code)))” again: a size code is 44…99 or AA…PP"
    guard cursor.next == code else { throw cursor.unexpected(again) }
    cursor.skip()
    let starsStart = cursor.position
    guard let digit = cursor.next, digit.isDigit else {
      throw cursor.unexpected("the stars in each row: one digit")
    }
    cursor.skip()
    let stars = Int(digit - UInt8(ascii: "0"))
    let grid = try line.grid(side: side, at: start, stars: stars, at: starsStart)
    let isAnnotated = cursor.take("e")
    if !isAnnotated { try cursor.expect("W", "“W” or “e” after the number of stars") }

    let bordersStart = cursor.position
    var borders = Borders(side: side)
    let all = try bits.read(2 * borders.countPerDirection, &cursor)
    for (index, bit) in all.enumerated() {
      let (line, place) = (index / (side - 1), index % (side - 1))
      if line < side {
        borders.right[line * side + place] = bit
      } else {
        borders.below[place * side + line - side] = bit
      }
    }
    if isAnnotated { cursor.skip(while: bits.alphabet.contains) }
    if cursor.take("~") { cursor.skip { 0x21...0x7E ~= $0 } }
    try cursor.expectEnd(isAnnotated ? "a mark, “~” or the end" : "“~” or the end of the string")
    let puzzle = try line.puzzle(of: grid, labels: borders.labels, at: bordersStart) { _ in
      (line, bordersStart)
    }
    return SBN(puzzle: puzzle)
  }

  /// The side that a character of a size code stands for.
  private static func side(of code: UInt8) -> Int? {
    switch code {
    case UInt8(ascii: "4")...UInt8(ascii: "9"): Int(code - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "P"): Int(code - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
