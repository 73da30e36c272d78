import Identity
package import Manifest
package import Stores
import Wording

/// What a store has published, as far as its manifests tell.
package struct PublishedState: Hashable, Sendable {
  /// A release with the bytes of its manifest.
  package struct Release: Hashable, Sendable {
    package let manifest: Manifest
    /// Its bytes, as they are stored.
    package let bytes: [UInt8]
  }

  /// The release that `manifest.json` points to.
  package let committed: Release?

  /// A release above it whose manifest is written and not pointed to.
  ///
  /// A publisher was interrupted, or is at work. The next publish finishes it.
  package let unfinished: Release?

  /// The release that the next one follows.
  package var latest: Release? { unfinished ?? committed }

  /// Whether a catalogue's pending release is in the store, by the bytes of its manifest.
  package func holds(manifest bytes: [UInt8]) -> Bool {
    committed?.bytes == bytes || unfinished?.bytes == bytes
  }

  /// Manifests in `releases/` above the latest release that do not follow from it, or that nothing
  /// vouches for: nobody knows a publisher that left them.
  package let leftAside: [ObjectKey]

  /// Those among them that follow from the release before.
  private let unknown: Set<ObjectKey>

  /// The last number that is taken: that of the latest release, or of a manifest that is left
  /// aside.
  package let lastNumber: Int

  /// The last number that is taken, also by a release that only the catalogue knows: a tree that
  /// was lost is published again under the numbers after those that readers have seen.
  package func last(noting known: Int?) -> Int { max(lastNumber, known ?? 0) }

  /// What is left aside, and why.
  package var strays: [(key: ObjectKey, reason: String)] {
    let last = latest.map { "release \($0.manifest.release)" } ?? "any other"
    return leftAside.map { key in
      let isUnknown = unknown.contains(key)
      return (
        key, isUnknown ? PublishedState.unvouched : "it does not follow from \(last)"
      )
    }
  }

  private static let unvouched = "nothing shows that this press has made it"

  /// The bytes of the pointer, by which all of this was read.
  private let pointer: [UInt8]?

  /// Makes sure that nobody has published anything since this was read.
  ///
  /// - Throws: `PublishError.store(.preconditionFailed)` where somebody has, or the store fails.
  func checkIsCurrent(in store: any ObjectStore) async throws(PublishError) {
    guard try await onStore(await store.get(.manifest)) == pointer else {
      throw .store(.preconditionFailed(.manifest, store: store.name))
    }
  }

  /// The same in words.
  package var notes: [String] { strays.map { "\($0.key) is left aside: \($0.reason)" } }

  /// Reads the manifests of a store.
  ///
  /// What the catalogue is known to have is asked for by name: listings may lag behind.
  ///
  /// The manifest in `releases/` is trusted above `manifest.json` of the same number: it is written
  /// once, under a name that is never used again. Those above it are trusted as far as each follows
  /// from the one before, and counts by the rule.
  init(
    of store: any ObjectStore, _ rule: UnfinishedRule = .following
  ) async throws(PublishError) {
    let pointer = try await onStore(await store.get(.manifest))
    self.pointer = pointer
    let numbers = try await PublishedState.numbers(in: store, rule)
    let (pointed, problem) = try PublishedState.pointed(pointer)
    let chain =
      if let pointed {
        try await Chain(from: pointed, numbers, in: store, rule)
      } else {
        try await Chain(unpointed: numbers, in: store, rule)
      }
    // Without a pointer, a first release that cannot be read was cut off in the writing.
    let isFresh = pointer == nil && (numbers.isEmpty || numbers == [1])
    let releases = chain.releases
    guard !releases.isEmpty || isFresh else {
      let stray = chain.unknown.max().map { "\($0): \(PublishedState.unvouched)" }
      let detail = problem.map { "\(ObjectKey.manifest): \($0)" } ?? stray
      throw .noReadableManifest(
        detail ?? "\(ObjectKey.releases) holds \(numbers.count, of: "file")")
    }
    committed = try await PublishedState.joined(pointed == nil ? nil : releases.first, from: store)
    unfinished = try await PublishedState.joined(
      pointed == nil ? releases.last : releases.dropFirst().last, from: store)
    let known = Set(releases.map(\.manifest.release))
    let first = releases.first?.manifest.release ?? numbers.last ?? 0
    leftAside = numbers.filter { number in
      number > first && !known.contains(number) || chain.unknown.contains(.release(number))
    }.map { .release($0) }
    unknown = chain.unknown
    // Of a number that is far above, no publisher has made use.
    let last = releases.last?.manifest.release ?? 0
    let taken = chain.taken.filter { $0 < last + Manifest.widestGap }
    lastNumber = max(last, taken.max() ?? 0)
  }

  /// The numbers of the manifests that are there, ascending.
  private static func numbers(
    in store: any ObjectStore, _ rule: UnfinishedRule
  ) async throws(PublishError) -> [Int] {
    let listing = try await onStore(await store.list(ObjectKey.releases))
    var numbers = listing.objects.compactMap(\.key.releaseNumber)
    for number in Set(rule.expected).subtracting(numbers) {
      if try await release(number, in: store) != nil { numbers.append(number) }
    }
    return numbers.sorted()
  }

  /// What the pointer says, or why it cannot be read.
  ///
  /// - Throws: `PublishError.noReadableManifest` for the manifest of a newer program.
  private static func pointed(
    _ pointer: [UInt8]?
  ) throws(PublishError) -> (release: Release?, problem: ManifestError?) {
    guard let pointer else { return (nil, nil) }
    do throws(ManifestError) {
      return (Release(manifest: try Manifest(json: pointer), bytes: pointer), nil)
    } catch {
      // A newer program's manifest is no damage: leave the tree alone.
      if case .newerSchema = error {
        throw .noReadableManifest("\(ObjectKey.manifest): \(error)")
      }
      return (nil, error)
    }
  }

  /// A release with what its private part says.
  private static func joined(
    _ release: Release?, from store: any ObjectStore
  ) async throws(PublishError) -> Release? {
    guard let release else { return nil }
    return Release(
      manifest: try await release.manifest.joined(from: store), bytes: release.bytes)
  }

  /// A release by its number.
  ///
  /// One that cannot be read was cut off in the writing, or damaged; it was never pointed to, or
  /// the pointer has its bytes.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - store: Where it is looked for.
  ///   - known: What the pointer has of that number: the same bytes are not read twice, since that
  ///     is a sixth of a night that finds nothing to do.
  /// - Returns: The release, or `nil` where its manifest cannot be read.
  /// - Throws: `PublishError` when the store fails.
  static func release(
    _ number: Int, in store: any ObjectStore, knowing known: Release? = nil
  ) async throws(PublishError) -> Release? {
    guard let bytes = try await onStore(await store.get(.release(number))) else { return nil }
    if let known, known.bytes == bytes { return known }
    guard let manifest = try? Manifest(json: bytes), manifest.release == number else { return nil }
    return Release(manifest: manifest, bytes: bytes)
  }
}

/// Releases that follow each other, and what is not one of them.
private struct Chain {
  typealias Release = PublishedState.Release

  /// The releases, oldest first.
  var releases: [Release]
  /// Those that would follow, and that nothing vouches for.
  var unknown: Set<ObjectKey> = []
  /// The numbers that are taken by what is not in it.
  var taken: [Int] = []

  /// The release that is pointed to, and those above it as far as each follows and counts.
  init(
    from pointed: Release, _ numbers: [Int], in store: any ObjectStore, _ rule: UnfinishedRule
  ) async throws(PublishError) {
    let kept = try await PublishedState.release(
      pointed.manifest.release, in: store, knowing: pointed)
    var last = kept ?? pointed
    releases = [last]
    for number in numbers where number > pointed.manifest.release {
      guard let next = try await PublishedState.release(number, in: store) else { continue }
      if next.follows(last) {
        if try await rule.counts(next, after: last, in: store) {
          releases.append(next)
          last = next
          continue
        }
        unknown.insert(.release(number))
      }
      taken.append(number)
    }
  }

  /// What is left where the pointer is gone: the longest chain, as far as its end counts.
  init(
    unpointed numbers: [Int], in store: any ObjectStore, _ rule: UnfinishedRule
  ) async throws(PublishError) {
    releases = try await Chain.longest(of: numbers, in: store)
    while let last = releases.last, try await !rule.counts(unpointed: last, in: store) {
      unknown.insert(.release(last.manifest.release))
      taken.append(last.manifest.release)
      releases.removeLast()
    }
  }

  /// The longest chain of releases that follow each other, the latest of those: what is left to
  /// trust where the pointer is gone.
  private static func longest(
    of numbers: [Int], in store: any ObjectStore
  ) async throws(PublishError) -> [Release] {
    var releases: [Int: Release] = [:]
    // How many releases the chain has that ends with a release, and which it follows there.
    var chains: [Int: (length: Int, previous: Int?)] = [:]
    var (longest, last) = (0, Int?.none)
    for number in numbers {
      guard let release = try await PublishedState.release(number, in: store) else { continue }
      var chain = (length: 1, previous: Int?.none)
      if let link = release.manifest.previous, let before = releases[link.release],
        let length = chains[link.release]?.length, release.follows(before)
      {
        chain = (length + 1, link.release)
      }
      (releases[number], chains[number]) = (release, chain)
      if chain.length >= longest { (longest, last) = (chain.length, number) }
    }
    var chain: [Release] = []
    while let number = last, let release = releases[number] {
      chain.append(release)
      last = chains[number]?.previous
    }
    return chain.reversed()
  }
}

extension PublishedState.Release {
  /// Whether this can be the release after another one.
  fileprivate func follows(_ earlier: PublishedState.Release) -> Bool {
    manifest.follows(earlier.manifest, sha256: Digest.sha256(of: earlier.bytes))
  }
}
