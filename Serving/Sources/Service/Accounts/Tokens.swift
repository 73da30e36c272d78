import Crypto
package import Foundation
import JWTKit
import Synchronization

/// What a token says: whose session it is, and until when.
struct Claims: JWTPayload {
  /// The user.
  let sub: SubjectClaim
  /// The session, which can be revoked.
  let sid: String
  let aud: AudienceClaim
  let iat: IssuedAtClaim
  let exp: ExpirationClaim

  static let audience = "almanac"

  func verify(using algorithm: some JWTAlgorithm) throws {
    try exp.verifyNotExpired()
    try aud.verifyIntendedAudience(includes: Claims.audience)
  }
}

/// Signs tokens and reads them.
///
/// The algorithm is HS256, whatever a token says of itself; the key is the one that it names, if
/// that is one of ours. The first key signs; the others are read for as long as they are listed, so
/// that a key can be changed without logging anyone out.
package struct Tokens: Sendable {
  /// A key: its name, and its secret.
  package struct Key: Sendable {
    package let id: String
    package let secret: Data

    package init(id: String, secret: Data) {
      self.id = id
      self.secret = secret
    }
  }

  private let keys: JWTKeyCollection
  private let names: Set<String>
  private let signing: JWKIdentifier
  private let known = Known()

  /// Tokens that were found good: a phone comes with the same one for a month.
  private final class Known: Sendable {
    struct Entry {
      let user: String
      let session: String
      let end: Date
    }
    static let most = 20_000
    let entries = Mutex<[String: Entry]>([:])
  }

  /// The longest token that is looked at, in bytes.
  static let longest = 2048

  /// Takes the keys, the one that signs first.
  package init(_ list: [Key]) async throws(TokenKeyError) {
    guard let first = list.first else { throw .none }
    keys = JWTKeyCollection()
    for key in list {
      guard key.secret.count >= 32 else { throw .short(key.id) }
      await keys.add(
        hmac: HMACKey(from: key.secret), digestAlgorithm: .sha256,
        kid: JWKIdentifier(string: key.id))
    }
    guard Set(list.map(\.id)).count == list.count else { throw .twice }
    names = Set(list.map(\.id))
    signing = JWKIdentifier(string: first.id)
  }

  /// Reads a file of keys: in each line a name and 32 bytes or more in Base64.
  package static func keys(in text: String) throws(TokenKeyError) -> [Key] {
    var keys: [Key] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split(separator: " ").map(String.init)
      if words.isEmpty || line.hasPrefix("#") { continue }
      guard words.count == 2,
        words[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
        let secret = Data(base64Encoded: words[1])
      else { throw .line(number + 1) }
      keys.append(Key(id: words[0], secret: secret))
    }
    return keys
  }

  func token(user: String, session: String, at now: Int, until end: Int) async throws -> String {
    let claims = Claims(
      sub: .init(value: user), sid: session, aud: .init(value: [Claims.audience]),
      iat: .init(value: Date(timeIntervalSince1970: Double(now / 1000))),
      exp: .init(value: Date(timeIntervalSince1970: Double(end / 1000))))
    return try await keys.sign(claims, kid: signing)
  }

  /// Whose token it is; `nil` for any that is not ours, not good or not good any more.
  ///
  /// What it says holds until its end; whether its session is open still is looked up elsewhere.
  func claims(_ token: String) async -> (user: String, session: String)? {
    if let entry = known.entries.withLock({ $0[token] }) {
      return entry.end > Date() ? (entry.user, entry.session) : nil
    }
    guard token.utf8.count <= Tokens.longest, let header = Tokens.header(of: token),
      header.alg == "HS256", let kid = header.kid, names.contains(kid)
    else { return nil }
    guard let claims = try? await keys.verify(token, as: Claims.self) else { return nil }
    let entry = Known.Entry(user: claims.sub.value, session: claims.sid, end: claims.exp.value)
    known.entries.withLock { entries in
      if entries.count >= Known.most { entries = [:] }
      entries[token] = entry
    }
    return (entry.user, entry.session)
  }

  private struct Header: Decodable {
    let alg: String
    let kid: String?
  }

  private static func header(of token: String) -> Header? {
    guard let part = token.split(separator: ".", omittingEmptySubsequences: false).first else {
      return nil
    }
    var text = part.replacing("-", with: "+").replacing("_", with: "/")
    while text.count % 4 != 0 { text += "=" }
    return Data(base64Encoded: String(text)).flatMap {
      try? JSONDecoder().decode(Header.self, from: $0)
    }
  }
}

/// Why keys for tokens cannot be used.
package enum TokenKeyError: Error, CustomStringConvertible {
  case none
  case short(String)
  case twice
  case line(Int)

  package var description: String {
    switch self {
    case .none: "there is no key in it — write a line with a name and 32 random bytes in Base64"
    case .short(let id): "key \(id) has fewer than 32 bytes — openssl rand -base64 32 makes some"
    case .twice: "two keys have one name — give each its own"
    case .line(let line): "line \(line): found something else, expected a name and Base64"
    }
  }
}
