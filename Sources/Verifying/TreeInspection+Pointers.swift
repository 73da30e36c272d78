import Dates
import Identity
import JSONText
import Manifest
import Stores
import Zstandard

extension TreeInspection {
  /// Checks what clients read that know only an id: `versions.json` and `packs/{id}.json`.
  ///
  /// They follow the manifest, so after an interruption they may be those of the release before;
  /// but never those of a later one, and not where `versions.json`, which comes last, has followed.
  /// Those of a tree's first release are there before its manifest.
  mutating func checkPointers(
    _ current: (manifest: Manifest, bytes: [UInt8])
  ) async throws(StoreError) {
    let manifest = current.manifest
    let wanted = TreeInspection.versions(manifest)
    let before = previous.map(TreeInspection.versions)
    let versions = try await bytes(.versions, missing: "apps ask for it")
    if let versions, versions != wanted {
      judge(.versions, lags: before == versions) { TreeInspection.versions($0) == versions }
    }
    let mayLag = before != nil && (versions != wanted || before == wanted)
    try await checkNow(manifest, mayLag: mayLag)
    let lines = TreeInspection.aliases(of: manifest)
    var old: [ObjectKey: String] = [:]
    for line in previous.map(TreeInspection.aliases) ?? [] { old[line.key] = line.sha256 }
    for line in lines {
      named.insert(line.key)
      if mayLag, old[line.key] == nil, try await !isThere(line.key) {
        note(line.key, .unfinished, "it is still to be written")
      } else {
        try await checkAlias(line.key, line.sha256, old: mayLag ? old[line.key] : nil)
      }
    }
    // An alias of what the current release does not have any more is removed last.
    let current = Set(lines.map(\.key))
    for key in old.keys.sorted() where !current.contains(key) {
      named.insert(key)
      if present[key] != nil { note(key, .unfinished, "it is still to be removed") }
    }
    for key in [ObjectKey.manifest, .versions] + lines.map(\.key) { checkPointerHeaders(of: key) }
  }

  /// What clients ask for by an id alone, and the SHA-256 that it has to have.
  private static func aliases(of manifest: Manifest) -> [(key: ObjectKey, sha256: String)] {
    var digests: [ObjectKey: String] = [:]
    for object in manifest.objects { digests[object.key] = object.sha256 }
    var lines: [(String, ObjectKey?)] = []
    for pack in manifest.packs {
      let part = pack.part == .paid ? "private" : "puzzles"
      lines.append(("\(part)/packs/\(pack.id).json", pack.object))
      lines.append(("\(part)/app/\(pack.id).json", pack.app))
      lines.append(("\(part)/app/\(pack.id)-hints.json", pack.appHints))
    }
    for streak in manifest.streaks {
      lines.append(("puzzles/app/\(streak.cadence.rawValue).json", streak.app))
      lines.append(("puzzles/app/\(streak.cadence.rawValue)-hints.json", streak.appHints))
    }
    lines.append(("puzzles/bundle/free.json", manifest.bundle?.plain))
    lines.append(("puzzles/bundle/free.json.zst", manifest.bundle?.compressed))
    lines.append(("private/manifest.json", manifest.privatePart?.object))
    return lines.compactMap { name, target in
      guard let digest = target.flatMap({ digests[$0] }),
        let key = try? ObjectKey(name)
      else { return nil }
      return (key, digest)
    }
  }

  private mutating func checkAlias(
    _ key: ObjectKey, _ sha256: String, old: String?
  ) async throws(StoreError) {
    guard let bytes = try await bytes(key, missing: "apps ask for it") else { return }
    let digest = Digest.sha256(of: bytes)
    guard digest != sha256 else { return }
    judge(key, lags: digest == old) { manifest in
      TreeInspection.aliases(of: manifest).contains { $0.key == key && $0.sha256 == digest }
    }
  }

  /// Notes a pointer that is not of the current release.
  private mutating func judge(
    _ key: ObjectKey, lags: Bool, isOf: (Manifest) -> Bool
  ) {
    if lags {
      note(key, .unfinished, "it is still that of the release before")
    } else if newer.contains(where: isOf) {
      note(.manifest, .older, "\(key) is of a later release already")
    } else {
      note(key, .changed, "it is not what the manifest says")
    }
  }

  private static func versions(_ manifest: Manifest) -> [UInt8] {
    let members = manifest.packs.map { "\"\($0.id)\":\($0.version)" }
    return Array("{\(members.joined(separator: ","))}".utf8)
  }

  /// Looks for objects that nothing names.
  ///
  /// A pack under the right name of its bytes, and the calendar's next puzzles, are what a publish
  /// writes first; it may have been interrupted there.
  mutating func checkUnnamed(
    _ current: (manifest: Manifest, bytes: [UInt8])
  ) async throws(StoreError) {
    for key in present.keys.sorted() where !named.contains(key) && !isOfSigning(key) {
      if key.part == .paid && !knowsPrivate { continue }
      guard let bytes = try await bytes(key, missing: "it was there a moment ago") else { continue }
      if forgotten.contains(key) {
        note(key, .unfinished, "only releases name it that are not kept any more")
      } else if let period = key.period, withdrawn.contains(period.id) {
        note(key, .unfinished, "it was taken back, and is still to be removed or replaced")
      } else if isNextOfCalendar(key, bytes, current.manifest) || isPack(key, bytes)
        || isOfProfile(key, bytes)
      {
        note(key, .unfinished, "a release that names it was not finished")
      } else {
        note(key, .unnamed, "no release names it")
      }
    }
  }

  /// Whether it is the list of release keys, or the signature of a release that is there.
  ///
  /// No manifest can name them; what they say is `SignatureReading`'s affair.
  private func isOfSigning(_ key: ObjectKey) -> Bool {
    key == .keys || key.signatureNumber.map { named.contains(.release($0)) } ?? false
  }

  private func isNextOfCalendar(_ key: ObjectKey, _ bytes: [UInt8], _ manifest: Manifest) -> Bool {
    guard let period = key.period, case .success = TreePack.puzzle(bytes) else { return false }
    guard let last = manifest.calendar[period.cadence]?.last else { return true }
    return period > last
  }

  /// Whether it is what a publish writes for the app or a bundle, hints, or a list of what was
  /// published.
  private func isOfProfile(_ key: ObjectKey, _ bytes: [UInt8]) -> Bool {
    guard let part = key.part else { return false }
    let name = key.text.dropFirst(part.folder.count)
    if part == .paid, name.hasPrefix("releases/") {
      return key.isPrivateRelease && name.contains(Digest.sha256(of: bytes))
    }
    if name.hasPrefix("app/") || name.hasPrefix("bundle/") || name.hasPrefix("used/") {
      return key.hasDigest && name.contains(Digest.sha256(of: bytes))
    }
    guard name.hasPrefix("hints/"), key.hasDigest else { return false }
    return name.hasSuffix(".zst")
      ? Zstandard.decompressed(bytes) != nil : (try? JSONValue(reading: bytes)) != nil
  }

  private func isPack(_ key: ObjectKey, _ bytes: [UInt8]) -> Bool {
    guard let pack = TreePack(bytes) else { return false }
    let folder = pack.free ? "puzzles" : "private"
    return key.text == "\(folder)/packs/\(Digest.sha256(of: bytes)).\(pack.id).json"
  }
}
