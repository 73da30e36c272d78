import Dates
import Identity
import Signing
import Testing

/// Keys, lists and manifests for tests of signatures.
enum SampleKeys {
  /// A key of its own for every number.
  static func key(_ number: UInt8) throws -> SecretKey {
    try #require(SecretKey(seed: [UInt8](repeating: number, count: 32)))
  }

  static let time = "2026-11-21T03:00:00Z"

  static func entry(
    _ number: UInt8, _ first: Int = 1, _ last: Int? = nil
  ) throws -> ReleaseKeys.Entry {
    ReleaseKeys.Entry(
      key: try key(number).publicKey, first: first, last: last, createdAt: try Timestamp(time))
  }

  /// A list that root 1 has signed; its roots are 1 and 2.
  static func keys(
    _ entries: [ReleaseKeys.Entry], version: Int = 1, release: Int = 0, roots: [UInt8] = [1, 2],
    signedBy signers: [UInt8] = [1]
  ) throws -> SignedKeys {
    let list = ReleaseKeys(
      version: version, createdAt: try Timestamp(time), release: release,
      roots: try roots.map { try key($0).publicKey }, copies: 2, entries: entries)
    return try SignedKeys(list, signedBy: try signers.map { try key($0) })
  }

  static func manifest(_ release: Int, at time: String = time, mark: String = "") -> [UInt8] {
    Array("{\"createdAt\":\"\(time)\",\"mark\":\"\(mark)\",\"release\":\(release)}".utf8)
  }

  static func signature(_ manifest: [UInt8], by keys: UInt8...) throws -> [UInt8] {
    let statement = try ReleaseStatement(ofManifest: manifest)
    return ReleaseSignatures(
      of: statement,
      try keys.map {
        let key = try key($0)
        return KeySignature(key: key.publicKey, bytes: try key.signature(of: statement.text))
      }
    ).json
  }

  /// A reader who knows roots 1 and 2 and has a list in which key 10 may sign everything.
  static func reader() throws -> TrustedReader {
    var reader = TrustedReader(roots: [try key(1).publicKey, try key(2).publicKey])
    #expect(try reader.take(keys: keys([entry(10)]).json) == .accepted(notices: []))
    return reader
  }
}

extension TrustedReader {
  /// Looks at a release that some keys have signed.
  mutating func take(
    _ manifest: [UInt8], by keys: UInt8..., at now: String = "2026-11-21T09:00:00Z"
  ) throws -> Verdict {
    let statement = try ReleaseStatement(ofManifest: manifest)
    var signatures = ReleaseSignatures(of: statement)
    for number in keys {
      let key = try SampleKeys.key(number)
      signatures.signatures.append(
        KeySignature(key: key.publicKey, bytes: try key.signature(of: statement.text)))
    }
    return take(manifest: manifest, signature: signatures.json, at: try Timestamp(now))
  }
}
