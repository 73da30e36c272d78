import AlmanacTree
import HouseSupport
import Manifest
import Signing
import Stores
import TestSupport
import Testing

extension SecretKey {
  /// A key of its own for every number.
  static func sample(_ number: UInt8) throws -> SecretKey {
    try #require(SecretKey(seed: [UInt8](repeating: number, count: 32)))
  }
}

extension TreeTrust {
  /// Trusts the root that the lists of `signRelease` are signed with.
  static func ofSamples() throws -> TreeTrust {
    let trust = TreeTrust(rootKeys: [try SecretKey.sample(1).publicKey.text], now: { 0 })
    return try #require(trust)
  }
}

extension TemporaryFolder {
  /// Signs the release that a tree's pointer names, beside a list of release keys that a root has
  /// signed.
  func signRelease(by signer: UInt8 = 10, listing listed: UInt8 = 10) throws {
    let manifest = try #require(try DirectoryStore(root: path).get(.manifest, limit: 1 << 20))
    let time = Samples.time("2026-11-21T03:00:00Z")
    let root = try SecretKey.sample(1)
    let list = ReleaseKeys(
      version: 1, createdAt: time, release: 0, roots: [root.publicKey], copies: 2,
      entries: [.init(key: try SecretKey.sample(listed).publicKey, first: 1, createdAt: time)])
    try write(SignedKeys(list, signedBy: [root]).json, to: "puzzles/keys.json")
    let statement = try ReleaseStatement(ofManifest: manifest)
    let key = try SecretKey.sample(signer)
    let signature = KeySignature(key: key.publicKey, bytes: try key.signature(of: statement.text))
    try write(
      ReleaseSignatures(of: statement, [signature]).json,
      to: "puzzles/releases/\(statement.release).sig")
  }
}
