package import Dates
import Identity

/// What a signature of a release says: this manifest is release n, made at this time.
package struct ReleaseStatement: Hashable, Sendable {
  /// The release's number, 1…2^53.
  package let release: Int
  /// The SHA-256 of its manifest, in lower-case hexadecimal.
  package let manifest: String
  /// The manifest's `createdAt`.
  package let createdAt: Timestamp

  package init(release: Int, manifest: String, createdAt: Timestamp) {
    self.release = release
    self.manifest = manifest
    self.createdAt = createdAt
  }

  /// What is signed: three lines behind the mark, none with an end.
  package var text: [UInt8] {
    Array("ALMANAC1\n\(release)\n\(manifest)\n\(createdAt)".utf8)
  }

  /// The greatest number that a release can have, which JavaScript still reads exactly.
  package static let greatestRelease = 1 << 53
}

extension ReleaseStatement {
  /// The statement of a manifest, from its bytes.
  ///
  /// - Throws: `SigningError.unreadable` when it is no JSON, or does not say its number and time.
  package init(ofManifest bytes: [UInt8]) throws(SigningError) {
    let members = try SignedMembers(bytes, what: "the manifest", limit: 1 << 28)
    self.init(
      release: try members.integer("release", in: 1...ReleaseStatement.greatestRelease),
      manifest: Digest.sha256(of: bytes), createdAt: try members.time("createdAt"))
  }
}
