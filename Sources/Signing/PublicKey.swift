import Crypto
import Identity

/// The public half of an Ed25519 key, written as 64 hexadecimal digits.
package struct PublicKey: Hashable, Sendable {
  /// Its 32 bytes.
  package let bytes: [UInt8]

  init(known bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a key; `nil` unless the text is 64 digits in lower case.
  package init?(_ text: String) {
    guard let bytes = Digest.bytes(hexadecimal: text, count: 32) else { return nil }
    self.bytes = bytes
  }

  /// The key in lower-case hexadecimal.
  package var text: String { Digest.hexadecimal(bytes) }

  /// The first digits, for messages.
  package var short: String { String(text.prefix(12)) + "…" }

  /// Whether it is one of the few points for which anybody can make signatures that hold.
  package var isWeak: Bool {
    var point = bytes
    point[31] &= 0x7F
    return PublicKey.weak.contains(Digest.hexadecimal(point))
  }

  /// The points of small order, without their signs, however they can be written.
  private static let weak: Set<String> = [
    String(repeating: "00", count: 32),
    "01" + String(repeating: "00", count: 31),
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ec" + String(repeating: "ff", count: 30) + "7f",
    "ed" + String(repeating: "ff", count: 30) + "7f",
    "ee" + String(repeating: "ff", count: 30) + "7f",
  ]

  /// Whether a signature of some bytes was made with this key.
  package func accepts(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: self.bytes) else {
      return false
    }
    return key.isValidSignature(signature, for: bytes)
  }
}

extension PublicKey: CustomStringConvertible {
  package var description: String { text }
}
