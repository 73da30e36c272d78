import Manifest
import Stores
import Zstandard

/// The two objects of some puzzles' hints.
struct HintObjects: Sendable {
  let key: ObjectKey
  let compressedKey: ObjectKey
  private let part: TreePart
  private let texts: [String]
  /// What makes them, in the language that is asked for first.
  private let makers: [ReleaseProfiles.MakeHints]

  init(
    of sha256: String, in part: TreePart, _ texts: [String], _ makers: [ReleaseProfiles.MakeHints]
  ) {
    key = .hints(of: sha256, in: part)
    compressedKey = .compressedHints(of: sha256, in: part)
    (self.part, self.texts, self.makers) = (part, texts, makers)
  }

  /// The hints in the language that is asked for.
  func plain() throws(PublishError) -> StoredObject { try plain(makers[0]) }

  private func plain(_ make: ReleaseProfiles.MakeHints) throws(PublishError) -> StoredObject {
    plain(of: try make(texts))
  }

  /// The hints of these bytes.
  private func plain(of bytes: [UInt8]) -> StoredObject {
    StoredObject(
      key: key, bytes: bytes, mediaType: MediaType.json,
      cacheControl: CacheControl.named(in: part))
  }

  /// The compressed form of these bytes.
  func compressed(_ bytes: [UInt8]) throws(PublishError) -> StoredObject {
    StoredObject(
      key: compressedKey, bytes: try RenderedContent.compressed(bytes),
      mediaType: MediaType.zstd, cacheControl: CacheControl.named(in: part))
  }

  /// The hints as they were published, in whatever language that was; another object where they
  /// cannot be made so any more.
  func plain(like published: Manifest.Object) throws(PublishError) -> StoredObject {
    for make in makers {
      let made = try plain(make)
      if made.sha256 == published.sha256 { return made }
    }
    return try plain(makers[0])
  }

  /// The same of the compressed ones.
  func compressed(like published: Manifest.Object) throws(PublishError) -> StoredObject {
    for make in makers {
      let made = try compressed(plain(make).bytes)
      if made.sha256 == published.sha256 { return made }
    }
    return try compressed(plain(makers[0]).bytes)
  }

  /// The one of the two that is lost, made of the other, which is there.
  ///
  /// - Returns: The object; `nil` where both are there, or both lost, or the other is damaged.
  func lostOne(
    of lost: Set<ObjectKey>, in store: any ObjectStore
  ) async throws(PublishError) -> StoredObject? {
    switch (lost.contains(key), lost.contains(compressedKey)) {
    case (true, false):
      guard let frame = try await onStore(await store.get(compressedKey)),
        let bytes = Zstandard.decompressed(frame)
      else { return nil }
      return plain(of: bytes)
    case (false, true):
      guard let bytes = try await onStore(await store.get(key)) else { return nil }
      return try compressed(bytes)
    default: return nil
    }
  }
}
