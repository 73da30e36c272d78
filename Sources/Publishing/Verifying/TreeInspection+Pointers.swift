extension TreeInspection {
  /// Checks what clients read that know only an id: `versions.json` and `packs/{id}.json`.
  ///
  /// They follow the manifest, so after an interruption they may be those of the release before; but
  /// never those of a later one.
  mutating func checkPointers(
    _ current: (manifest: Manifest, bytes: [UInt8])
  ) throws(StoreError) {
    let manifest = current.manifest
    let mayBeAbsent = previous == nil
    if present[.versions] == nil, mayBeAbsent {
      note(.versions, .unfinished, "it is still to be written")
    } else if let bytes = try bytes(.versions, missing: "apps ask for it"),
      bytes != TreeInspection.versions(manifest)
    {
      judge(.versions, lags: previous.map { TreeInspection.versions($0) == bytes } ?? false) {
        TreeInspection.versions($0) == bytes
      }
    }
    for pack in manifest.packs {
      try checkAlias(of: pack, old: previous?.packs.first { $0.id == pack.id })
    }
    // An alias of a pack that the current release withdrew is removed last.
    for old in previous?.packs ?? [] where !manifest.packs.contains(where: { $0.id == old.id }) {
      let key = ObjectKey.pack(old.id)
      named.insert(key)
      if present[key] != nil { note(key, .unfinished, "it is still to be removed") }
    }
  }

  private mutating func checkAlias(
    of pack: Manifest.Pack, old: Manifest.Pack?
  ) throws(StoreError) {
    let key = ObjectKey.pack(pack.id)
    named.insert(key)
    if present[key] == nil, old == nil {
      note(key, .unfinished, "it is still to be written")
      return
    }
    guard let bytes = try bytes(key, missing: "apps ask for it") else { return }
    let digest = Digest.sha256(of: bytes)
    func isAlias(of pack: Manifest.Pack?) -> Bool {
      guard let pack else { return false }
      return pack.object.text == "puzzles/packs/\(digest).\(pack.id).json"
    }
    guard !isAlias(of: pack) else { return }
    judge(key, lags: isAlias(of: old)) { manifest in
      isAlias(of: manifest.packs.first { $0.id == pack.id })
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
  ) throws(StoreError) {
    for key in present.keys.sorted() where !named.contains(key) {
      guard let bytes = try bytes(key, missing: "it was there a moment ago") else { continue }
      if isNextOfCalendar(key, bytes, current.manifest) || isPack(key, bytes) {
        note(key, .unfinished, "a release that names it was not finished")
      } else {
        note(key, .unnamed, "no release names it")
      }
    }
  }

  private func isNextOfCalendar(_ key: ObjectKey, _ bytes: [UInt8], _ manifest: Manifest) -> Bool {
    guard let period = key.period, case .success = TreePack.puzzle(bytes) else { return false }
    guard let last = manifest.calendar[period.cadence]?.last else { return true }
    return period > last
  }

  private func isPack(_ key: ObjectKey, _ bytes: [UInt8]) -> Bool {
    guard let pack = TreePack(bytes) else { return false }
    return key.text == "puzzles/packs/\(Digest.sha256(of: bytes)).\(pack.id).json"
  }
}
