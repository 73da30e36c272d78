// The part between the lines is printed in output/README.md, word for word.
// begin
import Crypto  // on Apple's systems CryptoKit, with the same names
import Foundation

struct Sealed: Decodable {
  struct Signature: Decodable { let key, signature: String }
  let signed: String?, release: Int?, createdAt: String?, signatures: [Signature]

  /// Whether one of some keys has signed a text.
  func isSigned(_ text: String, by keys: Set<String>) -> Bool {
    signatures.contains { one in
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes(one.key))
      let (seal, text) = (bytes(one.signature), Data(text.utf8))
      return keys.contains(one.key) && key?.isValidSignature(seal, for: text) ?? false
    }
  }
}
struct KeyList: Decodable {
  struct Key: Decodable { let key: String, first: Int, last: Int? }
  let keys: [Key]
}
struct Head: Decodable { let release: Int, createdAt: String }

func bytes(_ hex: String) -> Data {
  Data(
    stride(from: 0, to: hex.utf8.count, by: 2).compactMap {
      UInt8(hex.dropFirst($0).prefix(2), radix: 16)
    })
}

/// The number of the release that these objects are, or nil where the roots do not vouch for it.
func release(_ manifest: Data, _ sig: Data, _ keys: Data, roots: Set<String>) throws -> Int? {
  let (list, seal) = (
    try JSONDecoder().decode(Sealed.self, from: keys),
    try JSONDecoder().decode(Sealed.self, from: sig)
  )
  guard let signed = list.signed, list.isSigned("ALMANAC1 KEYS\n" + signed, by: roots),
    let number = seal.release, let time = seal.createdAt
  else { return nil }
  let trusted = try JSONDecoder().decode(KeyList.self, from: Data(signed.utf8)).keys
    .filter { $0.first <= number && number <= $0.last ?? number }
  let digest = SHA256.hash(data: manifest).map { String(format: "%02x", $0) }.joined()
  guard seal.isSigned("ALMANAC1\n\(number)\n\(digest)\n\(time)", by: Set(trusted.map(\.key)))
  else { return nil }
  let head = try JSONDecoder().decode(Head.self, from: manifest)
  return head.release == number && head.createdAt == time ? number : nil
}
// end
