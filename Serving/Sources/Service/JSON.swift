import Foundation

/// A JSON value that is written as it stands.
///
/// Answers to syncs are many and long; Foundation's writer looks at the kind of each member anew
/// and takes ten times as long.
enum JSON: Sendable {
  case null
  case number(Int)
  case flag(Bool)
  case text(String)
  case list([JSON])
  /// Members in the order in which they are written.
  case members([(key: String, value: JSON)])

  /// An object with its members by ascending keys, so that the same is always written alike.
  static func object(_ members: [String: JSON]) -> JSON {
    .members(members.sorted { $0.key < $1.key })
  }

  static func number(orNull number: Int?) -> JSON { number.map { .number($0) } ?? .null }

  static func text(orNull text: String?) -> JSON { text.map { .text($0) } ?? .null }

  /// The value as bytes.
  var data: Data {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return Data(bytes)
  }

  /// The same as text.
  var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .number(let number): bytes += "\(number)".utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .text(let text): JSON.write(text, to: &bytes)
    case .list(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .members(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSON.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: isEscaped) {
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0..<0x20:
          bytes += "\\u00".utf8
          bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        default: bytes.append(byte)
        }
      }
    } else {
      bytes += text.utf8
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
