import Dates
import Identity
import Manifest
import Stores

extension TreeInspection {
  /// Checks the manifests in `releases/`: the chain that leads from the current one to the first,
  /// and what happened from each to the next.
  mutating func checkReleases(
    _ current: (manifest: Manifest, bytes: [UInt8])
  ) async throws(StoreError) {
    let key = ObjectKey.release(current.manifest.release)
    named.insert(key)
    if let kept = try await bytes(key, missing: "the current release has no manifest of its own"),
      kept != current.bytes
    {
      // Either may be the one that is damaged.
      note(key, .changed, "it differs from \(ObjectKey.manifest), which has the same release")
      note(.manifest, .changed, "it differs from \(key), which has the same release")
    }
    let currentKeys = Set(current.manifest.objects.map(\.key))
    var later = current.manifest
    let oldest = current.manifest.oldest ?? 1
    checkPointerHeaders(of: key)
    note(packsOf: current.manifest)
    while let link = later.previous, link.release >= oldest,
      let earlier = try await release(link, before: later)
    {
      if later.release == current.manifest.release { previous = earlier }
      compare(earlier, later)
      checkTold(earlier, before: later)
      note(packsOf: earlier)
      for object in earlier.objects where !currentKeys.contains(object.key) {
        if let period = object.key.period, withdrawn.contains(period.id) { continue }
        past[object.key] = object
        named.insert(object.key)
      }
      later = earlier
    }
    named.formUnion(current.manifest.earlierObjects)
    if Set(current.manifest.earlierObjects) != Set(past.keys) {
      note(.manifest, .contradiction, "`earlierObjects` are not those of the earlier releases")
    }
    try await checkForgotten(before: oldest)
    try await checkNewer(than: current)
  }

  /// Looks at manifests of releases that are not kept any more: an interrupted clean-up leaves
  /// them.
  private mutating func checkForgotten(before oldest: Int) async throws(StoreError) {
    for number in present.keys.compactMap(\.releaseNumber).sorted() where number < oldest {
      let key = ObjectKey.release(number)
      named.insert(key)
      note(key, .unfinished, "it is not kept any more and still to be removed")
      guard let bytes = try await store.get(key), let manifest = try? Manifest(json: bytes) else {
        continue
      }
      forgotten.formUnion(manifest.objects.map(\.key))
    }
  }

  /// The release that a later one follows.
  private mutating func release(
    _ link: Manifest.Previous, before later: Manifest
  ) async throws(StoreError) -> Manifest? {
    let key = ObjectKey.release(link.release)
    named.insert(key)
    let missing = "release \(later.release) follows it"
    guard let bytes = try await bytes(key, missing: missing) else { return nil }
    if Digest.sha256(of: bytes) != link.sha256 {
      note(key, .changed, "release \(later.release) follows another release \(link.release)")
    }
    checkPointerHeaders(of: key)
    guard let manifest = manifest(bytes, key) else { return nil }
    guard manifest.release == link.release else {
      note(key, .contradiction, "it is the manifest of release \(manifest.release)")
      return nil
    }
    return manifest
  }

  /// Checks that nothing happened between two releases that may not happen.
  private mutating func compare(_ earlier: Manifest, _ later: Manifest) {
    let key = ObjectKey.release(later.release)
    compareGraders(earlier, later)
    let known = earlier.withdrawals.map(\.id)
    if later.withdrawals.prefix(known.count).map(\.id) != known {
      note(key, .contradiction, "withdrawals of release \(earlier.release) are not in it")
    }
    for pack in later.packs {
      guard let old = earlier.packs.first(where: { $0.id == pack.id }) else { continue }
      let expected = old.object == pack.object ? old.version : old.version + 1
      if pack.version != expected {
        note(
          key, .contradiction,
          "pack \(pack.id) goes from version \(old.version) to \(pack.version), not \(expected)")
      }
    }
    compareDates(earlier, later)
  }

  /// Checks that puzzles which both releases have were graded by the same version, as far as both
  /// say it.
  private mutating func compareGraders(_ earlier: Manifest, _ later: Manifest) {
    let key = ObjectKey.release(later.release)
    for pack in later.packs {
      guard let graders = pack.graders,
        let old = earlier.packs.first(where: { $0.object == pack.object })?.graders,
        old != graders
      else { continue }
      note(
        key, .contradiction,
        "the same puzzles of pack \(pack.id) have other graders than in release \(earlier.release)")
    }
    for cadence in Cadence.allCases {
      guard let (old, new) = both(earlier.calendar[cadence], later.calendar[cadence]) else {
        continue
      }
      var versions: [Manifest.Entry: Int] = [:]
      for (index, entry) in old.entries.enumerated() {
        versions[entry] = earlier.grader(of: old, at: index)
      }
      for (index, entry) in new.entries.enumerated() {
        guard let version = versions[entry], version != later.grader(of: new, at: index) else {
          continue
        }
        note(
          key, .contradiction,
          "\(entry.period) has another grader than in release \(earlier.release)")
      }
    }
  }

  /// Two calendars that both name their graders.
  private func both(
    _ old: Manifest.Calendar?, _ new: Manifest.Calendar?
  ) -> (Manifest.Calendar, Manifest.Calendar)? {
    guard let old, let new, old.graders != nil, new.graders != nil else { return nil }
    return (old, new)
  }

  /// Looks at manifests above the current one.
  ///
  /// One that follows the current release is of an interrupted publish; any other shows that the
  /// pointer was put back.
  private mutating func checkNewer(
    than current: (manifest: Manifest, bytes: [UInt8])
  ) async throws(StoreError) {
    let numbers = present.keys.compactMap(\.releaseNumber).sorted()
    let own = Digest.sha256(of: current.bytes)
    for number in numbers where number > current.manifest.release {
      let key = ObjectKey.release(number)
      named.insert(key)
      guard let bytes = try await store.get(key), let manifest = try? Manifest(json: bytes) else {
        note(key, .unfinished, "a manifest that was being written")
        continue
      }
      newer.append(manifest)
      for object in manifest.objects { named.insert(object.key) }
      if manifest.release == number, manifest.previous?.sha256 == own {
        note(key, .unfinished, "release \(number) was not finished")
      } else {
        note(
          .manifest, .older,
          "it is release \(current.manifest.release), and \(key) shows that there was a later one")
      }
    }
  }
}
