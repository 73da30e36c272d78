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
    var digests: [ObjectKey: String] = [:]
    for object in current.manifest.objects { digests[object.key] = object.sha256 }
    var later = current.manifest
    let oldest = current.manifest.oldest ?? 1
    checkPointerHeaders(of: key)
    note(packsOf: current.manifest)
    var known = Set(current.manifest.packs.map(\.id.text) + current.manifest.withdrawals.map(\.id))
    noteMaker(current.manifest, current: digests)
    var isChainWhole = true
    var latestGrader = later.graderVersion
    var isPrivateWhole = true
    while let link = later.previous, link.release >= oldest {
      earlier = link.release
      defer { earlier = nil }
      guard let alone = try await release(link, before: later) else {
        isChainWhole = false
        break
      }
      let before = try await joined(alone)
      // What only it had in the private part can be told where all of it is here.
      if !current.manifest.isJoined || (before.privatePart != nil && !before.isJoined) {
        isPrivateWhole = false
      }
      if later.release == current.manifest.release { previous = before }
      earlier = later.release < current.manifest.release ? later.release : nil
      compare(before, later)
      checkTold(before, before: later)
      note(packsOf: before)
      if current.manifest.rollback != nil {
        away += before.packs.filter { known.insert($0.id.text).inserted && !$0.free }
      }
      noteForesights(in: later, after: before)
      noteMaker(before, current: digests)
      latestGrader = max(latestGrader, before.graderVersion)
      for streak in before.streaks { streaks[streak.app] = streak }
      for object in before.objects where !currentKeys.contains(object.key) {
        if let period = object.key.period, withdrawn.contains(period.id) { continue }
        if past[object.key] == nil { past[object.key] = (object, before.release) }
        named.insert(object.key)
      }
      later = before
    }
    // A later grader may have been at work before the first release that is kept.
    let isFirst = isChainWhole && oldest <= 1
    if isFirst {
      self.latestGrader = latestGrader
      noteForesights(in: later, after: nil)
    }
    forgetMakers(upTo: isFirst ? nil : later, isPrivateWhole: isPrivateWhole)
    named.formUnion(current.manifest.earlierObjects)
    // What only releases had that cannot be read any more is not known.
    let isHere = { (key: ObjectKey) in isPrivateWhole || key.part == .open }
    let listed = Set(current.manifest.earlierObjects.filter(isHere))
    let past = Set(past.keys.filter(isHere))
    if isChainWhole ? listed != past : !listed.isSuperset(of: past) {
      note(.manifest, .contradiction, "`earlierObjects` are not those of the earlier releases")
    }
    if !isChainWhole { try await checkCutOff(before: later, from: oldest) }
    try await checkForgotten(before: oldest)
    try await checkNewer(than: current)
  }

  /// Looks at manifests in front of a gap in the chain, which nothing leads to any more.
  private mutating func checkCutOff(
    before later: Manifest, from oldest: Int
  ) async throws(StoreError) {
    defer { earlier = nil }
    for number in present.keys.compactMap(\.releaseNumber).sorted()
    where number >= oldest && number < later.release && !named.contains(.release(number)) {
      let key = ObjectKey.release(number)
      named.insert(key)
      earlier = number
      guard let bytes = try await bytes(key, missing: "it was there a moment ago"),
        let manifest = manifest(bytes, key)
      else { continue }
      if manifest.release != number {
        note(key, .contradiction, "it is the manifest of release \(manifest.release)")
      }
    }
  }

  /// Looks at manifests of releases that are not kept any more: an interrupted clean-up leaves
  /// them.
  private mutating func checkForgotten(before oldest: Int) async throws(StoreError) {
    for number in present.keys.compactMap(\.releaseNumber).sorted() where number < oldest {
      let key = ObjectKey.release(number)
      named.insert(key)
      note(key, .unfinished, "it is not kept any more and still to be removed")
      guard let bytes = try await store.readable(key), let manifest = try? Manifest(json: bytes)
      else {
        continue
      }
      forgotten.formUnion(try await joined(manifest).objects.map(\.key))
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
    if !earlier.used.isEmpty, later.used.isEmpty {
      note(key, .contradiction, "the lists of what was published are gone")
    }
    let known = earlier.withdrawals
    if Array(later.withdrawals.prefix(known.count)) != known {
      note(key, .contradiction, "withdrawals of release \(earlier.release) are not in it")
    }
    for line in later.withdrawals.dropFirst(known.count) {
      if let fault = TreeInspection.fault(of: line, in: later, after: earlier) {
        note(key, .contradiction, "\(line.id) is said to be withdrawn, \(fault)")
      }
    }
    for pack in later.packs {
      guard let old = earlier.packs.first(where: { $0.id == pack.id }) else { continue }
      let expected = old.object.name == pack.object.name ? old.version : old.version + 1
      if pack.version != expected {
        note(
          key, .contradiction,
          "pack \(pack.id) goes from version \(old.version) to \(pack.version), not \(expected)")
      }
    }
    for streak in later.streaks {
      guard let old = earlier.streaks.first(where: { $0.cadence == streak.cadence }) else {
        continue
      }
      let expected = old.app == streak.app ? old.version : old.version + 1
      if streak.version != expected {
        note(
          key, .contradiction,
          "the app's \(streak.cadence.rawValue) list goes from version \(old.version) to "
            + "\(streak.version), not \(expected)")
      }
    }
    compareDates(earlier, later)
  }

  /// What is wrong with a new line about what was withdrawn.
  private static func fault(
    of line: Manifest.Withdrawal, in later: Manifest, after earlier: Manifest
  ) -> String? {
    if line.release != later.release { return "in release \(line.release)" }
    let ids = [earlier, later].map { manifest in
      Set(
        manifest.calendar.values.flatMap(\.entries).map(\.period.id)
          + manifest.packs.map(\.id.text))
    }
    if ids[1].contains(line.id) { return "and is still there in the same release" }
    guard SlotID(line.id) == nil, !ids[0].contains(line.id) else { return nil }
    // A pack that the rollback keeps from players until it ends is in neither.
    return earlier.rollback != nil && PackID(line.id) != nil ? nil : "and was not there"
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
  /// One that follows the current release is of an interrupted publish; one behind that shows that
  /// the pointer was put back. What does not follow is nobody's.
  private mutating func checkNewer(
    than current: (manifest: Manifest, bytes: [UInt8])
  ) async throws(StoreError) {
    let numbers = present.keys.compactMap(\.releaseNumber).sorted()
    var (last, digest) = (current.manifest, Digest.sha256(of: current.bytes))
    for number in numbers where number > current.manifest.release {
      let key = ObjectKey.release(number)
      named.insert(key)
      guard let bytes = try await bytes(key, missing: "it was there a moment ago") else { continue }
      guard let manifest = try? Manifest(json: bytes), manifest.release == number,
        manifest.follows(last, sha256: digest)
      else {
        note(key, .unnamed, "it does not follow from release \(last.release)")
        continue
      }
      newer.append(manifest)
      for object in try await joined(manifest).objects { named.insert(object.key) }
      if last == current.manifest {
        note(key, .unfinished, "release \(number) was not finished")
      } else {
        note(
          .manifest, .older,
          "it is release \(current.manifest.release), and \(key) shows that there was a later one")
      }
      (last, digest) = (manifest, Digest.sha256(of: bytes))
    }
  }
}
