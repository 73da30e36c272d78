import Dates
import Identity
import Manifest
import Stores
import Zstandard

extension RenderedContent {
  /// Adds what profiles publish beside packs and calendar.
  ///
  /// What is known is taken from there without being made again; only when it has to be healed is
  /// it made.
  ///
  /// - Parameters:
  ///   - profiles: What to publish.
  ///   - content: The same content.
  ///   - latest: The manifest of the latest release.
  ///   - known: What is published already, and stays as it is.
  ///   - saved: What was lost and could be made of what is still there.
  ///   - time: The release's clock; it decides which entries of the app's lists have hints.
  /// - Throws: `PublishError` when something cannot be made.
  mutating func add(
    _ profiles: ReleaseProfiles, of content: ReleaseContent, after latest: Manifest?,
    _ known: [ObjectKey: Manifest.Object], saved: [ObjectKey: StoredObject] = [:],
    at time: Timestamp
  ) throws(PublishError) {
    if let make = profiles.app {
      try checkAppNames()
      for (index, pack) in content.packs.enumerated() {
        try addApp(pack, at: index, make, latest, known)
      }
    }
    if let make = profiles.streak {
      try addStreaks(content, make, latest, known, at: time)
    }
    try addHints(content, profiles, known, saved)
    if let make = profiles.steps { try addSteps(content, make, known) }
    now = profiles.now
    if profiles.bundle { try addBundle(content, latest, known) }
    let compressed = objects.keys.contains { $0.name.hasSuffix(".zst") }
    if compressed {
      zstd = RenderedContent.compression
    } else if carried.keys.contains(where: { $0.name.hasSuffix(".zst") }) {
      zstd = latest?.zstd
    }
  }

  /// Refuses ids of which one's pack would have the name of another's hints.
  private func checkAppNames() throws(PublishError) {
    let ids = Set(packs.map(\.id))
    for pack in packs where pack.id.text.hasSuffix("-hints") {
      let stem = pack.id.text.dropLast(6)
      if let cadence = Cadence(rawValue: String(stem)) {
        throw .badContent(
          "pack \(pack.id): \(ObjectKey.app(pack.id)) would be the hints of the app's "
            + "\(cadence.rawValue) list — give it another id, or switch the app's profile off")
      }
      guard let other = PackID(stem), ids.contains(other) else { continue }
      throw .badContent(
        "pack \(pack.id): \(ObjectKey.app(pack.id)) would be the hints of pack \(other) — "
          + "give it another id, or switch the app's profile off")
    }
  }

  private mutating func addApp(
    _ pack: ReleaseContent.Pack, at index: Int,
    _ make:
      @escaping @Sendable (ReleaseContent.Pack) throws(PublishError)
      -> ReleaseProfiles.AppPack,
    _ latest: Manifest?, _ known: [ObjectKey: Manifest.Object]
  ) throws(PublishError) {
    let part = pack.part
    let old = latest?.packs.first { $0.object == packs[index].object }
    if let app = old?.app, let hints = old?.appHints, let first = known[app],
      let second = known[hints]
    {
      carry(first) { () throws(PublishError) in
        RenderedContent.app(try make(pack).pack, .app(pack.id, in: part))
      }
      carry(second) { () throws(PublishError) in
        RenderedContent.app(try make(pack).hints, .appHints(pack.id, in: part))
      }
      (packs[index].app, packs[index].appHints) = (app, hints)
    } else {
      let made = try make(pack)
      packs[index].app = keep(RenderedContent.app(made.pack, .app(pack.id, in: part)))
      packs[index].appHints = keep(
        RenderedContent.app(made.hints, .appHints(pack.id, in: part)))
    }
  }

  static func app(_ bytes: [UInt8], _ alias: ObjectKey) -> StoredObject {
    let sha256 = Digest.sha256(of: bytes)
    return StoredObject(
      key: alias.immutable(sha256: sha256), bytes: bytes, mediaType: MediaType.json,
      cacheControl: CacheControl.named(in: alias.part ?? .open), sha256: sha256)
  }

  private mutating func addHints(
    _ content: ReleaseContent, _ profiles: ReleaseProfiles,
    _ known: [ObjectKey: Manifest.Object], _ saved: [ObjectKey: StoredObject]
  ) throws(PublishError) {
    for hints in hintObjects(of: content, profiles) {
      if let plain = known[hints.key], let compressed = known[hints.compressedKey] {
        carry(plain) { () throws(PublishError) in try hints.plain(like: plain) }
        carry(compressed) { () throws(PublishError) in try hints.compressed(like: compressed) }
      } else if let plain = known[hints.key], let compressed = saved[hints.compressedKey] {
        carry(plain) { () throws(PublishError) in try hints.plain(like: plain) }
        keep(compressed)
      } else {
        let made: StoredObject
        if let plain = saved[hints.key] { made = plain } else { made = try hints.plain() }
        keep(made)
        // Earlier programs have published the compressed ones alone, and those stay as they are.
        if let compressed = known[hints.compressedKey] {
          carry(compressed) { () throws(PublishError) in try hints.compressed(like: compressed) }
        } else {
          keep(try hints.compressed(made.bytes))
        }
      }
    }
  }

  /// The hints of a content, where they are published.
  func hintObjects(
    of content: ReleaseContent, _ profiles: ReleaseProfiles
  ) -> [HintObjects] {
    guard let make = profiles.hints else { return [] }
    return explained(content).compactMap { subject, texts in
      objects[subject].map { object in
        HintObjects(
          of: object.sha256, in: subject.part ?? .open, texts,
          [make] + profiles.hintsInOtherLanguages)
      }
    }
  }

  /// The names of all that explains puzzles of a content, whatever is published of it.
  func explanations(of content: ReleaseContent) -> [ObjectKey] {
    explained(content).flatMap { subject, _ -> [ObjectKey] in
      guard let sha256 = objects[subject]?.sha256 else { return [] }
      let part = subject.part ?? .open
      return [
        .hints(of: sha256, in: part), .compressedHints(of: sha256, in: part),
        .steps(of: sha256, in: part),
      ]
    }
  }

  /// The objects that hints are made of, with their puzzles.
  private func explained(_ content: ReleaseContent) -> [(of: ObjectKey, texts: [String])] {
    zip(content.packs, packs).map { ($1.object, $0.puzzles) }
      + content.calendar.map { (.entry($0.period), [$0.sbn]) }
  }

  private mutating func addSteps(
    _ content: ReleaseContent,
    _ make: @escaping @Sendable ([String]) throws(PublishError) -> [UInt8],
    _ known: [ObjectKey: Manifest.Object]
  ) throws(PublishError) {
    for (subject, texts) in explained(content) {
      guard let sha256 = objects[subject]?.sha256 else { continue }
      let part = subject.part ?? .open
      let key = ObjectKey.steps(of: sha256, in: part)
      let made = { @Sendable () throws(PublishError) -> StoredObject in
        StoredObject(
          key: key, bytes: try make(texts), mediaType: MediaType.json,
          cacheControl: CacheControl.named(in: part))
      }
      if let old = known[key] { carry(old, made) } else { keep(try made()) }
    }
  }

  private mutating func addBundle(
    _ content: ReleaseContent, _ latest: Manifest?, _ known: [ObjectKey: Manifest.Object]
  ) throws(PublishError) {
    let free = content.packs.filter(\.free)
    guard !free.isEmpty else { return }
    // Packs are put in as they are published, byte for byte.
    var bytes = Array(#"{"packs":["#.utf8)
    for (index, pack) in free.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += PackFile.bytes(of: pack)
    }
    bytes += "]}".utf8
    let whole = bytes
    let plain = StoredObject(
      key: ObjectKey.bundle.immutable(sha256: Digest.sha256(of: bytes)), bytes: bytes,
      mediaType: MediaType.json, cacheControl: CacheControl.immutable)
    keep(plain)
    if let old = latest?.bundle, old.plain == plain.key, let object = known[old.compressed] {
      carry(object) { () throws(PublishError) in try RenderedContent.compressedBundle(whole) }
      bundle = Manifest.Bundle(plain: plain.key, compressed: old.compressed)
    } else {
      let compressed = try RenderedContent.compressedBundle(bytes)
      bundle = Manifest.Bundle(plain: plain.key, compressed: keep(compressed))
    }
  }

  /// How hard objects are worked on: always alike, so that one library gives one text.
  private static let level = 19

  /// The library and the level, as manifests note them: `1.5.4, level 19`.
  private static var compression: String { "\(Zstandard.libraryVersion), level \(level)" }

  static func compressed(_ bytes: [UInt8]) throws(PublishError) -> [UInt8] {
    do {
      return try Zstandard.compressed(bytes, level: level)
    } catch {
      throw .compression(error)
    }
  }

  private static func compressedBundle(_ bytes: [UInt8]) throws(PublishError) -> StoredObject {
    let frame = try compressed(bytes)
    let sha256 = Digest.sha256(of: frame)
    return StoredObject(
      key: ObjectKey.compressedBundle.immutable(sha256: sha256), bytes: frame,
      mediaType: MediaType.zstd, cacheControl: CacheControl.immutable, sha256: sha256)
  }

  @discardableResult
  mutating func keep(_ object: StoredObject) -> ObjectKey {
    objects[object.key] = object
    return object.key
  }

  mutating func carry(
    _ object: Manifest.Object, _ make: @escaping @Sendable () throws(PublishError) -> StoredObject
  ) {
    carried[object.key] = Carried(object: object, make: make)
  }
}
