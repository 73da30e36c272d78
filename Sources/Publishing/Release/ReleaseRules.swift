/// What a new release may not do to players.
struct ReleaseRules {
  let content: ReleaseContent
  let rendered: RenderedContent
  let published: Manifest?

  /// Checks everything against what is published.
  func check() throws(PublishError) {
    try checkEntries()
    try checkPacks()
  }

  /// Every published entry of the calendar is there, with the same bytes.
  func checkEntries() throws(PublishError) {
    for cadence in Cadence.allCases {
      for entry in published?.calendar[cadence]?.entries ?? [] {
        guard let object = rendered.objects[.entry(entry.period)] else {
          throw .publishedEntryWouldVanish(entry.period.id)
        }
        guard object.sha256 == entry.sha256 else {
          throw .publishedEntryWouldChange(entry.period.id)
        }
      }
    }
  }

  /// Versions rise by one where a pack has changed and stay where it has not.
  private func checkPacks() throws(PublishError) {
    for old in published?.packs ?? [] {
      guard let new = content.packs.first(where: { $0.id == old.id }) else {
        if content.withdrawnPacks.contains(old.id) { continue }
        throw .packWouldVanish(old.id)
      }
      // The same pack under the published version has the published name, if it is the same.
      var same = new
      same.version = old.version
      let bytes = PackFile.bytes(of: same)
      let isSame = ObjectKey.pack(old.id, sha256: Digest.sha256(of: bytes)) == old.object
      let expected = isSame ? old.version : old.version + 1
      guard new.version == expected else {
        // A version below the published one is the sign of an old catalogue; the message says so.
        throw .packVersion(
          id: old.id, published: old.version, offered: new.version, expected: expected)
      }
    }
  }

  /// The differences as a player notices them.
  var changes: [ReleaseChange] {
    var changes: [ReleaseChange] = []
    let before = published?.packs ?? []
    for pack in rendered.packs {
      if let old = before.first(where: { $0.id == pack.id }) {
        if old.object != pack.object {
          changes.append(.packChanged(id: pack.id, from: old.version, to: pack.version))
        }
      } else {
        changes.append(.packAdded(id: pack.id, count: pack.count))
      }
    }
    let after = Set(rendered.packs.map(\.id))
    for old in before where !after.contains(old.id) { changes.append(.packWithdrawn(id: old.id)) }
    let earlier = Set(before.map(\.id))
    let stayed = rendered.packs.map(\.id).filter(earlier.contains)
    if stayed != before.map(\.id).filter(after.contains) { changes.append(.packsReordered) }

    for cadence in Cadence.allCases {
      let known = Set((published?.calendar[cadence]?.entries ?? []).map(\.period))
      let new = (rendered.calendar[cadence]?.entries ?? []).map(\.period)
        .filter { !known.contains($0) }
      if let first = new.first, let last = new.last {
        changes.append(.entriesAdded(cadence, count: new.count, first: first, last: last))
      }
    }
    return changes
  }
}
