package import Dates
import Identity
package import Manifest
package import Signing
package import Stores

/// Publishes releases to a store, so that a reader meets the old release or the new one, whole.
///
/// The order of writing is the whole secret:
///
/// 1. the immutable objects and the calendar files, which nobody knows of yet: those of the private
///    part first, its manifest last of them;
/// 2. `releases/{n}.json`, and where releases are signed `releases/{n}.sig` and `keys.json`;
/// 3. `manifest.json`, the one pointer that commits;
/// 4. `packs/{id}.json` of both parts and `private/manifest.json`, then `now.json` and
///    `versions.json`, for clients that know only an id. In this order a client that sees a new
///    version finds the new pack;
/// 5. what an abandoned release has left is removed.
///
/// A tree's first release has 4 before 3: there is no older answer for those clients.
///
/// Each object is read back before the next one is written. Whoever is interrupted between two
/// writes leaves the old release (before 3) or the new one (after it), and the next publish goes on
/// from there: what is written is not written again, an unfinished release is finished first, and
/// pointers that lag behind follow.
///
/// Two publishers at once are kept apart by conditions: a plan is one only if nothing was published
/// while it was made, and each object is put only if it is still what the plan saw. One wins, the
/// other fails with `StoreError.preconditionFailed`. (On one machine a folder is reserved as well:
/// `ObjectStore.reserve`.)
package struct Publisher: Sendable {
  let store: any ObjectStore

  /// What counts as a release that was left unfinished.
  let rule: UnfinishedRule

  /// A publisher to a store.
  package init(store: any ObjectStore, finishing rule: UnfinishedRule = .following) {
    self.store = store
    self.rule = rule
  }

  /// What the store has published.
  ///
  /// - Throws: `PublishError.noReadableManifest` when there are only damaged manifests;
  ///   `PublishError.store` when the store fails.
  package func current() async throws(PublishError) -> PublishedState {
    try await PublishedState(of: store, rule)
  }

  /// Works out what publishing a content would do, and does nothing.
  ///
  /// - Parameters:
  ///   - content: All packs and the whole calendar.
  ///   - time: The release's clock.
  ///   - last: The number of the last release that the caller knows to be published, 0 for none. A
  ///     tree that is ahead of it is refused; one that is behind goes on numbering above it.
  ///     `nil` where the caller keeps no memory.
  ///   - profiles: What else is published.
  ///   - oldest: The oldest release to keep from now on; what only earlier ones name is removed.
  ///     `nil`: what was kept is kept.
  ///   - signer: Who signs the release; nobody where releases are not signed.
  ///   - state: What the store has published, where the caller has just read it; the plan fails if
  ///     somebody has published since.
  ///   - privatePart: That of the last release that the caller knows, if any.
  /// - Returns: The plan; it is empty when the same content is published already.
  /// - Throws: `PublishError` when the content is wrong, would break a promise to players, or the
  ///   store cannot be read.
  package func plan(
    _ content: ReleaseContent, at time: Timestamp, after last: Int?,
    profiles: ReleaseProfiles = .none, keepingFrom oldest: Int? = nil,
    signer: ReleaseSigner? = nil, over state: PublishedState? = nil,
    knowing privatePart: Manifest.PrivateLink? = nil
  ) async throws(PublishError) -> ReleasePlan {
    let plan = try await plan(
      content, at: time, after: last, profiles, keepingFrom: oldest, signer, over: state,
      privatePart, without: [])
    guard !plan.lost.isEmpty else { return plan }
    // The latest release names what is gone and cannot be made again as it was: another one does
    // without it, or has it made anew.
    return try await self.plan(
      content, at: time, after: last, profiles, keepingFrom: oldest, signer, over: state,
      privatePart, without: Set(plan.lost))
  }

  /// The same, where objects of the latest release are lost for good.
  private func plan(
    _ content: ReleaseContent, at time: Timestamp, after last: Int?, _ profiles: ReleaseProfiles,
    keepingFrom oldest: Int?, _ signer: ReleaseSigner?, over state: PublishedState?,
    _ privatePart: Manifest.PrivateLink?, without lost: Set<ObjectKey>
  ) async throws(PublishError) -> ReleasePlan {
    var rendered = try RenderedContent(content, at: time)
    let isHandedIn = state != nil
    let state = if let state { state } else { try await current() }
    let latest = state.latest?.manifest
    try await latest?.checkPrivatePlace(in: store)
    if let last, let latest, latest.release > last {
      throw .wouldRollBack(current: latest.release, offered: last + 1)
    }
    try await complete(&rendered, content, profiles, after: latest, without: lost, at: time)
    let used = try await UsedLists(of: latest, remembering: content.used, in: store)
    used.carry(into: &rendered)
    let parts = Publisher.parts(of: content, after: latest)
    if parts.contains(.paid) {
      try await checkPrivatePlace(after: latest, knowing: privatePart)
    }
    // Readers of the list of keys take no release before the one that its root has seen.
    let isBehind = latest.map { $0.release < signer?.keys.keys.release ?? 0 } ?? false
    let isNew =
      !content.newWithdrawals(after: latest).isEmpty || !content.replacements.isEmpty
      || !lost.isEmpty || content.isRenewed || isBehind
    let forgets = oldest.map { $0 > latest?.oldest ?? 1 } ?? false
    if let published = state.latest, !isNew, !forgets,
      content.rollback == latest?.rollback, rendered.hasSameContent(as: published.manifest)
    {
      var planner = try await ReleasePlanner(
        store: store, rendered: rendered, parts: parts, signer: signer, at: time)
      try await planner.bringUp(state, isFollowed: false)
      let plan = planner.plan(published, isNew: false, changes: [])
      // What the caller has read may be older than the moment.
      if !plan.actions.isEmpty || isHandedIn { try await state.checkIsCurrent(in: store) }
      return plan
    }
    let number = max(state.lastNumber, last ?? 0) + 1
    guard Manifest.numbers.contains(number) else { throw .noNumberLeft(number) }
    used.add(release: number, of: content, after: latest, to: &rendered)
    var planner = try await ReleasePlanner(
      store: store, rendered: rendered, parts: parts, signer: signer, at: time)
    try await planner.bringUp(state, isFollowed: true)
    let rules = ReleaseRules(content: content, rendered: rendered, published: latest, time: time)
    try rules.check()
    try await planner.checkUnnamedEntries(at: time)
    try onKeys { () throws(SigningError) in try signer?.checkEntitled(to: number) }
    var manifest = try await manifest(
      number, of: content, rendered, after: state.latest, keepingFrom: forgets ? oldest : nil,
      at: time)
    if let sealed = manifest.seal(after: latest) { planner.add(sealed) }
    let release = PublishedState.Release(manifest: manifest, bytes: manifest.json)
    try await planner.release(release, after: latest)
    planner.removeLitter(besides: manifest, at: time)
    try await state.checkIsCurrent(in: store)
    return planner.plan(
      release, isNew: true, changes: ReleaseChange.between(latest, manifest))
  }

  /// Adds to what is rendered of a content what else is published with it, and what players are
  /// told of changes since the latest release.
  private func complete(
    _ rendered: inout RenderedContent, _ content: ReleaseContent, _ profiles: ReleaseProfiles,
    after latest: Manifest?, without lost: Set<ObjectKey>, at time: Timestamp
  ) async throws(PublishError) {
    var known = try await knownObjects(profiles, of: content, rendered, after: latest)
    for key in lost { known[key] = nil }
    var saved: [ObjectKey: StoredObject] = [:]
    for hints in lost.isEmpty ? [] : rendered.hintObjects(of: content, profiles) {
      if let object = try await hints.lostOne(of: lost, in: store) { saved[object.key] = object }
    }
    try rendered.add(profiles, of: content, after: latest, known, saved: saved, at: time)
    try await rendered.tellChanges(after: latest, in: store)
  }

  /// The manifest of a new release, with all that was taken back up to it.
  ///
  /// Where an oldest release to keep is given, those before it are forgotten with this one.
  private func manifest(
    _ number: Int, of content: ReleaseContent, _ rendered: RenderedContent,
    after published: PublishedState.Release?, keepingFrom oldest: Int?, at time: Timestamp
  ) async throws(PublishError) -> Manifest {
    let latest = published?.manifest
    var manifest = rendered.manifest(
      release: number, after: published, at: time, provenance: content.provenance)
    manifest.withdrawals =
      (latest?.withdrawals ?? []) + Publisher.withdrawals(content, after: latest, in: number)
    manifest.replacements =
      (latest?.replacements ?? []) + Publisher.replacements(content, after: latest, in: number)
    manifest.rollback = content.rollback
    manifest.oldest = oldest ?? latest?.oldest
    manifest.earlierObjects = try await earlierObjects(
      for: manifest, after: latest, forgetting: oldest != nil)
    return manifest
  }

  /// The objects of profiles that are not made again: those of the latest release, and explanations
  /// of puzzles of this content that earlier releases alone name.
  ///
  /// These have their names from what they explain, and what was published under a name never
  /// changes.
  private func knownObjects(
    _ profiles: ReleaseProfiles, of content: ReleaseContent, _ rendered: RenderedContent,
    after latest: Manifest?
  ) async throws(PublishError) -> [ObjectKey: Manifest.Object] {
    guard let latest else { return [:] }
    var known: [ObjectKey: Manifest.Object] = [:]
    let explanations = profiles.explains ? rendered.explanations(of: content) : []
    let earlier = Set(latest.earlierObjects).intersection(explanations)
    if !earlier.isEmpty {
      for release in try await ReleaseHistory(of: store, upTo: latest).releases {
        for object in release.objects where earlier.contains(object.key) {
          known[object.key] = object
        }
      }
      // Where no manifest tells of it any more, what is there is what was published.
      for key in earlier.sorted() where known[key] == nil {
        guard let bytes = try await onStore(await store.get(key)) else { continue }
        known[key] = Manifest.Object(
          StoredObject(
            key: key, bytes: bytes,
            mediaType: key.name.hasSuffix(".zst") ? MediaType.zstd : MediaType.json,
            cacheControl: CacheControl.named(in: key.part ?? .open)))
      }
    }
    for object in latest.objects { known[object.key] = object }
    return known
  }

  /// The lines about what this release takes back.
  private static func withdrawals(
    _ content: ReleaseContent, after latest: Manifest?, in release: Int
  ) -> [Manifest.Withdrawal] {
    content.newWithdrawals(after: latest).map { withdrawal in
      Manifest.Withdrawal(id: withdrawal.id, reason: withdrawal.reason, release: release)
    }
  }

  /// The lines about dates that this release takes a puzzle away from, for another one.
  private static func replacements(
    _ content: ReleaseContent, after latest: Manifest?, in release: Int
  ) -> [Manifest.Replacement] {
    content.replacements.compactMap { new in
      let entries = latest?.calendar[new.period.cadence]?.entries ?? []
      return entries.first { $0.period == new.period }.map { old in
        Manifest.Replacement(
          period: new.period, reason: new.reason, release: release, replaced: old.sha256,
          by: Digest.sha256(of: Array(new.by.utf8)))
      }
    }
  }

  /// What kept releases name and the new one does not, without dates that were withdrawn.
  private func earlierObjects(
    for manifest: Manifest, after latest: Manifest?, forgetting: Bool
  ) async throws(PublishError) -> [ObjectKey] {
    guard let latest else { return [] }
    var before = latest.objects.map(\.key)
    if forgetting || !latest.isWhole {
      let kept = try await ReleaseHistory(of: store).releases
      for release in kept where release.release >= manifest.oldest ?? 1 {
        before += release.objects.map(\.key)
      }
    } else {
      before += latest.earlierObjects
    }
    let own = Set(manifest.objects.map(\.key))
    // A date is published under one key for ever, so an earlier release's date is gone for good.
    return Set(before).filter { !own.contains($0) && $0.period == nil }.sorted()
  }

  /// Carries a plan out.
  ///
  /// - Parameters:
  ///   - plan: The plan; nobody else may have published since it was made.
  ///   - progress: Told of each action before it is done.
  /// - Returns: What was done. An empty plan only sweeps what an interruption left behind.
  /// - Throws: `PublishError.store` when the store fails, `PublishError.notStoredAsSent` when an
  ///   object does not read back. The release before is whole in either case; plan again and
  ///   publish.
  @discardableResult
  package func publish(
    _ plan: ReleasePlan, progress: (ReleaseAction) async -> Void = { _ in }
  ) async throws(PublishError) -> PublishOutcome {
    var swept: [String] = []
    for part in plan.manifest.parts {
      swept += try await onStore(await store.sweep(part.folder))
    }
    for action in plan.actions {
      await progress(action)
      try await carryOut(action)
    }
    return PublishOutcome(
      release: plan.release, isNew: plan.isNew, written: plan.actions.map(\.key), swept: swept)
  }

  private func carryOut(_ action: ReleaseAction) async throws(PublishError) {
    guard let object = action.object else {
      return try await onStore(await store.delete(action.key))
    }
    if object.key == .manifest { try await checkObjects(of: object) }
    _ = try await onStore(await store.put(object, action.condition))
    let stored = try await onStore(await store.get(object.key))
    guard stored == object.bytes else {
      throw .notStoredAsSent(object.key, store: store.name)
    }
  }
}

extension Publisher {
  /// Makes sure, right before a manifest is pointed to, that all it names is there.
  ///
  /// The plan has seen to that; but a publisher that ran meanwhile may have taken for litter what
  /// this one has not named yet.
  private func checkObjects(of pointer: StoredObject) async throws(PublishError) {
    var manifest: Manifest
    do {
      manifest = try Manifest(json: pointer.bytes)
    } catch {
      throw .badContent("the manifest that is about to be pointed to cannot be read: \(error)")
    }
    manifest = try await manifest.joined(from: store)
    if let link = manifest.privatePart, !manifest.isJoined {
      throw .store(.preconditionFailed(link.object, store: store.name))
    }
    var present: [ObjectKey: ObjectInfo] = [:]
    for part in manifest.parts {
      let listing = try await onStore(await store.list(part.folder))
      for info in listing.objects { present[info.key] = info }
    }
    for object in manifest.objects {
      guard let info = present[object.key], info.bytes == object.bytes,
        try await holds(info, object)
      else { throw .store(.preconditionFailed(object.key, store: store.name)) }
    }
  }
}

extension Publisher {
  /// Whether what is present is still this object: under the name of a date, another publisher may
  /// have put another puzzle.
  private func holds(
    _ info: ObjectInfo, _ object: Manifest.Object
  ) async throws(PublishError) -> Bool {
    if object.key.hasDigest { return true }
    var tag = info.tag
    if tag == nil { tag = try await onStore(await store.head(info.key))?.tag }
    return tag == nil || tag == object.md5
  }
}

/// What a publish has done.
package struct PublishOutcome: Hashable, Sendable {
  /// The release that is current now.
  package let release: Int

  /// Whether it is new.
  package let isNew: Bool

  /// The objects that were written or removed, in that order.
  package let written: [ObjectKey]

  /// What an earlier, interrupted publish had left behind and is gone now.
  package let swept: [String]
}
