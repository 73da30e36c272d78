package import Dates
package import Identity
import JSONText
package import Stores

/// The manifest of what has to be bought: `private/manifest.json`.
///
/// The public manifest names it by its digest, so that one pointer commits both, and says of its
/// packs only what everybody may know. It is written anew when something in it changes, not with
/// every release.
package struct PrivateManifest: Hashable, Sendable {
  /// The shape of it.
  package static let currentSchema = 1

  /// The release that wrote it.
  package var release: Int
  /// When that was.
  package var createdAt: Timestamp
  /// The packs that have to be bought, in the order in which players see them.
  package var packs: [Manifest.Pack]
  /// Every object that these need, by ascending key.
  package var objects: [Manifest.Object]
  /// Objects of the private part that only earlier releases name, by ascending key.
  package var earlierObjects: [ObjectKey]
  /// Every time that slots of these packs moved.
  package var migrations: [SlotMigration]

  /// What a release has in its private part.
  ///
  /// - Parameter manifest: The release, joined.
  package init(of manifest: Manifest) {
    release = manifest.release
    createdAt = manifest.createdAt
    packs = manifest.packs.filter { $0.part == .paid }
    objects = manifest.objects.filter { $0.key.part == .paid && !$0.key.isPrivateRelease }
    earlierObjects = manifest.earlierObjects.filter { $0.part == .paid }
    migrations = manifest.migrations.filter { manifest.paidPacks.contains($0.pack) }
  }

  /// Whether it says nothing else than another one, whenever that was written.
  package func hasSameContent(as other: PrivateManifest) -> Bool {
    var other = other
    (other.release, other.createdAt) = (release, createdAt)
    return self == other
  }

  /// Reads one.
  ///
  /// - Throws: `ManifestError` at the first thing that is wrong.
  package init(json: [UInt8]) throws(ManifestError) {
    var fields = try ManifestFields(reading: json, in: .paid)
    let schema = try fields.integer("schema", from: 1)
    guard schema <= PrivateManifest.currentSchema else { throw .newerSchema(schema) }
    release = try fields.integer("release", from: 1, to: Manifest.numbers.upperBound)
    createdAt = try fields.time("createdAt")
    packs = []
    for (index, value) in try fields.array("packs").enumerated() {
      var pack = try Manifest.Pack(ManifestFields(value, at: "packs[\(index)]", in: .paid))
      guard !pack.free, pack.object.isPackObject else {
        throw .wrong(place: "packs[\(index)]", expected: "a pack that is not free")
      }
      pack.bytes = 0
      packs.append(pack)
    }
    objects = []
    for (index, value) in try fields.array("objects").enumerated() {
      objects.append(
        try Manifest.Object(ManifestFields(value, at: "objects[\(index)]", in: .paid)))
    }
    let bytes = Dictionary(objects.map { ($0.key, $0.bytes) }, uniquingKeysWith: { $1 })
    for index in packs.indices { packs[index].bytes = bytes[packs[index].object] ?? 0 }
    earlierObjects = []
    for (index, value) in try fields.array("earlierObjects").enumerated() {
      earlierObjects.append(try fields.key(value, at: "earlierObjects[\(index)]"))
    }
    migrations = []
    if fields.has("migrations") {
      for (index, value) in try fields.array("migrations").enumerated() {
        migrations.append(try SlotMigration(ManifestFields(value, at: "migrations[\(index)]")))
      }
    }
  }

  /// It as it is stored: compact JSON, members by ascending key at every depth.
  package var json: [UInt8] {
    var members = [
      JSONMember("schema", .integer(PrivateManifest.currentSchema)),
      JSONMember("release", .integer(release)),
      JSONMember("createdAt", .string(createdAt.description)),
      JSONMember("packs", .array(packs.map(\.value))),
      JSONMember("objects", .array(objects.map(\.value))),
      JSONMember("earlierObjects", .array(earlierObjects.map { .string($0.text) })),
    ]
    if !migrations.isEmpty {
      members.append(JSONMember("migrations", .array(migrations.map(\.value))))
    }
    return JSONValue.object(members).sorted.text
  }
}

extension Manifest {
  /// What the public manifest says of the private one: which it is, and nothing of what is in it.
  package struct PrivateLink: Hashable, Sendable {
    /// The release that wrote it.
    package var release: Int
    package var bytes: Int
    /// The SHA-256 of its bytes, in lower-case hexadecimal.
    package var sha256: String
    /// Members that are not known.
    var others: [JSONMember] = []

    package init(release: Int, bytes: Int, sha256: String) {
      self.release = release
      self.bytes = bytes
      self.sha256 = sha256
    }

    /// The object that it is.
    package var object: ObjectKey { .privateRelease(release, sha256: sha256) }

    init(_ members: ManifestFields) throws(ManifestError) {
      var fields = members
      release = try fields.integer("release", from: 1, to: Manifest.numbers.upperBound)
      bytes = try fields.integer("bytes", from: 0)
      sha256 = try fields.digest("sha256", bytes: 32)
      others = fields.others
    }

    var value: JSONValue {
      .object(
        [
          JSONMember("release", .integer(release)), JSONMember("bytes", .integer(bytes)),
          JSONMember("sha256", .string(sha256)),
        ] + others)
    }
  }

  /// The packs in the private part.
  package var paidPacks: Set<PackID> { Set(packs.filter { $0.part == .paid }.map(\.id)) }

  /// The same with what its private part says.
  ///
  /// - Parameter bytes: The bytes of the private manifest.
  /// - Returns: `nil` where they are not those that the manifest names, or say something else of
  ///   its packs.
  package func joined(with bytes: [UInt8]) -> Manifest? {
    guard let privatePart, bytes.count == privatePart.bytes,
      Digest.sha256(of: bytes) == privatePart.sha256,
      let part = try? PrivateManifest(json: bytes), part.release == privatePart.release
    else { return nil }
    var whole = self
    var lines = part.packs[...]
    for index in packs.indices where packs[index].part == .paid {
      guard var line = lines.popFirst() else { return nil }
      let full = line
      line = packs[index]
      (line.app, line.appHints, line.graders) = (full.app, full.appHints, full.graders)
      // Programs before this one told of changed slots in the private part alone.
      if line.changes.isEmpty { line.changes = full.changes }
      line.others = full.others
      // All else is told twice, and has to agree.
      guard line == full else { return nil }
      line.others = packs[index].others
      whole.packs[index] = line
    }
    guard lines.isEmpty else { return nil }
    whole.objects += part.objects
    whole.objects.append(
      Object(
        key: privatePart.object, mediaType: MediaType.json, bytes: bytes.count,
        sha256: privatePart.sha256, md5: Digest.md5(of: bytes), cacheControl: CacheControl.paid))
    whole.objects.sort { $0.key < $1.key }
    whole.earlierObjects = (whole.earlierObjects + part.earlierObjects).sorted()
    whole.migrations = (whole.migrations + part.migrations).sorted {
      ($0.pack, $0.fromVersion) < ($1.pack, $1.fromVersion)
    }
    whole.isJoined = true
    return whole
  }
}
