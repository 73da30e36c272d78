/// Bits packed into characters, most significant first.
struct BitString {
  /// The characters by value: 32 of them carry 5 bits each, 64 carry 6.
  let alphabet: [UInt8]

  /// The alphabet as messages put it, such as `0–9 or a–v`.
  let summary: String

  /// Which end of the bits is filled up with zeros to whole characters.
  let padding: Padding

  enum Padding: String {
    case left, right
  }

  /// The bits of one character.
  private var width: Int { alphabet.count.trailingZeroBitCount }

  /// Reads bits.
  ///
  /// - Parameters:
  ///   - count: The number of bits, padding excluded.
  ///   - cursor: Where to read.
  /// - Returns: `count` bits.
  /// - Throws: `NotationError` at a character outside the alphabet, or one that sets a bit of the
  ///   padding, which only a damaged or shifted text does.
  func read(_ count: Int, _ cursor: inout TextCursor) throws(NotationError) -> [Bool] {
    let length = (count + width - 1) / width
    let start = cursor.position
    var bits: [Bool] = []
    bits.reserveCapacity(length * width)
    for place in 1...length {
      guard let byte = cursor.next, let value = alphabet.firstIndex(of: byte) else {
        throw cursor.unexpected("\(summary) (character \(place) of \(length) with borders)")
      }
      for bit in (0..<width).reversed() { bits.append(value >> bit & 1 == 1) }
      cursor.skip()
    }
    let spare = bits.count - count
    let filling = padding == .left ? bits.prefix(spare) : bits.suffix(spare)
    guard !filling.contains(true) else {
      let index = padding == .left ? start : start + length - 1
      throw cursor.wrong(
        index..<index + 1,
        expected: "a character whose \(padding) \(spare == 1 ? "bit is" : "\(spare) bits are") 0")
    }
    return Array(padding == .left ? bits.suffix(count) : bits.prefix(count))
  }

  func text(of bits: [Bool]) -> String {
    let spare = (width - bits.count % width) % width
    let filling = [Bool](repeating: false, count: spare)
    let bits = padding == .left ? filling + bits : bits + filling
    let characters = stride(from: 0, to: bits.count, by: width).map { start in
      alphabet[bits[start..<start + width].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }]
    }
    return String(decoding: characters, as: UTF8.self)
  }
}
