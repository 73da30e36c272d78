package import Identity
package import Manifest
package import Stores

/// Reads what a release says that it has, each object held against its digest.
package struct ReleaseReader: Sendable {
  private let store: any ObjectStore

  package init(of store: any ObjectStore) { self.store = store }

  /// A pack as a release published it.
  ///
  /// - Throws: `PublishError.damagedRelease` when its object is not what the manifest says.
  package func pack(
    _ pack: Manifest.Pack, of manifest: Manifest
  ) async throws(PublishError) -> ReleaseContent.Pack {
    // Of what has to be bought, the private manifest says what there is.
    if pack.part == .paid, !manifest.isWhole, let link = manifest.privatePart {
      throw .damagedRelease(manifest.release, link.object)
    }
    let line = manifest.objects.first { $0.key == pack.object }
    guard let line, let bytes = try await bytes(of: pack, with: line.sha256),
      var read = ReleaseContent.Pack(file: bytes),
      (read.id, read.version, read.free) == (pack.id, pack.version, pack.free)
    else { throw .damagedRelease(manifest.release, pack.object) }
    read.entitlements = pack.entitlements
    read.graders = read.puzzles.indices.map { manifest.grader(of: pack, at: $0) }
    return read
  }

  /// The bytes of a pack's object; where it is lost, those that clients get who know only the id.
  private func bytes(
    of pack: Manifest.Pack, with digest: String
  ) async throws(PublishError) -> [UInt8]? {
    for key in [pack.object, .pack(pack.id, in: pack.part)] {
      if let bytes = try await store.file(key), Digest.sha256(of: bytes) == digest { return bytes }
    }
    return nil
  }

  /// The puzzle of a date as a release published it.
  ///
  /// - Throws: `PublishError.damagedRelease` when its object is not what the manifest says.
  package func puzzle(
    _ entry: Manifest.Entry, of manifest: Manifest
  ) async throws(PublishError) -> String {
    let key = ObjectKey.entry(entry.period)
    guard let bytes = try await onStore(await store.get(key)),
      let text = String(validating: bytes, as: UTF8.self), entry.holds(text)
    else { throw .damagedRelease(manifest.release, key) }
    return text
  }

  /// What a release lists as published, and the lists that are missing or damaged.
  ///
  /// - Throws: `PublishError.store` when the store fails: what it has may be whole.
  package func used(
    in manifest: Manifest
  ) async throws(PublishError) -> (puzzles: [UsedPuzzle], lost: [ObjectKey]) {
    var puzzles: [UsedPuzzle] = []
    var lost: [ObjectKey] = []
    for line in manifest.used {
      let bytes: [UInt8]?
      do throws(StoreError) {
        bytes = try await store.get(line.object)
      } catch {
        guard error.isOfObject else { throw .store(error) }
        bytes = nil
      }
      let object = manifest.objects.first { $0.key == line.object }
      guard let bytes, let object, Digest.sha256(of: bytes) == object.sha256,
        let digests = PuzzleDigest.list(bytes)
      else {
        lost.append(line.object)
        continue
      }
      puzzles += digests.map { UsedPuzzle($0, listed: line.through) }
    }
    return (puzzles, lost)
  }
}
