import Dates
import Identity
import Manifest
import Stores

/// The release that a published tree holds, as a server reads it: through the manifest, and nothing
/// that this does not name.
///
/// This is what other packages build on, and the only door from them to a file: every key comes out
/// of a manifest through `ObjectKey`, so no text in it leads outside the tree; links are not
/// followed; and what is read has the digest that the manifest gives it.
public struct PublishedRelease: Sendable {
  /// An object that the release names.
  public struct Object: Hashable, Sendable {
    let key: ObjectKey
    /// The SHA-256 of its bytes, in lower-case hexadecimal.
    public let sha256: String
  }

  /// A pack of the release, as far as a server has to know it.
  public struct Pack: Hashable, Sendable {
    /// Whether it can be had for nothing.
    public let isFree: Bool
    /// The products that a player has to have one of, where it cannot.
    public let entitlements: [String]
    /// The object that holds it.
    public let object: Object
    /// The version of its contents.
    public let version: Int
    /// How many slots it has.
    public let count: Int
  }

  /// The SHA-256 of its manifest, in lower-case hexadecimal: no other release has the same.
  public let digest: String

  /// Its number.
  public let number: Int

  /// The body of `GET /puzzles/versions`: the version of each pack.
  ///
  /// It is made of the manifest, because the file `versions.json` may lag behind a release.
  public let versions: [UInt8]

  /// The body of `GET /puzzles/catalog`: what an app shows of packs before it has them.
  public let catalog: [UInt8]

  /// The manifest as it was published.
  public let manifest: [UInt8]

  /// Whether the release has `now.json`, what an app needs when it is opened.
  public let hasNow: Bool

  /// All free packs in one object, where the release has that.
  public let bundle: Object?

  /// The part of the manifest by which an app tells what it knows: `Manifest.news`.
  let news: [UInt8]

  let store: DirectoryStore
  /// Where packs lie that have to be bought; without it, they are not to be had from here.
  private let privateStore: DirectoryStore?
  private let packs: [String: Pack]
  private let entries: [String: [String: Object]]
  private let takenBack: Set<String>
  private let changedSlots: Set<String>
  private let lastNow = LastNow()
  private let trust: TreeTrust?

  /// Reads the manifest of a tree, or gives `nil` when there is none.
  ///
  /// What has to be bought is not read unless it is said where it lies, also when that is beside
  /// the rest.
  ///
  /// - Parameters:
  ///   - root: The folder that holds `puzzles/`.
  ///   - privateRoot: The folder that holds `private/`.
  ///   - trust: Who has to have signed it; without it, any is believed.
  /// - Throws: `TreeDamage` when what is there is no manifest, or is not to be believed.
  public init?(
    root: String, privateRoot: String? = nil, trust: TreeTrust? = nil
  ) throws(TreeDamage) {
    let store = DirectoryStore(root: root)
    guard let bytes = try PublishedRelease.bytes(.manifest, in: store) else { return nil }
    try self.init(
      manifest: bytes, in: store, and: privateRoot.map { DirectoryStore(root: $0) }, trust: trust)
  }

  init(
    manifest bytes: [UInt8], in store: DirectoryStore, and privateStore: DirectoryStore?,
    trust: TreeTrust?
  ) throws(TreeDamage) {
    var proof = TreeTrust.Proof(keys: nil, signature: nil)
    if let trust {
      let found = try TreeTrust.Proof.objects(of: bytes).map { key throws(TreeDamage) in
        try PublishedRelease.bytes(key, in: store)
      }
      proof = TreeTrust.Proof(keys: found[0], signature: found[1])
      try trust.check(bytes, proof)
    }
    let manifest: Manifest
    do throws(ManifestError) {
      manifest = try Manifest(json: bytes)
    } catch {
      var isLater = false
      if case .newerSchema = error { isLater = true }
      throw TreeDamage(ObjectKey.manifest, "\(error)", leavesBefore: isLater)
    }
    self.store = store
    self.privateStore = privateStore
    self.trust = trust
    number = manifest.release
    digest = Digest.sha256(of: bytes)
    versions = manifest.versions
    catalog = manifest.catalog
    self.manifest = bytes
    let digests = Dictionary(
      manifest.objects.map { ($0.key, $0.sha256) }, uniquingKeysWith: { first, _ in first })
    hasNow = manifest.now
    bundle = manifest.bundle.flatMap { bundle in
      digests[bundle.plain].map { Object(key: bundle.plain, sha256: $0) }
    }
    news = manifest.news
    var packs: [String: Pack] = [:]
    for pack in manifest.packs {
      // The name of what is in the private part is that of its bytes.
      let name = pack.part == .paid ? pack.sha256 : nil
      guard let sha256 = name ?? digests[pack.object] else {
        throw TreeDamage(ObjectKey.manifest, "it does not name the object of pack \(pack.id)")
      }
      packs[pack.id.text] = Pack(
        isFree: pack.free, entitlements: pack.entitlements,
        object: Object(key: pack.object, sha256: sha256), version: pack.version, count: pack.count)
    }
    self.packs = packs
    var entries: [String: [String: Object]] = [:]
    for (cadence, calendar) in manifest.calendar {
      for entry in calendar.entries {
        entries[cadence.rawValue, default: [:]][entry.period.key] = Object(
          key: .entry(entry.period), sha256: entry.sha256)
      }
    }
    self.entries = entries
    takenBack = Set(manifest.takenBack.map(\.id))
    changedSlots = Set(
      manifest.packs.flatMap { pack in
        pack.changes.flatMap(\.slots).map { "\(pack.id):\($0)" }
      })
    trust?.remember(bytes, proof)
  }

  /// Looks at what the tree holds by now.
  ///
  /// - Returns: The release: this one, or another; `nil` when its manifest is gone.
  /// - Throws: `TreeDamage` when what is there is no manifest.
  public func refreshed() throws(TreeDamage) -> PublishedRelease? {
    guard let bytes = try PublishedRelease.bytes(.manifest, in: store) else { return nil }
    if Digest.sha256(of: bytes) == digest { return self }
    return try PublishedRelease(manifest: bytes, in: store, and: privateStore, trust: trust)
  }

  /// All that it serves, but for what changes within a release.
  var objects: [Object] {
    packs.values.map(\.object) + entries.values.flatMap(\.values) + (bundle.map { [$0] } ?? [])
  }

  /// The ids of all packs, ascending.
  public var packIDs: [String] { packs.keys.sorted() }

  /// A pack of the release.
  ///
  /// - Parameter id: Such as `intro`.
  /// - Returns: The pack; `nil` when the release has none of that id.
  public func pack(_ id: String) -> Pack? { packs[id] }

  /// The puzzle of a day, week or month: its text is SBN.
  ///
  /// - Parameters:
  ///   - cadence: `daily`, `weekly` or `monthly`.
  ///   - key: Such as `2026-11-21`, `2026-47`, `2026-11`.
  /// - Returns: Its object, or `nil` when the release has none.
  public func puzzle(_ cadence: String, _ key: String) -> Object? { entries[cadence]?[key] }

  /// Whether a puzzle of a day, week or month was ever taken back, before it began or for good:
  /// phones may have another one than the release.
  ///
  /// - Parameter id: `daily:2026-11-21`.
  /// - Returns: Whether it was; what is no date was not.
  public func wasTakenBack(_ id: String) -> Bool { takenBack.contains(id) }

  /// Whether a slot of a pack ever got another puzzle: phones may have the one of before.
  ///
  /// - Parameter id: `intro:3`.
  /// - Returns: Whether it did; what is no slot did not.
  public func wasChanged(_ id: String) -> Bool { changedSlots.contains(id) }

  /// Whether there is a calendar of days, weeks or months.
  ///
  /// - Parameter cadence: `daily`, `weekly` or `monthly`.
  /// - Returns: Whether the release has dates of it.
  public func hasCalendar(_ cadence: String) -> Bool { entries[cadence]?.isEmpty == false }

  /// The bytes of an object.
  ///
  /// - Parameter object: One that this release names.
  /// - Returns: The bytes, as the manifest says.
  /// - Throws: `TreeDamage` when it is not there, or is not what the manifest says; also when it
  ///   has to be bought and nobody has said where that lies.
  public func bytes(of object: Object) throws(TreeDamage) -> [UInt8] {
    var place = store
    if object.key.part == .paid {
      guard let privateStore else {
        throw TreeDamage(object.key, "it has to be bought, and is not to be had from here")
      }
      place = privateStore
    }
    guard let bytes = try PublishedRelease.bytes(object.key, in: place) else {
      throw TreeDamage(object.key, "the manifest names it, and it is not there")
    }
    guard Digest.sha256(of: bytes) == object.sha256 else {
      throw TreeDamage(object.key, "it is not what the manifest says")
    }
    return bytes
  }

  /// The bytes of `now.json`, which changes with the days within a release and so has no digest in
  /// the manifest.
  ///
  /// - Parameter isShown: Whether the puzzle of a date may be given out by now; it is asked with
  ///   ids such as `daily:2026-11-21`. Of others all but the puzzle is said.
  /// - Returns: The bytes; `nil` where there is no such file.
  /// - Throws: `TreeDamage` when it cannot be read, is no such file, or is of a later release.
  public func nowFile(
    showing isShown: (_ id: String) -> Bool = { _ in true }
  ) throws(TreeDamage) -> [UInt8]? {
    guard hasNow,
      let bytes = try PublishedRelease.bytes(.now, in: store, limit: NowContents.largest)
    else { return nil }
    do throws(ManifestError) {
      return try lastNow.bytes(of: bytes, upTo: number, showing: isShown)
    } catch {
      throw TreeDamage(.now, "\(error)")
    }
  }

  /// Whether an object can be had from here.
  ///
  /// - Parameter object: One that this release names.
  /// - Returns: Whether it can: what has to be bought only where it is said to lie.
  public func isHere(_ object: Object) -> Bool {
    object.key.part != .paid || privateStore != nil
  }

  static func bytes(
    _ key: ObjectKey, in store: DirectoryStore, limit: Int = DirectoryStore.largestObject
  ) throws(TreeDamage) -> [UInt8]? {
    do throws(StoreError) {
      return try store.get(key, limit: limit)
    } catch {
      // The system may give it in a moment; what stands in its place as a link or folder does not
      // go.
      var isOfSystem = false
      if case .system = error { isOfSystem = true }
      throw TreeDamage(key, "\(error)", leavesBefore: isOfSystem)
    }
  }
}

/// What is wrong with a tree that was published.
public struct TreeDamage: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the object, from the folder that holds `puzzles/`.
  public let path: String
  /// What is wrong with it.
  public let detail: String
  /// Whether what was there before stands: it may be whole, but is not to be believed, cannot be
  /// read now, or is of a later program.
  public let leavesBefore: Bool

  init(_ key: ObjectKey, _ detail: String, leavesBefore: Bool = false) {
    path = key.text
    self.detail = detail
    self.leavesBefore = leavesBefore
  }

  /// What is wrong, and where: `puzzles/manifest.json: …`.
  public var description: String { "\(path): \(detail)" }
}

extension PublishedRelease {
  /// What the calendar has puzzles for: `daily`, `weekly`, `monthly`.
  public static let cadences = Cadence.allCases.map(\.rawValue)

  /// How long clients and caches may keep what a server gives out: `Cache-Control`.
  public enum Caching {
    /// What every release moves.
    public static let minute = CacheControl.pointer
    /// A puzzle of a date.
    public static let day = CacheControl.upcoming
    /// What never changes under its name.
    public static let year = CacheControl.immutable
    /// What has to be bought: no cache but the buyer's own, which asks each time.
    public static let own = CacheControl.paid
  }

  /// The SHA-256 of bytes.
  ///
  /// - Parameter bytes: Any bytes.
  /// - Returns: 64 digits, in lower-case hexadecimal.
  public static func digest(of bytes: [UInt8]) -> String { Digest.sha256(of: bytes) }

  /// When a day, week or month begins for the first players on Earth, in UTC+14.
  ///
  /// - Parameters:
  ///   - cadence: `daily`, `weekly` or `monthly`.
  ///   - key: Such as `2026-11-21`, `2026-47`, `2026-11`.
  /// - Returns: Seconds since 1970 in UTC; `nil` for what is no day, week or month.
  public static func beginning(_ cadence: String, _ key: String) -> Int? {
    guard let cadence = Cadence(rawValue: cadence),
      let period = try? Period(cadence, key: key)
    else { return nil }
    return period.beginning.epochSeconds
  }
}
