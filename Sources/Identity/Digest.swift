import Crypto

/// The SHA-256 of bytes that come in pieces.
package struct RunningDigest: Sendable {
  private var hash = SHA256()

  package init() {}

  package mutating func add(_ bytes: [UInt8]) { hash.update(data: bytes) }

  /// The digest of all pieces so far, in lower-case hexadecimal.
  package var hexadecimal: String { Digest.hexadecimal(hash.finalize()) }
}

/// The two fingerprints of an object, in lower-case hexadecimal.
package enum Digest {
  /// SHA-256: what names an object and what a reader checks.
  package static func sha256(of bytes: [UInt8]) -> String { hexadecimal(SHA256.hash(data: bytes)) }

  /// MD5: what buckets call the entity tag of an object.
  ///
  /// It guards against damage, not attack.
  package static func md5(of bytes: [UInt8]) -> String {
    hexadecimal(Insecure.MD5.hash(data: bytes))
  }

  /// Whether a text is so many bytes in lower-case hexadecimal.
  package static func isHexadecimal(_ text: some StringProtocol, bytes: Int) -> Bool {
    // A string of its own, and not any of its kind: a manifest has some thousand of them.
    var text = String(text)
    return text.withUTF8 { digits in
      digits.count == 2 * bytes
        && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
  }

  /// What a text says in lower-case hexadecimal, where it is so many bytes.
  package static func bytes(hexadecimal text: String, count: Int) -> [UInt8]? {
    guard isHexadecimal(text, bytes: count) else { return nil }
    let digits = text.utf8.map { $0 < 0x60 ? $0 - 0x30 : $0 - 0x61 + 10 }
    return (0..<count).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
  }

  /// Bytes in lower-case hexadecimal.
  package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
