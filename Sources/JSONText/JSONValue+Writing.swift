extension JSONValue {
  /// The value as compact UTF-8: no blanks, no line ends, members in their order.
  ///
  /// Only what JSON demands is escaped, so a value has exactly one text.
  package var text: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// The same as a string, for whatever prints lines.
  package var line: String { String(decoding: text, as: UTF8.self) }

  /// Appends the same to a buffer.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): JSONValue.write(value, to: &bytes)
    case .number(let text): bytes += text.utf8
    case .string(let text): JSONValue.write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for element in elements {
        element.write(to: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      if !elements.isEmpty { bytes.removeLast() }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for member in members {
        JSONValue.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      if !members.isEmpty { bytes.removeLast() }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Small numbers, which nearly all are, need no string.
  private static func write(_ value: Int, to bytes: inout [UInt8]) {
    switch value {
    case 0..<10: bytes.append(UInt8(ascii: "0") + UInt8(value))
    case 10..<100:
      bytes.append(UInt8(ascii: "0") + UInt8(value / 10))
      bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    default: bytes += String(value).utf8
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    // Nearly every text is copied as it stands.
    let isCopied = text.utf8.withContiguousStorageIfAvailable { utf8 in
      let isPlain = utf8.allSatisfy {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      if isPlain { bytes.append(contentsOf: utf8) }
      return isPlain
    }
    if isCopied != true { escape(text, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func escape(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: bytes += "\\b".utf8
      case 0x09: bytes += "\\t".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0C: bytes += "\\f".utf8
      case 0x0D: bytes += "\\r".utf8
      case ..<0x20:
        let digits = String(byte, radix: 16)
        bytes += ("\\u00" + (digits.count == 1 ? "0" : "") + digits).utf8
      default: bytes.append(byte)
      }
    }
  }
}
