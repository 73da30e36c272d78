import Printable

extension JSONValue {
  /// Reads one JSON text (RFC 8259).
  ///
  /// Stricter than most: no byte-order mark, no member twice, no broken surrogates, and no nesting
  /// beyond `JSONValue.deepest`, so that no text can overflow the stack.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  /// - Throws: `JSONError` at the first place that is wrong.
  /// - Complexity: O(bytes); objects of n members take O(n log n) for finding doubles.
  package init(reading bytes: [UInt8]) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      var reader = JSONReader(bytes: bytes)
      reader.skipBlanks()
      let value = try reader.value(depth: 0)
      reader.skipBlanks()
      guard reader.position == bytes.count else { throw reader.wrong("the end") }
      return value
    }
  }

  /// How deep arrays and objects can be nested.
  package static let deepest = 32
}

/// The reader's place in a JSON text.
///
/// No byte beyond the text is looked at: `next` asks first, and slices end with it.
private struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  @inline(__always)
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// What has been read since a place.
  private func text(from start: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[start..<position])
  }

  mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    switch next {
    case .some(let bracket) where depth >= JSONValue.deepest && "{[".utf8.contains(bracket):
      throw wrong("nesting of at most \(JSONValue.deepest)")
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return try number()
    default: throw wrong("a value")
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    let start = position
    var members: [JSONMember] = []
    try list(until: UInt8(ascii: "}"), "“,” or “}”") { reader throws(JSONError) in
      guard reader.next == UInt8(ascii: "\"") else { throw reader.wrong("a member's name") }
      let key = try reader.string()
      reader.skipBlanks()
      guard reader.take(UInt8(ascii: ":")) else { throw reader.wrong("“:”") }
      reader.skipBlanks()
      members.append(JSONMember(key, try reader.value(depth: depth + 1)))
    }
    if let key = JSONReader.keyHeldTwice(by: members) {
      let shown = Printable.ascii(key.utf8)
      throw JSONError(offset: start, found: "“\(shown)” twice", expected: "each member once")
    }
    return .object(members)
  }

  /// The first key, in the order of keys, that two members have.
  private static func keyHeldTwice(by members: [JSONMember]) -> String? {
    // Of a few members, nearly always none do: comparing each with each is quicker than sorting.
    if members.count <= 8 {
      let isAlone = members.indices.allSatisfy { index in
        !members[..<index].contains { $0.key == members[index].key }
      }
      if isAlone { return nil }
    }
    let keys = members.map(\.key).sorted()
    guard zip(keys, keys.dropFirst()).contains(where: { $0 == $1 }) else { return nil }
    // To a string, two ways to write “é” are the same; to JSON, they are two names.
    let spelled = keys.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    return zip(spelled, spelled.dropFirst()).first { $0 == $1 }
      .map { String(decoding: $0.0, as: UTF8.self) }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    try list(until: UInt8(ascii: "]"), "“,” or “]”") { reader throws(JSONError) in
      elements.append(try reader.value(depth: depth + 1))
    }
    return .array(elements)
  }

  /// Reads what stands between brackets, separated by commas.
  private mutating func list(
    until end: UInt8, _ expected: String,
    each read: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    position += 1
    skipBlanks()
    if take(end) { return }
    while true {
      try read(&self)
      skipBlanks()
      if take(end) { return }
      guard take(UInt8(ascii: ",")) else { throw wrong(expected) }
      skipBlanks()
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw wrong("“\(word)”") }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let isZero = next == UInt8(ascii: "0")
    let whole = try digits()
    if isZero && whole > 1 { throw wrong("a number without leading zeros") }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      _ = try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      _ = try digits()
    }
    if isWhole, let integer = integer(from: start) { return .integer(integer) }
    return .number(String(decoding: text(from: start), as: UTF8.self))
  }

  /// The whole number that has just been read; `nil` for one that an `Int` cannot hold, and for
  /// “-0”, which is kept as it is written, since the integer would lose its sign.
  private func integer(from start: Int) -> Int? {
    let isNegative = bytes[start] == UInt8(ascii: "-")
    var integer = 0
    for byte in text(from: isNegative ? start + 1 : start) {
      let digit = Int(byte - UInt8(ascii: "0"))
      let (tens, isTooLarge) = integer.multipliedReportingOverflow(by: 10)
      let (sum, isLarger) =
        isNegative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if isTooLarge || isLarger { return nil }
      integer = sum
    }
    return isNegative && integer == 0 ? nil : integer
  }

  private mutating func digits() throws(JSONError) -> Int {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    guard position > start else { throw wrong("a digit") }
    return position - start
  }

  private mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    // Nearly every string is of ASCII without escapes, and stands there as it is.
    while let byte = next, (0x20..<0x80).contains(byte), byte != UInt8(ascii: "\""),
      byte != UInt8(ascii: "\\")
    {
      position += 1
    }
    if next == UInt8(ascii: "\"") {
      let text = String(decoding: text(from: start + 1), as: UTF8.self)
      position += 1
      return text
    }
    var content = Array(text(from: start + 1))
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let text = String(validating: content, as: UTF8.self) else {
          throw JSONError(offset: start, found: "a string", expected: "a string in UTF-8")
        }
        return text
      case UInt8(ascii: "\\"):
        position += 1
        try escape(to: &content)
      case ..<0x20: throw wrong("an escape for a control character")
      default:
        content.append(byte)
        position += 1
      }
    }
    throw wrong("the end of the string")
  }

  private mutating func escape(to content: inout [UInt8]) throws(JSONError) {
    guard let byte = next else { throw wrong("an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code) {
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
          throw wrong("the second half of a surrogate pair")
        }
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else {
          throw wrong("the second half of a surrogate pair")
        }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw wrong("a character") }
      content += String(Character(scalar)).utf8
    default:
      position -= 1
      throw wrong("an escape")
    }
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    let text = String(decoding: digits, as: UTF8.self)
    guard digits.count == 4, digits.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
      let code = UInt32(text, radix: 16)
    else { throw wrong("four hexadecimal digits") }
    position += 4
    return code
  }

  @inline(__always)
  mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  func wrong(_ expected: String) -> JSONError {
    let found = next.map { "“\(Printable.ascii([$0]))”" } ?? "the end"
    return JSONError(offset: position, found: found, expected: expected)
  }
}
