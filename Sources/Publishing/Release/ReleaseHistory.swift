import Identity
package import Manifest
package import Stores

/// The releases that a store keeps: the current one and the chain that leads to the oldest.
package struct ReleaseHistory: Sendable {
  private let store: any ObjectStore

  /// The manifests, oldest first; the last one is current.
  package let releases: [Manifest]

  /// The release that the oldest of these follows, where its manifest should be there and is
  /// missing or damaged: nothing leads to those before it any more.
  package let gap: Int?

  /// Reads the manifests of a store.
  ///
  /// - Throws: `PublishError.noReadableManifest` when there are only damaged ones;
  ///   `PublishError.store` when the store fails. A release of the chain that is missing ends it.
  /// - Complexity: O(bytes of all manifests).
  package init(of store: any ObjectStore) async throws(PublishError) {
    try await self.init(of: store, upTo: PublishedState(of: store).committed?.manifest)
  }

  /// Reads the manifests that lead to a release, finished or not.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - latest: The release.
  ///   - first: The release behind which nobody wants to look; 1 for all.
  /// - Throws: `PublishError.store` when the store fails.
  package init(
    of store: any ObjectStore, upTo latest: Manifest?, downTo first: Int = 1
  ) async throws(PublishError) {
    self.store = store
    // Earlier releases do not know yet which ones are forgotten; where a clean-up was broken off,
    // these are still there.
    let oldest = latest?.oldest ?? 1
    var releases: [Manifest] = []
    var next = latest
    var end: Int?
    while let manifest = next {
      releases.append(try await manifest.joined(from: store))
      next = nil
      guard let link = manifest.previous, link.release >= max(first, oldest) else {
        continue
      }
      end = link.release
      let bytes = try await onStore(await store.get(.release(link.release)))
      guard let bytes, Digest.sha256(of: bytes) == link.sha256 else { continue }
      next = try? Manifest(json: bytes)
      if next != nil { end = nil }
    }
    self.releases = releases.reversed()
    gap = end
  }

  /// Whether the current release is a clean-up: it keeps fewer than the one before did.
  package var endsWithCleanUp: Bool {
    releases.last?.oldest.map { $0 != releases.dropLast().last?.oldest } ?? false
  }

  /// The oldest release that is kept.
  private var oldest: Int { releases.last?.oldest ?? 1 }

  /// The manifest of a release.
  ///
  /// - Throws: `PublishError.damagedRelease` where nothing leads to it, `.noRelease` when it is not
  ///   kept.
  package func release(_ number: Int) throws(PublishError) -> Manifest {
    if let found = releases.first(where: { $0.release == number }) { return found }
    if let gap, (oldest...gap).contains(number) { throw .damagedRelease(number, .release(gap)) }
    throw .noRelease(number, kept: releases.map(\.release))
  }

  /// What is kept in front of the gap, where nothing vouches for it: good enough to be looked at.
  ///
  /// - Returns: The releases, oldest first, and the numbers of those that are missing or damaged.
  /// - Throws: `PublishError.store` when the store fails.
  package func cutOff() async throws(PublishError) -> (releases: [Manifest], lost: [Int]) {
    guard let gap else { return ([], []) }
    let listing = try await onStore(await store.list(ObjectKey.releases))
    let numbers = listing.objects.compactMap(\.key.releaseNumber).filter { number in
      (oldest..<gap).contains(number)
    }
    var releases: [Manifest] = []
    var lost: Set = [gap]
    for number in numbers.sorted() {
      guard let release = try await PublishedState.release(number, in: store) else {
        lost.insert(number)
        continue
      }
      releases.append(try await release.manifest.joined(from: store))
    }
    let named = releases.compactMap(\.previous?.release).filter { $0 >= oldest }
    lost.formUnion(Set(named).subtracting(numbers))
    return (releases, lost.sorted())
  }

  /// What a player notices between two releases, packs slot by slot.
  ///
  /// - Throws: `PublishError.store` when the store fails; packs that cannot be read are described
  ///   by their versions alone.
  package func changes(from earlier: Manifest?, to later: Manifest) async throws(PublishError)
    -> [String]
  {
    let reader = ReleaseReader(of: store)
    var lines: [String] = []
    for change in ReleaseChange.between(earlier, later) {
      var line = change.description
      if case .packChanged(let id, _, _) = change, let earlier,
        let old = earlier.packs.first(where: { $0.id == id }),
        let new = later.packs.first(where: { $0.id == id }),
        let before = try? await reader.pack(old, of: earlier),
        let after = try? await reader.pack(new, of: later)
      {
        let words = PackDifference.between(
          before, after, telling: new.changes(after: old.version))
        if !words.isEmpty { line += " (\(words.joined(separator: "; ")))" }
      }
      lines.append(line)
    }
    return lines
  }
}
