import Dates
import Manifest
import Signing
import Stores

/// Collects the actions of a plan, with what each of them expects to find.
///
/// It keeps a picture of the store as it will be when the actions so far are done, so that one can
/// follow another on the same object, and one that would change nothing is left out.
struct ReleasePlanner {
  let store: any ObjectStore
  private var rendered: RenderedContent

  /// Who signs releases; nobody where they are not signed.
  let signer: ReleaseSigner?

  /// The run's day, in UTC, which `now.json` is made for.
  let today: Day

  private var actions: [ReleaseAction] = []

  /// The objects that are put by the actions so far.
  private var planned: [ObjectKey: StoredObject] = [:]

  private var lost: [ObjectKey] = []

  /// The objects in the store when planning began.
  let present: Set<ObjectKey>

  /// Tags of objects as they will be; `nil` for those that will not be there.
  private var tags: [ObjectKey: String?] = [:]

  /// Cache-Control of objects as it will be, where the store keeps it.
  private var headers: [ObjectKey: String] = [:]

  init(
    store: any ObjectStore, rendered: RenderedContent, parts: [TreePart],
    signer: ReleaseSigner? = nil, at time: Timestamp
  ) async throws(PublishError) {
    self.store = store
    today = time.day
    self.rendered = rendered
    self.signer = signer
    var objects: [ObjectInfo] = []
    for part in parts {
      objects += try await onStore(await store.list(part.folder)).objects
    }
    present = Set(objects.map(\.key))
    for info in objects {
      if let tag = info.tag { tags[info.key] = tag }
      headers[info.key] = info.cacheControl
    }
  }

  /// Adds an object to the content of the release in the making.
  mutating func add(_ object: StoredObject) { rendered.objects[object.key] = object }

  /// The plan of all actions so far.
  func plan(
    _ release: PublishedState.Release, isNew: Bool, changes: [ReleaseChange]
  ) -> ReleasePlan {
    ReleasePlan(
      release: release.manifest.release, isNew: isNew, manifest: release.manifest,
      manifestBytes: release.bytes, actions: actions, changes: changes, lost: lost)
  }

  /// Brings what is published in order: finishes an unfinished release, heals what is damaged, and
  /// lets pointers follow that lag behind.
  ///
  /// - Parameters:
  ///   - state: What is published.
  ///   - isFollowed: Whether a new release comes right behind, in the same plan.
  /// - Throws: `PublishError`.
  mutating func bringUp(
    _ state: PublishedState, isFollowed: Bool
  ) async throws(PublishError) {
    guard let latest = state.latest else { return }
    let reason: ReleaseAction.Reason = state.unfinished == nil ? .heal : .finish
    var missing: [ObjectKey] = []
    for object in latest.manifest.objects {
      if try await tag(of: object.key) == object.md5 { continue }
      let ours =
        object.key.isPrivateRelease
        ? try await privateManifest(as: object.key) : try rendered.object(object.key)
      if let ours, ours.sha256 == object.sha256 {
        try await put(ours.with(cacheControl: object.cacheControl), .heal)
      } else {
        missing.append(object.key)
      }
    }
    if let link = latest.manifest.privatePart, !latest.manifest.isJoined {
      missing.append(link.object)
    }
    if state.unfinished != nil, !missing.isEmpty {
      throw .unfinishedReleaseDamaged(release: latest.manifest.release, missing: missing)
    }
    lost = missing
    var previous: Manifest?
    if let number = latest.manifest.previous?.release {
      let bytes = try await onStore(await store.get(.release(number)))
      previous = try await bytes.flatMap { try? Manifest(json: $0) }?.joined(from: store)
    }
    try await commit(latest, after: previous, reason, isFollowed: isFollowed)
    try await signEarlier(than: latest.manifest)
    try await forget(before: latest.manifest.oldest, keeping: latest.manifest)
  }

  /// What the pointer of the private part has: the bytes of the private manifest that it is of.
  private func privateManifest(as key: ObjectKey) async throws(PublishError) -> StoredObject? {
    try await store.file(.privateManifest).map {
      StoredObject(
        key: key, bytes: $0, mediaType: MediaType.json, cacheControl: CacheControl.paid)
    }
  }

  /// Sees to it that what this release takes over from those before the latest is there; what
  /// cannot be made again as it was is lost.
  private mutating func bringBack(besides latest: Manifest?) async throws(PublishError) {
    let named = Set((latest?.objects ?? []).map(\.key))
    for (key, carried) in rendered.carried.sorted(by: { $0.key < $1.key })
    where !named.contains(key) {
      if try await tag(of: key) == carried.object.md5 { continue }
      let made = try carried.make()
      if made.sha256 == carried.object.sha256 {
        try await put(made.with(cacheControl: carried.object.cacheControl), .heal)
      } else {
        lost.append(key)
      }
    }
  }

  /// Adds the actions of a new release, in the commit order.
  mutating func release(
    _ release: PublishedState.Release, after previous: Manifest?
  ) async throws(PublishError) {
    try checkSize(of: release)
    for object in rendered.objects.values.sorted(by: { $0.key < $1.key }) {
      try await put(object, .new)
    }
    try await bringBack(besides: previous)
    try await commit(release, after: previous, .new)
  }

  /// Removes what an interrupted release left and no release names: objects under the names of
  /// their bytes, and calendar files to come.
  ///
  /// Only after the pointer has moved: whoever else is about to name these objects fails to move
  /// it.
  mutating func removeLitter(besides manifest: Manifest, at time: Timestamp) {
    let named = Set(manifest.named + manifest.earlierObjects)
    for key in present.sorted() where !named.contains(key) && !isGone(key) {
      let isUpcoming = key.period.map { !$0.hasBegunAnywhere(at: time) } ?? false
      if key.hasDigest || isUpcoming { remove(key) }
    }
    removeReleases(before: manifest.oldest)
  }

  /// Removes what only releases name that are not kept any more.
  ///
  /// An interrupted clean-up may have left some of it. Their manifests, which tell what that is, go
  /// last.
  private mutating func forget(
    before oldest: Int?, keeping manifest: Manifest
  ) async throws(PublishError) {
    let numbers = present.compactMap(\.releaseNumber).filter { $0 < oldest ?? 1 }
    guard !numbers.isEmpty else { return }
    let named = Set(manifest.named + manifest.earlierObjects)
    for number in numbers.sorted() {
      let bytes = try await onStore(await store.get(.release(number)))
      guard let old = try await bytes.flatMap({ try? Manifest(json: $0) })?.joined(from: store)
      else { continue }
      // The manifest of the private part goes last: it tells what else there is to remove.
      let keys = old.named.filter { !$0.isPrivateRelease } + old.named.filter(\.isPrivateRelease)
      for key in keys where key.hasDigest && !named.contains(key) {
        if present.contains(key), !isGone(key) { remove(key) }
      }
    }
    removeReleases(before: oldest)
  }

  private mutating func removeReleases(before oldest: Int?) {
    // While its manifest is there, the next clean-up knows of a signature that is left.
    for key in present.sorted() where (key.signatureNumber.map { $0 < oldest ?? 1 } ?? false) {
      if !isGone(key) { remove(key) }
    }
    for key in present.sorted() where (key.releaseNumber.map { $0 < oldest ?? 1 } ?? false) {
      if !isGone(key) { remove(key) }
    }
  }

  private func isGone(_ key: ObjectKey) -> Bool { tags[key] == .some(nil) }

  mutating func remove(_ key: ObjectKey) {
    actions.append(ReleaseAction(object: nil, condition: .always, key: key, reason: .remove))
    tags[key] = .some(nil)
    planned[key] = nil
  }

  /// Refuses to put other bytes where a calendar file lies that no manifest names, once its day has
  /// come: players of the day fetch it by its date.
  ///
  /// Before that day it is what an interrupted release left, and may be replaced.
  mutating func checkUnnamedEntries(at time: Timestamp) async throws(PublishError) {
    for object in rendered.objects.values.sorted(by: { $0.key < $1.key }) {
      guard let period = object.key.period, period.hasBegunAnywhere(at: time),
        let found = try await tag(of: object.key), found != object.md5
      else { continue }
      // A file that is not an SBN is damage, not a puzzle that somebody may have played.
      let bytes = try await onStore(await store.get(object.key))
      if let bytes, RenderedContent.isPuzzle(bytes) { throw .publishedEntryWouldChange(period.id) }
    }
  }

  /// Points to a release, and brings up to it what follows the pointer.
  ///
  /// What follows a tree's first release is written before it: whoever asks for an id alone has no
  /// older answer to fall back on, and so whoever finds a manifest and none of these knows that
  /// they were lost, not that a publisher was interrupted.
  private mutating func commit(
    _ release: PublishedState.Release, after previous: Manifest?, _ reason: ReleaseAction.Reason,
    isFollowed: Bool = false
  ) async throws(PublishError) {
    let kept = StoredObject(
      key: .release(release.manifest.release), bytes: release.bytes, mediaType: MediaType.json,
      cacheControl: CacheControl.immutable)
    let pointer = StoredObject(
      key: .manifest, bytes: release.bytes, mediaType: MediaType.json,
      cacheControl: CacheControl.pointer)
    if reason == .new { try await checkIsFree(kept) }
    try await put(kept, reason)
    try await sign(release, reason)
    guard release.manifest.previous != nil else {
      try await follow(release.manifest, after: nil, reason, isFollowed)
      return try await put(pointer, reason)
    }
    try await put(pointer, reason)
    try await follow(release.manifest, after: previous, reason, isFollowed)
  }

  /// Makes sure that nobody has taken the number of a new release since planning began.
  ///
  /// What cannot be read there was cut off in the writing.
  private mutating func checkIsFree(_ release: StoredObject) async throws(PublishError) {
    guard let found = try await tag(of: release.key), found != release.md5 else { return }
    let bytes = try await onStore(await store.get(release.key))
    if let bytes, (try? Manifest(json: bytes)) != nil {
      throw .store(.preconditionFailed(release.key, store: store.name))
    }
  }

  /// Brings what follows the manifest up to it.
  private mutating func follow(
    _ manifest: Manifest, after previous: Manifest?, _ reason: ReleaseAction.Reason,
    _ isFollowed: Bool
  ) async throws(PublishError) {
    try await putAliases(of: manifest, reason, isFollowed)
    if previous?.now ?? false, !manifest.now, try await tag(of: .now) != nil { remove(.now) }
    let kept = Set(manifest.aliases.map(\.alias))
    for (alias, _) in previous?.aliases ?? [] where !kept.contains(alias) {
      if try await tag(of: alias) != nil { remove(alias) }
    }
    let objects = Set(manifest.objects.map(\.key))
    for period in manifest.takenBack.sorted() {
      let key = ObjectKey.entry(period)
      if !objects.contains(key), try await tag(of: key) != nil { remove(key) }
    }
    try await followHeaders(manifest, after: previous, reason)
  }

  /// Where a store keeps headers, a calendar entry gets new ones once, when its period is over; and
  /// its first ones back where that was by a clock that was ahead.
  private mutating func followHeaders(
    _ manifest: Manifest, after previous: Manifest?, _ reason: ReleaseAction.Reason
  ) async throws(PublishError) {
    var before: [ObjectKey: String] = [:]
    for object in previous?.objects ?? [] { before[object.key] = object.cacheControl }
    for object in manifest.objects where object.key.period != nil {
      guard let old = before[object.key], old != object.cacheControl,
        let ours = rendered.objects[object.key], ours.sha256 == object.sha256
      else { continue }
      if headers[object.key] == nil, !isGone(object.key) {
        // Listings of buckets have no headers.
        let found = try await onStore(await store.head(object.key))
        headers[object.key] = found?.cacheControl
      }
      guard let kept = headers[object.key], kept != object.cacheControl else { continue }
      headers[object.key] = object.cacheControl
      append(ours.with(cacheControl: object.cacheControl), .ifMatch(ours.md5), reason)
    }
  }

  private mutating func putAliases(
    of manifest: Manifest, _ reason: ReleaseAction.Reason, _ isFollowed: Bool
  ) async throws(PublishError) {
    for (key, target) in manifest.aliases where !lost.contains(target) {
      // By now the object is there, or will be: an alias that has its tag has its bytes.
      if let found = try await tag(of: key), try await found == tag(of: target) { continue }
      guard let bytes = try await self.bytes(of: target) else { continue }
      let isCompressed = key.name.hasSuffix(".zst")
      let alias = StoredObject(
        key: key, bytes: bytes, mediaType: isCompressed ? MediaType.zstd : MediaType.json,
        cacheControl: CacheControl.alias(in: key.part ?? .open))
      try await put(alias, reason)
    }
    if manifest.now { try await putNow(of: manifest, reason, isFollowed) }
    let versions = StoredObject(
      key: .versions, bytes: manifest.versions, mediaType: MediaType.json,
      cacheControl: CacheControl.pointer)
    try await put(versions, reason)
  }

  /// Brings `now.json` up to a manifest and the run's day.
  ///
  /// It names nothing that comes later, and what it names goes later. Where another release follows
  /// in the same plan, one of an earlier day will do until then.
  private mutating func putNow(
    of manifest: Manifest, _ reason: ReleaseAction.Reason, _ isFollowed: Bool
  ) async throws(PublishError) {
    if isFollowed, present.contains(.now), let found = try await onStore(await store.get(.now)),
      let day = NowFile.day(of: found), try await now(of: manifest, on: day) == found
    {
      return
    }
    let now = StoredObject(
      key: .now, bytes: try await now(of: manifest, on: today), mediaType: MediaType.json,
      cacheControl: CacheControl.pointer)
    try await put(now, reason)
  }

  private func now(of manifest: Manifest, on day: Day) async throws(PublishError) -> [UInt8] {
    let file = NowFile(of: manifest, on: day)
    var puzzles: [Period: [UInt8]] = [:]
    for entry in file.entries {
      puzzles[entry.period] = try await bytes(of: .entry(entry.period))
    }
    return file.bytes(puzzles)
  }

  /// The bytes that an object will have: those that are put, those of the content, or those in the
  /// store, which may be damaged where they are put.
  private func bytes(of key: ObjectKey) async throws(PublishError) -> [UInt8]? {
    if let object = planned[key] ?? rendered.objects[key] { return object.bytes }
    return try await onStore(await store.get(key))
  }

  /// Adds an action unless the object will be there with the same bytes.
  mutating func put(
    _ object: StoredObject, _ reason: ReleaseAction.Reason
  ) async throws(PublishError) {
    let found = try await tag(of: object.key)
    guard found != object.md5 else { return }
    append(object, found.map(PutCondition.ifMatch) ?? .ifAbsent, reason)
    headers[object.key] = object.cacheControl
  }

  private mutating func append(
    _ object: StoredObject, _ condition: PutCondition, _ reason: ReleaseAction.Reason
  ) {
    actions.append(
      ReleaseAction(object: object, condition: condition, key: object.key, reason: reason))
    tags[object.key] = object.md5
    planned[object.key] = object
  }

  /// The tag that an object will have, or `nil` when it will not be there.
  private mutating func tag(of key: ObjectKey) async throws(PublishError) -> String? {
    if let known = tags[key] { return known }
    guard present.contains(key) else { return nil }
    let found = try await onStore(await store.head(key))
    tags[key] = .some(found?.tag)
    headers[key] = found?.cacheControl
    return found?.tag
  }
}
