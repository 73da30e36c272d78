import Identity
import JSONText

/// The signatures of a release, `releases/{n}.sig`: what is said, and who has signed it.
///
///     {"schema":1,"release":7,"manifest":"{sha256}","createdAt":"2026-11-21T03:00:00Z",
///      "signatures":[{"key":"{64 digits}","signature":"{128 digits}"}]}
///
/// The first members say what is signed, so that a reader checks the signature before it reads any
/// of a manifest that may come from anybody. Members that a reader does not know are passed over.
package struct ReleaseSignatures: Hashable, Sendable {
  package let statement: ReleaseStatement
  package var signatures: [KeySignature]

  package init(of statement: ReleaseStatement, _ signatures: [KeySignature] = []) {
    self.statement = statement
    self.signatures = signatures
  }

  /// The most bytes of such an object, and the most signatures in it.
  package static let most = (bytes: 1 << 14, signatures: 16)

  private static let schema = 1

  /// Reads signatures that come from anywhere.
  ///
  /// - Throws: `SigningError.unreadable`; whether a signature holds is not looked at.
  package init(reading bytes: [UInt8]) throws(SigningError) {
    let what = "the signature"
    let members = try SignedMembers(bytes, what: what, limit: ReleaseSignatures.most.bytes)
    _ = try members.integer("schema", in: 1...ReleaseSignatures.schema)
    statement = ReleaseStatement(
      release: try members.integer("release", in: 1...ReleaseStatement.greatestRelease),
      manifest: Digest.hexadecimal(try members.hexadecimal("manifest", bytes: 32)),
      createdAt: try members.time("createdAt"))
    signatures = []
    for line in try members.objects("signatures", atMost: ReleaseSignatures.most.signatures) {
      signatures.append(try KeySignature(line))
    }
  }

  /// The object's bytes.
  package var json: [UInt8] {
    JSONValue.object([
      JSONMember("schema", ReleaseSignatures.schema),
      JSONMember("release", statement.release),
      JSONMember("manifest", statement.manifest),
      JSONMember("createdAt", "\(statement.createdAt)"),
      JSONMember("signatures", .array(signatures.map(\.json))),
    ]).text
  }

  /// Whether bytes are the signatures of a release, as far as can be told without its manifest: all
  /// of them hold.
  package static func areWhole(_ bytes: [UInt8], of release: Int) -> Bool {
    guard let read = try? ReleaseSignatures(reading: bytes) else { return false }
    return read.statement.release == release && read.forged.isEmpty
  }

  /// Whether a key has signed this, truly.
  package func holds(for key: PublicKey) -> Bool {
    let text = statement.text
    return signatures.contains { $0.key == key && $0.holds(for: text) }
  }

  /// The keys of a list that have signed this, truly, and that may sign this release.
  package func trusted(by keys: ReleaseKeys) -> [PublicKey] {
    keys.entries.filter { $0.includes(statement.release) }.map(\.key).filter { holds(for: $0) }
  }

  /// Those whose signatures are not what they are said to be.
  package var forged: [PublicKey] {
    let text = statement.text
    return signatures.filter { !$0.holds(for: text) }.map(\.key)
  }
}
