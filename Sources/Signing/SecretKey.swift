import Crypto
import Foundation
import Identity

/// The secret half of an Ed25519 key: what signs.
///
/// Nothing prints it but `text`, which is for the file that keeps it.
package struct SecretKey: Sendable {
  private let key: Curve25519.Signing.PrivateKey

  /// A new key, from the system's source of randomness.
  package init() { key = Curve25519.Signing.PrivateKey() }

  /// Reads a key as `text` writes it; blanks and line ends around it do not count.
  ///
  /// - Throws: `SigningError.notASecretKey`, which shows nothing of the text.
  package init(_ text: some StringProtocol) throws(SigningError) {
    let word = text.utf8.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
    let rest = text.utf8.drop { $0 <= 0x20 }.dropFirst(word.count)
    let digits = String(decoding: word.dropFirst(SecretKey.mark.utf8.count), as: UTF8.self)
    guard word.starts(with: SecretKey.mark.utf8), rest.allSatisfy({ $0 <= 0x20 }),
      let bytes = Digest.bytes(hexadecimal: digits, count: 32),
      let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
    else { throw .notASecretKey }
    self.key = key
  }

  /// A key of 32 bytes that are known; for tests.
  package init?(seed: [UInt8]) {
    guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else { return nil }
    self.key = key
  }

  /// What the text of a secret key begins with, so that nobody takes it for a public one.
  static let mark = "almanac-secret-key:"

  /// The longest file that can hold one.
  package static let largestFile = 1024

  /// The key as a file keeps it: `almanac-secret-key:` and 64 hexadecimal digits.
  package var text: String { SecretKey.mark + Digest.hexadecimal(key.rawRepresentation) }

  /// The half that everybody may know.
  package var publicKey: PublicKey { PublicKey(known: Array(key.publicKey.rawRepresentation)) }

  /// Signs some bytes: 64 bytes, plain Ed25519 (RFC 8032).
  ///
  /// - Throws: `SigningError.cannotSign`, where the library refuses.
  package func signature(of bytes: [UInt8]) throws(SigningError) -> [UInt8] {
    do {
      return Array(try key.signature(for: bytes))
    } catch {
      throw .cannotSign
    }
  }
}
