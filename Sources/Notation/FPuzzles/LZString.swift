/// The compression of the lz-string library: what f-puzzles and SudokuPad put into their links.
///
/// It is the scheme of Lempel, Ziv and Welch on 16-bit characters. Codes are as wide as the largest
/// one that can come needs, their lowest bit first, and bits are taken from the highest of each
/// base64 digit. Code 0 is followed by a new character of 8 bits, code 1 by one of 16, and code 2
/// ends the text; from 3 on they stand for pieces that came before: new characters, and behind each
/// code but the first the piece before it with the first character of its own.
package enum LZString {
  private static let alphabet: [UInt8: UInt8] = {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    var values: [UInt8: UInt8] = [:]
    for (value, digit) in digits.enumerated() { values[digit] = UInt8(value) }
    return values
  }()

  /// Reads a text that is base64 outside.
  ///
  /// - Parameters:
  ///   - digits: The digits, without `=` at the end.
  ///   - limit: The most characters that the text may have. A few bytes can stand for gigabytes:
  ///     what is longer is refused as soon as that shows.
  /// - Returns: The text; `nil` where it is damaged or too long.
  package static func text(ofBase64 digits: some Sequence<UInt8>, limit: Int) -> [UInt16]? {
    var values: [UInt8] = []
    for digit in digits {
      guard let value = alphabet[digit] else { return nil }
      values.append(value)
    }
    var reader = Bits(values: values)
    var result: [UInt16] = []
    // A text that came before is a piece of the result: its start and its length.
    var pieces: [(start: Int, count: Int)] = []
    var (width, previous) = (2, 0..<0)
    while true {
      guard let code = reader.number(ofBits: width) else { return nil }
      let start = result.count
      switch code {
      case 0, 1:
        guard let character = reader.number(ofBits: code == 0 ? 8 : 16) else { return nil }
        result.append(UInt16(character))
        pieces.append((start, 1))
        if start > 0 { pieces.append((previous.lowerBound, previous.count + 1)) }
      case 2: return result
      default:
        guard start > 0 else { return nil }
        // The text that this very code makes up: the one before and its own first character.
        pieces.append((previous.lowerBound, previous.count + 1))
        guard code - 3 < pieces.count else { return nil }
        let piece = pieces[code - 3]
        guard start + piece.count <= limit else { return nil }
        for offset in 0..<piece.count { result.append(result[piece.start + offset]) }
      }
      guard result.count <= limit else { return nil }
      previous = start..<result.count
      // Wide enough for the code that the next step can add.
      while pieces.count + 4 > 1 << width { width += 1 }
    }
  }

  private struct Bits {
    let values: [UInt8]
    var position = 0

    init(values: [UInt8]) { self.values = values }

    /// The next number, its lowest bit first.
    mutating func number(ofBits count: Int) -> Int? {
      guard position + count <= values.count * 6 else { return nil }
      var number = 0
      for bit in 0..<count {
        let value = values[position / 6] >> UInt8(5 - position % 6) & 1
        number |= Int(value) << bit
        position += 1
      }
      return number
    }
  }
}
