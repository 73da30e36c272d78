import Crypto
import Foundation

/// How the shop shows that an event is its own.
///
/// By an `Authorization` that both know, by a signature of the body, or by both; without either, no
/// event is believed.
package struct WebhookKey: Sendable {
  private let authorization: String?
  private let secret: SymmetricKey?

  /// How far the time of a signature may be from ours, in seconds.
  static let window = 300

  /// - Returns: `nil` where neither is given.
  package init?(authorization: String?, secret: String?) {
    guard authorization?.isEmpty == false || secret?.isEmpty == false else { return nil }
    self.authorization = authorization.flatMap { $0.isEmpty ? nil : $0 }
    self.secret = secret.flatMap { $0.isEmpty ? nil : SymmetricKey(data: Array($0.utf8)) }
  }

  /// Whether a request may be the shop's, by its head: to nobody else is it worth listening.
  ///
  /// - Parameters:
  ///   - header: Its `Authorization`.
  ///   - signature: `t=SECONDS,v1=HEX`.
  ///   - now: Seconds since 1970.
  /// - Returns: Whether it is, where the body is what is signed.
  func mayBelieve(header: String?, signature: String?, at now: Int) -> Bool {
    if let authorization {
      // Digests are compared, so that the time says nothing of the length either.
      let (given, known) = (header ?? "", authorization)
      let isRight = Passwords.isEqual(
        Array(SHA256.hash(data: Array(given.utf8))), Array(SHA256.hash(data: Array(known.utf8))))
      if header == nil || !isRight { return false }
    }
    return secret == nil || Signature(signature, at: now) != nil
  }

  /// Whether a request is the shop's: all that is asked for has to be there and right.
  ///
  /// - Parameters:
  ///   - header: Its `Authorization`.
  ///   - signature: `t=SECONDS,v1=HEX`: the HMAC-SHA256 of `SECONDS.BODY`.
  ///   - body: What came.
  ///   - now: Seconds since 1970.
  /// - Returns: Whether it is.
  func believes(header: String?, signature: String?, body: [UInt8], at now: Int) -> Bool {
    guard mayBelieve(header: header, signature: signature, at: now) else { return false }
    guard let secret else { return true }
    guard let signature = Signature(signature, at: now) else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      signature.code, authenticating: Array("\(signature.time).".utf8) + body, using: secret)
  }

  /// What a signature says, where it is of these minutes.
  private struct Signature {
    /// As it is written, which is what is signed.
    let time: Substring
    let code: [UInt8]

    init?(_ text: String?, at now: Int) {
      var parts: [Substring: Substring] = [:]
      for part in (text ?? "").split(separator: ",") {
        let words = part.split(separator: "=", maxSplits: 1)
        if words.count == 2 { parts[words[0].drop { $0 == " " }] = words[1] }
      }
      guard let text = parts["t"], let time = Int(text),
        (now - WebhookKey.window...now + WebhookKey.window).contains(time),
        let code = parts["v1"].flatMap({ WebhookKey.bytes(hexadecimal: $0) })
      else { return nil }
      (self.time, self.code) = (text, code)
    }
  }

  private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
      guard !pair.contains("+"), !pair.contains("-"), let byte = UInt8(pair, radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }
}
