package import Dates
package import JSONText

/// The release keys: which key may sign which releases.
///
/// This is what a root signs. Its number, `version`, only rises, so that nobody can bring a key
/// back that was ended.
package struct ReleaseKeys: Hashable, Sendable {
  /// A release key, and the releases that it may sign.
  package struct Entry: Hashable, Sendable {
    package var key: PublicKey
    /// The first release that it may sign.
    package var first: Int
    /// The last one; `nil` while there is no end.
    package var last: Int?
    /// When it was listed.
    package var createdAt: Timestamp

    package init(key: PublicKey, first: Int, last: Int? = nil, createdAt: Timestamp) {
      self.key = key
      self.first = first
      self.last = last
      self.createdAt = createdAt
    }

    /// Whether it may sign a release.
    package func includes(_ release: Int) -> Bool {
      release >= first && release <= last ?? ReleaseStatement.greatestRelease
    }

    /// Its releases, for messages: `12…57`, `58…`.
    package var range: String { "\(first)…\(last.map(String.init) ?? "")" }

    /// Its members, in the list and wherever it is told.
    package var members: [JSONMember] {
      [
        JSONMember("key", key.text), JSONMember("first", first), JSONMember("last", last),
        JSONMember("createdAt", "\(createdAt)"),
      ]
    }
  }

  /// The number of this list, from 1.
  package var version: Int
  package var createdAt: Timestamp
  /// The release that was current when the root signed this: readers accept none below it.
  package var release: Int
  /// The roots that apps are built with: the current one, and the next where there is one.
  package var roots: [PublicKey]
  /// How many copies of the root its holder had at hand when signing this.
  package var copies: Int
  /// The keys, in the order in which they were listed.
  package var entries: [Entry]

  package init(
    version: Int, createdAt: Timestamp, release: Int, roots: [PublicKey], copies: Int,
    entries: [Entry]
  ) {
    self.version = version
    self.createdAt = createdAt
    self.release = release
    self.roots = roots
    self.copies = copies
    self.entries = entries
  }

  /// What a key may sign, or `nil` when it is not listed.
  ///
  /// A key may be listed twice, when it comes back after an end.
  package func entries(of key: PublicKey) -> [Entry] { entries.filter { $0.key == key } }

  /// Whether a key may sign a release.
  package func entitles(_ key: PublicKey, to release: Int) -> Bool {
    entries.contains { $0.key == key && $0.includes(release) }
  }

  /// The most keys and roots of a list.
  package static let most = (keys: 256, roots: 2)
}

extension ReleaseKeys {
  private static let what = "the release keys"

  init(reading text: String) throws(SigningError) {
    let members = try SignedMembers(
      Array(text.utf8), what: ReleaseKeys.what, limit: SignedKeys.largest)
    let numbers = 1...ReleaseStatement.greatestRelease
    version = try members.integer("version", in: numbers)
    createdAt = try members.time("createdAt")
    release = try members.integer("release", in: 0...ReleaseStatement.greatestRelease)
    copies = try members.integer("copies", in: 0...1000)
    roots = []
    for value in try members.array("roots", atMost: ReleaseKeys.most.roots) {
      guard case .string(let text) = value, let key = PublicKey(text) else {
        throw members.wrong("roots", "keys of 64 lower-case hexadecimal digits")
      }
      roots.append(key)
    }
    entries = []
    for line in try members.objects("keys", atMost: ReleaseKeys.most.keys) {
      let first = try line.integer("first", in: numbers)
      entries.append(
        Entry(
          key: try line.key("key"), first: first,
          last: try line.optionalInteger("last", in: 0...ReleaseStatement.greatestRelease),
          createdAt: try line.time("createdAt")))
    }
  }

  /// The list as a root signs it, without its mark.
  var text: String {
    JSONValue.object([
      JSONMember("version", version),
      JSONMember("createdAt", "\(createdAt)"),
      JSONMember("release", release),
      JSONMember("roots", roots.map(\.text)),
      JSONMember("copies", copies),
      JSONMember(
        "keys", .array(entries.map { .object($0.members) })),
    ]).line
  }
}

/// The object `keys.json`: the release keys as a text, and the signatures of roots on it.
///
///     {"schema":1,"signed":"{\"version\":3,…}","signatures":[{"key":"…","signature":"…"}]}
///
/// The list stands in it as a string, so that everyone checks the very bytes that were signed, and
/// members that come later are signed as well. Signed is `ALMANAC1 KEYS`, a line end, and that
/// string.
package struct SignedKeys: Hashable, Sendable {
  package let keys: ReleaseKeys
  package let signatures: [KeySignature]
  private let signed: String

  /// The most bytes of such an object.
  package static let largest = 1 << 17

  private static let schema = 1

  private static func marked(_ text: String) -> [UInt8] { Array("ALMANAC1 KEYS\n\(text)".utf8) }

  /// Signs a list.
  ///
  /// - Throws: `SigningError.cannotSign`.
  package init(_ keys: ReleaseKeys, signedBy roots: [SecretKey]) throws(SigningError) {
    self.keys = keys
    signed = keys.text
    var signatures: [KeySignature] = []
    for root in roots {
      signatures.append(
        KeySignature(
          key: root.publicKey, bytes: try root.signature(of: SignedKeys.marked(signed))))
    }
    self.signatures = signatures
  }

  /// Reads a list that comes from anywhere.
  ///
  /// - Throws: `SigningError.unreadable`; whether a signature holds is not looked at.
  package init(reading bytes: [UInt8]) throws(SigningError) {
    let members = try SignedMembers(bytes, what: "keys.json", limit: SignedKeys.largest)
    _ = try members.integer("schema", in: 1...SignedKeys.schema)
    signed = try members.string("signed")
    signatures = try members.objects("signatures", atMost: ReleaseSignatures.most.signatures)
      .map { members throws(SigningError) in try KeySignature(members) }
    keys = try ReleaseKeys(reading: signed)
  }

  /// The object's bytes.
  package var json: [UInt8] {
    JSONValue.object([
      JSONMember("schema", SignedKeys.schema),
      JSONMember("signed", signed),
      JSONMember("signatures", .array(signatures.map(\.json))),
    ]).text
  }

  /// Whether one of some roots has signed it, truly.
  package func isSigned(byOneOf roots: [PublicKey]) -> Bool {
    let text = SignedKeys.marked(signed)
    return signatures.contains { roots.contains($0.key) && $0.holds(for: text) }
  }

  /// The list, when it is signed by one of the roots that it names itself.
  ///
  /// That shows damage and mistakes, not attacks: whoever can write it can name roots.
  ///
  /// - Throws: `SigningError.noRootSignature`.
  package func checked() throws(SigningError) -> ReleaseKeys {
    guard isSigned(byOneOf: keys.roots) else { throw .noRootSignature }
    return keys
  }

  /// Whether a second list says the same, whoever has signed it.
  package func saysTheSame(as other: SignedKeys) -> Bool { signed == other.signed }
}
