import Dates
import Identity
import Manifest
import Stores

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
  ///
  /// One that is withdrawn in this release vanishes; another puzzle can have its date from the next
  /// release on, so that no manifest ever names two things by one key.
  func checkEntries() throws(PublishError) {
    let withdrawn = Set(content.newWithdrawals(after: published).map(\.id))
    for cadence in Cadence.allCases {
      for entry in published?.calendar[cadence]?.entries ?? [] {
        guard let object = rendered.objects[.entry(entry.period)] else {
          if withdrawn.contains(entry.period.id) { continue }
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
}
