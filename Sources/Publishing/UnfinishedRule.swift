package import Dates
import Identity
import Manifest
package import Signing
package import Stores

/// Which manifests above the pointer are releases that a publisher left unfinished.
///
/// Whoever can write into a tree can lay a manifest there that follows from the current release; to
/// finish it is to publish it, and to sign it. So what follows counts only if the catalogue has
/// these very bytes. Where the catalogue was lost, evidence has to do.
package struct UnfinishedRule: Sendable {
  /// The manifest that the catalogue has of a release; `nil` where whatever follows counts.
  let recorded: (@Sendable (Int) -> [UInt8]?)?
  /// Releases that the catalogue has: a listing that lags behind may not show them.
  let expected: [Int]
  let evidence: Evidence?

  /// Whatever follows counts: for those who only look, and who have no catalogue.
  package static let following = UnfinishedRule(recorded: nil, expected: [], evidence: nil)

  /// Counts what a catalogue has, and beside one that is lost or older what has evidence.
  ///
  /// - Parameters:
  ///   - expected: The pending release and the last published one, as far as there are any.
  ///   - evidence: What has to hold for a release that no catalogue vouches for.
  ///   - recorded: The manifest that the catalogue has of a release, pending or published.
  /// - Returns: The rule.
  package static func recorded(
    expecting expected: [Int], or evidence: Evidence,
    _ recorded: @escaping @Sendable (Int) -> [UInt8]?
  ) -> UnfinishedRule {
    UnfinishedRule(recorded: recorded, expected: expected, evidence: evidence)
  }

  /// Whether the catalogue has this release.
  func isRecorded(_ release: PublishedState.Release) -> Bool {
    recorded?(release.manifest.release) == release.bytes
  }

  /// Whether a release can be the press's own: the catalogue has it, or a house that signs has
  /// signed it with a key that is listed.
  ///
  /// The pointer is no more than a file of the tree. Whoever can write there can let it name
  /// whatever he likes; what follows from that would be signed by the next night.
  package func owns(
    _ release: PublishedState.Release, in store: any ObjectStore
  ) async throws(PublishError) -> Bool {
    guard let evidence, evidence.isSigning, !isRecorded(release) else { return true }
    return try await evidence.hasSigned(release, in: store)
  }

  /// The last release in a store that is the press's own; `nil` where none is.
  package func lastOwn(in store: any ObjectStore) async throws(PublishError) -> Int? {
    let listing = try await onStore(await store.list(ObjectKey.releases))
    for number in listing.objects.compactMap(\.key.releaseNumber).sorted(by: >) {
      guard let release = try await PublishedState.release(number, in: store) else { continue }
      if try await owns(release, in: store) { return number }
    }
    return nil
  }

  /// Whether a manifest that follows from the pointer's release, or from one that counts, does so
  /// too.
  func counts(
    _ release: PublishedState.Release, after earlier: PublishedState.Release,
    in store: any ObjectStore
  ) async throws(PublishError) -> Bool {
    guard recorded != nil else { return true }
    if isRecorded(release) { return true }
    // A catalogue that has the release before would have this one, too.
    guard let evidence, !isRecorded(earlier) else { return false }
    guard release.manifest.createdAt >= earlier.manifest.createdAt else { return false }
    guard try await evidence.vouches(for: release, in: store) else { return false }
    return try await release.isWhole(in: store)
  }

  /// Whether the last release of a chain that nothing points to counts.
  func counts(
    unpointed release: PublishedState.Release, in store: any ObjectStore
  ) async throws(PublishError) -> Bool {
    guard let evidence, recorded != nil, !isRecorded(release) else { return true }
    return try await evidence.vouches(for: release, in: store)
  }
}

extension UnfinishedRule {
  /// What speaks for a release that no catalogue vouches for.
  package struct Evidence: Sendable {
    /// The run's clock; nothing was made after it.
    let now: Timestamp
    /// Whether a release has to be signed even if the tree has no list of keys.
    let isSigning: Bool
    /// The house's list of keys; `nil`: the tree's.
    let keys: ReleaseKeys?

    package init(now: Timestamp, isSigning: Bool, keys: ReleaseKeys?) {
      self.now = now
      self.isSigning = isSigning
      self.keys = keys
    }

    /// Whether clock and signature speak for a release.
    func vouches(
      for release: PublishedState.Release, in store: any ObjectStore
    ) async throws(PublishError) -> Bool {
      guard release.manifest.createdAt <= now else { return false }
      let listed = try await small(.keys, SignedKeys.largest, in: store)
      guard isSigning || keys != nil || listed != nil else { return true }
      return try await hasSigned(release, in: store)
    }

    /// Whether a key that is listed has signed a release.
    func hasSigned(
      _ release: PublishedState.Release, in store: any ObjectStore
    ) async throws(PublishError) -> Bool {
      let listed = try await small(.keys, SignedKeys.largest, in: store)
      guard
        let keys = keys ?? listed.flatMap({ try? SignedKeys(reading: $0).checked() }),
        let bytes = try await small(
          .signature(release.manifest.release), ReleaseSignatures.most.bytes, in: store),
        let signatures = try? ReleaseSignatures(reading: bytes)
      else { return false }
      let statement = ReleaseStatement(
        release: release.manifest.release, manifest: Digest.sha256(of: release.bytes),
        createdAt: release.manifest.createdAt)
      return signatures.statement == statement && !signatures.trusted(by: keys).isEmpty
    }

    /// The bytes of a small object; what is longer than it can be is as good as damaged.
    private func small(
      _ key: ObjectKey, _ limit: Int, in store: any ObjectStore
    ) async throws(PublishError) -> [UInt8]? {
      do throws(StoreError) {
        return try await store.get(key, limit: limit)
      } catch {
        switch error {
        case .tooLarge, .notAFile: return []
        default: throw .store(error)
        }
      }
    }
  }
}

extension PublishedState.Release {
  /// Whether everything that it names is listed in it, and there with these very bytes.
  fileprivate func isWhole(in store: any ObjectStore) async throws(PublishError) -> Bool {
    let manifest = try await manifest.joined(from: store)
    guard manifest.isWhole else { return false }
    let dates = manifest.calendar.values.flatMap(\.entries).map { ObjectKey.entry($0.period) }
    let named = dates + manifest.aliases.map(\.target) + manifest.used.map(\.object)
    guard Set(manifest.objects.map(\.key)).isSuperset(of: named) else { return false }
    for object in manifest.objects {
      let bytes: [UInt8]?
      do throws(StoreError) {
        bytes = try await store.get(object.key, limit: object.bytes)
      } catch {
        switch error {
        case .tooLarge, .notAFile: return false
        default: throw .store(error)
        }
      }
      guard let bytes, Digest.sha256(of: bytes) == object.sha256 else { return false }
    }
    return true
  }
}
