import Dates
import Identity
import Manifest
import Signing
import Stores

/// A copy, in a folder, of what a server needs of a tree in a bucket.
///
/// The folder is a tree of its own: objects come first, each held against its digest, and the
/// manifest that names them last. So a server reads the folder as any other, and when the bucket
/// falls silent the last release that was whole is there still, after a restart as well. Only where
/// a date got another puzzle, the two are written one right after the other: both have been fetched
/// by then.
public struct TreeMirror: Sendable {
  /// Why the bucket cannot be read, ready to print.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// What is wrong, in a sentence without an end.
    public let description: String
    /// Whether it was asked with settings that cannot be used, so that asking again is of no use.
    public let isSettings: Bool
    /// Whether `now.json` alone is wrong, and all else is as in the bucket.
    public let isNowAlone: Bool

    init(_ description: String, isSettings: Bool = false, isNowAlone: Bool = false) {
      self.description = description
      self.isSettings = isSettings
      self.isNowAlone = isNowAlone
    }
  }

  private let source: any ObjectStore
  private let privateSource: (any ObjectStore)?
  private let folder: DirectoryStore
  private let trust: TreeTrust?

  /// Whether an address is a bucket's, which has to be copied to be served.
  ///
  /// - Parameter address: `s3://bucket/prefix`, or a folder.
  /// - Returns: Whether it is.
  public static func isBucket(_ address: String) -> Bool { address.hasPrefix(S3Location.scheme) }

  /// A mirror that has copied nothing yet.
  ///
  /// - Parameters:
  ///   - address: `s3://bucket/prefix`, where `puzzles/` lies.
  ///   - privateAddress: Where `private/` lies; without it, nothing of that is copied.
  ///   - folder: Where the copy goes; it is made when there is something to copy.
  ///   - trust: Who has to have signed a release; without it, any is believed.
  ///   - variable: The value of an environment variable that is set and not empty.
  ///   - now: Seconds since 1970, for the bucket's signatures.
  /// - Throws: `Failure` where the bucket's settings are missing or cannot be used.
  public init(
    of address: String, privateAddress: String?, in folder: String, trust: TreeTrust?,
    variable: @escaping @Sendable (String) -> String?, now: @escaping @Sendable () -> Int
  ) throws(Failure) {
    // Few and short tries: it is asked again in a few seconds anyway.
    let retries = S3Retries(attempts: 3, wait: { try? await Task.sleep(for: $0) })
    let environment = S3Environment(variable: variable)
    func open(_ address: String) throws(StoreError) -> any ObjectStore {
      guard TreeMirror.isBucket(address) else { return DirectoryStore(root: address) }
      return try environment.store(
        address, retries: retries, clock: { Timestamp(epochSeconds: now()) })
    }
    do throws(StoreError) {
      source = try open(address)
      privateSource = try privateAddress.map { address throws(StoreError) in try open(address) }
    } catch {
      throw Failure("\(error)", isSettings: true)
    }
    self.folder = DirectoryStore(root: folder)
    self.trust = trust
  }

  /// Brings the folder up to the bucket's release.
  ///
  /// - Parameter isThorough: Whether every object of the folder is held against its digest, and
  ///   fetched anew where it was damaged or lost.
  /// - Returns: Whether there was another one.
  /// - Throws: `Failure`; the folder holds what it held, whole. Where all that is wrong is
  ///   `now.json`, it holds the bucket's release with the `now.json` that it held.
  public func refresh(isThorough: Bool = false) async throws(Failure) -> Bool {
    let isNew: Bool
    let fault: String?
    do throws(StoreError) {
      guard let manifest = try await source.get(.manifest) else {
        throw StoreError.unreachable(store: source.name, detail: "there is no manifest in it")
      }
      let known = try folder.get(.manifest, limit: DirectoryStore.largestObject)
      if manifest == known {
        try await copyProof(of: manifest)
        if isThorough {
          let (changed, lost) = try split(wanted(of: try release(of: manifest)))
          try await copy(changed + lost)
        }
      } else {
        try await copy(manifest, isFirst: known == nil)
        forget(known)
      }
      isNew = manifest != known
      fault = try await copyNow(besides: manifest)
    } catch {
      throw Failure("\(error)")
    }
    if let fault { throw Failure("\(ObjectKey.now): \(fault)", isNowAlone: true) }
    return isNew
  }

  /// Copies a release but for its `now.json`, which is written behind the manifest, as the press
  /// writes it: one of a later release would be taken for damage.
  ///
  /// Before the first one there is none that could be served meanwhile.
  private func copy(_ manifest: [UInt8], isFirst: Bool) async throws(StoreError) {
    // Whatever a server that was killed was about to write; the next release sweeps again.
    for part in TreePart.allCases { _ = try? folder.sweep(part.folder) }
    let (proof, files) = try await proof(of: manifest)
    let release = try release(of: manifest)
    let objects = wanted(of: release)
    // Those whose names are their digests, and those that are not there yet, harm nobody before the
    // manifest names them; the few that change under one name come last.
    let (changed, added) = try split(objects)
    try await copy(added)
    var replaced: [(key: ObjectKey, bytes: [UInt8])] = []
    for object in changed { replaced.append((object.key, try await fetched(object))) }
    for object in replaced { try put(object.key, object.bytes) }
    for file in files { try renew(file.key, file.bytes) }
    if isFirst { _ = try await copyNow(besides: manifest) }
    try put(.manifest, manifest)
    trust?.remember(manifest, proof)
  }

  /// The objects of a release that are copied.
  private func wanted(of release: PublishedRelease) -> [PublishedRelease.Object] {
    release.objects.filter { $0.key.part != .paid || privateSource != nil }
  }

  private func release(of manifest: [UInt8]) throws(StoreError) -> PublishedRelease {
    do throws(TreeDamage) {
      return try PublishedRelease(manifest: manifest, in: folder, and: nil, trust: nil)
    } catch {
      throw StoreError.unreachable(store: source.name, detail: "\(error)")
    }
  }

  /// Removes packs and the like that neither the release of now nor the one before it names, so
  /// that the copy does not grow for ever; what cannot be removed now is when the next one comes.
  ///
  /// - Parameter before: The manifest before this one, whose objects somebody may just be reading.
  private func forget(_ before: [UInt8]?) {
    guard let before, let now = try? folder.get(.manifest, limit: DirectoryStore.largestObject),
      let current = try? release(of: now)
    else { return }
    let releases = [try? release(of: before), current]
    let named = Set(releases.flatMap { $0?.objects.map(\.key) ?? [] })
    for part in TreePart.allCases {
      for object in (try? folder.list(part.folder))?.objects ?? [] where object.key.hasDigest {
        if !named.contains(object.key) { try? folder.delete(object.key) }
      }
    }
  }

  /// Copies what comes after a release: another list of keys, and a signature.
  private func copyProof(of manifest: [UInt8]) async throws(StoreError) {
    let (proof, files) = try await proof(of: manifest)
    for file in files { try renew(file.key, file.bytes) }
    trust?.remember(manifest, proof)
  }

  /// What says who has signed a release, as far as it is there, and the files that say it.
  ///
  /// Also a server that checks nothing hands it on: its apps do.
  ///
  /// - Throws: Where those who have to have signed it have not.
  private func proof(
    of manifest: [UInt8]
  ) async throws(StoreError) -> (TreeTrust.Proof, files: [(key: ObjectKey, bytes: [UInt8])]) {
    do throws(TreeDamage) {
      let keys = try TreeTrust.Proof.objects(of: manifest)
      var found: [[UInt8]?] = []
      for key in keys {
        do throws(StoreError) {
          found.append(try await source.get(key, limit: TreeTrust.Proof.largest))
        } catch {
          throw TreeDamage(key, "\(error)")
        }
      }
      let proof = TreeTrust.Proof(keys: found[0], signature: found[1])
      try trust?.check(manifest, proof)
      return (proof, zip(keys, found).compactMap { key, bytes in bytes.map { (key, $0) } })
    } catch {
      throw StoreError.unreachable(store: source.name, detail: "\(error)")
    }
  }

  private func split(
    _ objects: [PublishedRelease.Object]
  ) throws(StoreError) -> (changed: [PublishedRelease.Object], added: [PublishedRelease.Object]) {
    var changed: [PublishedRelease.Object] = []
    var added: [PublishedRelease.Object] = []
    for object in objects {
      guard let bytes = try folder.get(object.key, limit: DirectoryStore.largestObject) else {
        added.append(object)
        continue
      }
      if Digest.sha256(of: bytes) != object.sha256 { changed.append(object) }
    }
    return (changed, added)
  }

  /// How many objects are fetched at once.
  private static let lanes = 8

  private func copy(_ objects: [PublishedRelease.Object]) async throws(StoreError) {
    let outcome = await withTaskGroup(of: StoreError?.self) { group -> StoreError? in
      var rest = objects[...]
      var failure: StoreError?
      for object in rest.prefix(TreeMirror.lanes) { group.addTask { await faultCopying(object) } }
      rest = rest.dropFirst(TreeMirror.lanes)
      for await result in group {
        failure = failure ?? result
        if failure == nil, let next = rest.popFirst() { group.addTask { await faultCopying(next) } }
      }
      return failure
    }
    if let outcome { throw outcome }
  }

  /// Copies one object; gives what went wrong.
  private func faultCopying(_ object: PublishedRelease.Object) async -> StoreError? {
    do throws(StoreError) {
      try put(object.key, try await fetched(object))
      return nil
    } catch {
      return error
    }
  }

  /// The bytes of an object, held against its digest.
  private func fetched(_ object: PublishedRelease.Object) async throws(StoreError) -> [UInt8] {
    let place = object.key.part == .paid ? privateSource : source
    guard let bytes = try await place?.get(object.key) else {
      throw .unreachable(store: source.name, detail: "\(object.key) is not there")
    }
    guard Digest.sha256(of: bytes) == object.sha256 else {
      throw .unreachable(
        store: source.name, detail: "\(object.key) is not what the manifest says")
    }
    return bytes
  }

  /// Copies `now.json`, which changes with the days within a release.
  ///
  /// It has no digest: whatever answers in the place of a bucket must not take that of before away.
  /// One of a later release waits for that.
  ///
  /// - Returns: What is wrong with it; `nil` where nothing is.
  private func copyNow(besides manifest: [UInt8]) async throws(StoreError) -> String? {
    let bytes: [UInt8]?
    do throws(StoreError) {
      bytes = try await source.get(.now, limit: NowContents.largest)
    } catch {
      if case .tooLarge = error { return "\(error)" }
      throw error
    }
    guard let bytes else { return nil }
    let contents: NowContents
    let release: Int
    do {
      contents = try NowContents(reading: bytes)
      release = try ReleaseStatement(ofManifest: manifest).release
    } catch {
      return "\(error)"
    }
    if contents.release <= release { try renew(.now, bytes) }
    return nil
  }

  /// Writes what is not there yet, or is otherwise.
  private func renew(_ key: ObjectKey, _ bytes: [UInt8]) throws(StoreError) {
    if try folder.get(key, limit: DirectoryStore.largestObject) != bytes { try put(key, bytes) }
  }

  private func put(_ key: ObjectKey, _ bytes: [UInt8]) throws(StoreError) {
    _ = try folder.put(
      StoredObject(key: key, bytes: bytes, mediaType: "", cacheControl: ""), .always)
  }
}
