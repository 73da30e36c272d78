import Identity
package import Manifest
import Signing
package import Stores

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

  /// Signs earlier releases whose signatures are missing or damaged, as far as the key may; where
  /// it may not, what is damaged goes.
  ///
  /// Only what the chain of digests leads to from the current release: whatever else lies in the
  /// tree may come from anybody.
  mutating func signEarlier(than latest: Manifest) async throws(PublishError) {
    guard let signer else { return }
    let damaged = try await store.damagedSignatures(before: latest, among: present)
    let isOneMissing = present.contains { key in
      guard let number = key.releaseNumber, number < latest.release,
        number >= latest.oldest ?? 1, !present.contains(.signature(number))
      else { return false }
      return signer.keys.keys.entitles(signer.publicKey, to: number)
    }
    guard isOneMissing || !damaged.isEmpty else { return }
    let history = try await ReleaseHistory(of: store, upTo: latest)
    for (earlier, later) in zip(history.releases, history.releases.dropFirst()) {
      let key = ObjectKey.signature(earlier.release)
      let isDamaged = damaged.contains(earlier.release)
      guard let link = later.previous, isDamaged || !present.contains(key) else { continue }
      let isSigned = try await sign(
        ReleaseStatement(
          release: earlier.release, manifest: link.sha256, createdAt: earlier.createdAt), .heal)
      if isDamaged, !isSigned { remove(key) }
    }
  }

  /// - Returns: Whether there was something to write.
  @discardableResult
  private mutating func sign(
    _ statement: ReleaseStatement, _ reason: ReleaseAction.Reason
  ) async throws(PublishError) -> Bool {
    guard let signer else { return false }
    let key = ObjectKey.signature(statement.release)
    let found = try await bytes(of: key, limit: ReleaseSignatures.most.bytes)
    let signed = try onKeys { () throws(SigningError) in
      try signer.signatures(for: statement, found: found)
    }
    if let signed { try await put(ReleasePlanner.object(key, signed), reason) }
    return signed != nil
  }

  private static func object(_ key: ObjectKey, _ bytes: [UInt8]) -> StoredObject {
    StoredObject(
      key: key, bytes: bytes, mediaType: MediaType.json, cacheControl: CacheControl.pointer)
  }

  private func bytes(of key: ObjectKey, limit: Int) async throws(PublishError) -> [UInt8]? {
    guard present.contains(key) else { return nil }
    return try await store.small(key, limit: limit)
  }
}

extension ObjectStore {
  /// The kept releases before a release whose signatures are not what they should be: unreadable,
  /// of another release, or false.
  ///
  /// - Parameters:
  ///   - latest: The release.
  ///   - present: The objects that the store has.
  /// - Returns: The releases' numbers, ascending.
  /// - Throws: `PublishError.store` when the store fails.
  /// - Complexity: a small object for each release that is kept.
  package func damagedSignatures(
    before latest: Manifest, among present: Set<ObjectKey>
  ) async throws(PublishError) -> [Int] {
    var damaged: [Int] = []
    for number in present.compactMap(\.signatureNumber).sorted()
    where number < latest.release && number >= latest.oldest ?? 1 {
      let bytes = try await small(.signature(number), limit: ReleaseSignatures.most.bytes)
      if let bytes, !ReleaseSignatures.areWhole(bytes, of: number) { damaged.append(number) }
    }
    return damaged
  }

  /// The bytes of a small object; what is longer than it can be is as good as damaged.
  fileprivate func small(_ key: ObjectKey, limit: Int) async throws(PublishError) -> [UInt8]? {
    do throws(StoreError) {
      return try await get(key, limit: limit)
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
