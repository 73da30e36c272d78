package import Manifest
import Stores

/// What a store has published, as far as its manifests tell.
package struct PublishedState: Hashable, Sendable {
  /// A release with the bytes of its manifest.
  package struct Release: Hashable, Sendable {
    /// The manifest.
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

  /// Reads the manifests of a store.
  ///
  /// The manifest in `releases/` is trusted above `manifest.json` of the same number: it is written
  /// once, under a name that is never used again.
  init(of store: any ObjectStore) async throws(PublishError) {
    let pointer = try await onStore(await store.get(.manifest))
    let listing = try await onStore(await store.list(ObjectKey.releases))
    let numbers = listing.objects.compactMap(\.key.releaseNumber).sorted(by: >)

    var pointed: Release?
    var problem: ManifestError?
    if let pointer {
      do throws(ManifestError) {
        pointed = Release(manifest: try Manifest(json: pointer), bytes: pointer)
      } catch {
        // A newer program's manifest is no damage: leave the tree alone.
        if case .newerSchema = error {
          throw .noReadableManifest("\(ObjectKey.manifest): \(error)")
        }
        problem = error
      }
    }
    let kept = try await PublishedState.highest(
      of: numbers, from: pointed?.manifest.release, in: store)
    // Without a pointer, a first release that cannot be read was cut off in the writing.
    let isFresh = pointer == nil && (numbers.isEmpty || numbers == [1])
    guard pointed != nil || kept != nil || isFresh else {
      let detail = problem.map { "\(ObjectKey.manifest): \($0)" }
      throw .noReadableManifest(detail ?? "\(ObjectKey.releases) holds \(numbers.count) files")
    }
    let pointedNumber = pointed?.manifest.release ?? 0
    let keptNumber = kept?.manifest.release ?? 0
    committed = pointed.map { keptNumber == pointedNumber ? kept ?? $0 : $0 }
    unfinished = keptNumber > pointedNumber ? kept : nil
  }

  /// The highest release whose manifest can be read, at or above a number.
  ///
  /// One that cannot be read was cut off in the writing, or damaged; it was never pointed to, or the
  /// pointer has its bytes.
  private static func highest(
    of numbers: [Int], from least: Int?, in store: any ObjectStore
  ) async throws(PublishError) -> Release? {
    for number in numbers where number >= least ?? 0 {
      let found = try await onStore(await store.get(.release(number)))
      guard let bytes = found, let manifest = try? Manifest(json: bytes),
        manifest.release == number
      else { continue }
      return Release(manifest: manifest, bytes: bytes)
    }
    return nil
  }
}
