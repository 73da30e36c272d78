import Identity
import Manifest
import Signing
import Stores

extension ReleasePlanner {
  /// Signs a release, before anything points to it, and brings the list of keys up to the signer's.
  ///
  /// The signature comes first: a reader who meets the new list finds a signature that goes with
  /// it.
  mutating func sign(
    _ release: PublishedState.Release, _ reason: ReleaseAction.Reason
  ) async throws(PublishError) {
    try await sign(
      ReleaseStatement(
        release: release.manifest.release, manifest: Digest.sha256(of: release.bytes),
        createdAt: release.manifest.createdAt), reason)
    guard let signer else { return }
    let found = try await bytes(of: .keys, limit: SignedKeys.largest)
    if try onKeys({ () throws(SigningError) in try signer.replacesKeys(found) }) {
      try await put(ReleasePlanner.object(.keys, signer.keys.json), reason)
    }
  }

  /// Refuses to sign what every reader of a signed tree would refuse for good.
  func checkSize(of release: PublishedState.Release) throws(PublishError) {
    let most = TrustedReader.largestManifest
    guard signer != nil, release.bytes.count > most else { return }
    throw .badContent(
      "the manifest of release \(release.manifest.release) has \(release.bytes.count) bytes, and "
        + "apps that check signatures read \(most) at the most — publish fewer packs, or keep "
        + "fewer releases with “almanac release gc --keep”; nothing was written")
  }

  /// Signs earlier releases whose signatures are missing, as far as the key may.
  ///
  /// Only what the chain of digests leads to from the current release: whatever else lies in the
  /// tree may come from anybody.
  mutating func signEarlier(than latest: Manifest) async throws(PublishError) {
    guard let signer else { return }
    let isOneMissing = present.contains { key in
      guard let number = key.releaseNumber, number < latest.release,
        number >= latest.oldest ?? 1, !present.contains(.signature(number))
      else { return false }
      return signer.keys.keys.entitles(signer.publicKey, to: number)
    }
    guard isOneMissing else { return }
    let history = try await ReleaseHistory(of: store, upTo: latest)
    for (earlier, later) in zip(history.releases, history.releases.dropFirst()) {
      guard let link = later.previous, !present.contains(.signature(earlier.release)) else {
        continue
      }
      try await sign(
        ReleaseStatement(
          release: earlier.release, manifest: link.sha256, createdAt: earlier.createdAt), .heal)
    }
  }

  private mutating func sign(
    _ statement: ReleaseStatement, _ reason: ReleaseAction.Reason
  ) async throws(PublishError) {
    guard let signer else { return }
    let key = ObjectKey.signature(statement.release)
    let found = try await bytes(of: key, limit: ReleaseSignatures.most.bytes)
    let signed = try onKeys { () throws(SigningError) in
      try signer.signatures(for: statement, found: found)
    }
    if let signed { try await put(ReleasePlanner.object(key, signed), reason) }
  }

  private static func object(_ key: ObjectKey, _ bytes: [UInt8]) -> StoredObject {
    StoredObject(
      key: key, bytes: bytes, mediaType: MediaType.json, cacheControl: CacheControl.pointer)
  }

  /// The bytes of a small object; what is longer than it can be is as good as damaged.
  private func bytes(of key: ObjectKey, limit: Int) async throws(PublishError) -> [UInt8]? {
    guard present.contains(key) else { return nil }
    do throws(StoreError) {
      return try await store.get(key, limit: limit)
    } catch {
      if case .tooLarge = error { return [] }
      throw .store(error)
    }
  }
}

/// Runs what works with keys, its errors made errors of publishing.
func onKeys<Value>(
  _ body: () throws(SigningError) -> Value
) throws(PublishError) -> Value {
  do throws(SigningError) {
    return try body()
  } catch {
    throw .signing(error)
  }
}
