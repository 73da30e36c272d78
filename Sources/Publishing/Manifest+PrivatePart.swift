import Identity
package import Manifest
package import Stores

/// What publishing knows of the private part: packs that have to be bought.
extension Manifest {
  /// The same with what its private part says, as far as that can be read: from the pointer of that
  /// part, where the object that it points to is lost.
  ///
  /// - Throws: `PublishError.store` when the store fails.
  func joined(from store: any ObjectStore) async throws(PublishError) -> Manifest {
    guard let privatePart, !isJoined else { return self }
    for key in [privatePart.object, .privateManifest] {
      if let found = try await store.file(key), let whole = joined(with: found) { return whole }
    }
    return self
  }

  /// Every object that it names; where it is not joined, the private manifest is all that it names
  /// of the private part.
  var named: [ObjectKey] {
    objects.map(\.key) + (isJoined ? [] : privatePart.map { [$0.object] } ?? [])
  }

  /// The parts that there is something in.
  var parts: [TreePart] { privatePart == nil ? [.open] : TreePart.allCases }

  /// Whether nothing of it is missing that its private part says.
  var isWhole: Bool { privatePart == nil || isJoined }

  /// Makes the manifest of its private part, and names it.
  ///
  /// One that says the same as that of the release before is named again, and not written.
  ///
  /// - Parameter latest: The release before.
  /// - Returns: The new object; `nil` where nothing has ever been sold, or nothing about it is new.
  mutating func seal(after latest: Manifest?) -> StoredObject? {
    let keys = objects.map(\.key) + earlierObjects
    guard latest?.privatePart != nil || keys.contains(where: { $0.part == .paid }) else {
      return nil
    }
    isJoined = true
    if let latest, latest.isJoined, let link = latest.privatePart,
      let line = latest.objects.first(where: { $0.key == link.object })
    {
      var same = self
      same.earlierObjects.removeAll { $0 == link.object }
      same.objects = (objects + [line]).sorted { $0.key < $1.key }
      if PrivateManifest(of: same).hasSameContent(as: PrivateManifest(of: latest)) {
        same.privatePart = link
        self = same
        return nil
      }
    }
    let bytes = PrivateManifest(of: self).json
    let link = PrivateLink(release: release, bytes: bytes.count, sha256: Digest.sha256(of: bytes))
    let object = StoredObject(
      key: link.object, bytes: bytes, mediaType: MediaType.json, cacheControl: CacheControl.paid,
      sha256: link.sha256)
    privatePart = link
    objects = (objects + [Object(object)]).sorted { $0.key < $1.key }
    return object
  }
}

extension Manifest {
  /// Refuses a place in which nothing is of what this release, the latest, has in its private part.
  ///
  /// Another place would get all of it a second time; and where somebody has only forgotten to name
  /// the private one, that could be a place that everybody can read.
  ///
  /// - Throws: `PublishError.privatePartElsewhere`; `.store`.
  package func checkPrivatePlace(in store: any ObjectStore) async throws(PublishError) {
    if isWhole { return }
    let listing = try await onStore(await store.list(ObjectKey.privateTree))
    guard listing.objects.isEmpty else { return }
    throw .privatePartElsewhere(release: release)
  }
}

extension Publisher {
  /// Refuses a private place whose pointer is another tree's: its packs would be taken for what an
  /// interrupted release has left, and removed.
  ///
  /// Where there is no pointer, or a damaged one, there may be just that.
  ///
  /// - Parameters:
  ///   - latest: The release that the tree has.
  ///   - known: The private part of the last release that the caller knows, where the tree may have
  ///     lost it.
  /// - Throws: `PublishError.privatePartOfAnother`; `.store`.
  func checkPrivatePlace(
    after latest: Manifest?, knowing known: Manifest.PrivateLink?
  ) async throws(PublishError) {
    // One that has the latest private manifest, which has its name from its bytes, is the tree's.
    if let latest, latest.privatePart != nil, latest.isWhole { return }
    guard let pointer = try await store.file(.privateManifest),
      let other = try? PrivateManifest(json: pointer)
    else { return }
    let releases = try await ReleaseHistory(of: store, upTo: latest).releases
    let links = releases.compactMap(\.privatePart) + (known.map { [$0] } ?? [])
    let digest = Digest.sha256(of: pointer)
    guard links.contains(where: { $0.sha256 == digest }) else {
      throw .privatePartOfAnother(release: other.release)
    }
  }

  /// The parts to look at: a press that has never sold anything need not be let near the private
  /// one.
  static func parts(of content: ReleaseContent, after latest: Manifest?) -> [TreePart] {
    let isSold = content.packs.contains { $0.part == .paid }
    return isSold || latest?.privatePart != nil ? TreePart.allCases : [.open]
  }
}
