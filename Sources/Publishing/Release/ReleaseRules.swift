import Dates
import Identity
import Manifest
import Stores

/// What a new release may not do to players.
struct ReleaseRules {
  let content: ReleaseContent
  let rendered: RenderedContent
  let published: Manifest?
  /// The release's clock.
  let time: Timestamp

  /// Checks everything against what is published.
  func check() throws(PublishError) {
    try checkReplacements()
    try checkEntries()
    try checkReturns()
    try checkPacks()
  }

  /// Only a published date that has not begun anywhere gets another puzzle, and not yet in the
  /// release that takes the old one away.
  private func checkReplacements() throws(PublishError) {
    for replacement in content.replacements {
      let (period, entries) = (
        replacement.period, published?.calendar[replacement.period.cadence]?.entries ?? []
      )
      guard entries.contains(where: { $0.period == period }) else {
        throw .badContent("\(period) is to get another puzzle and has none that is published")
      }
      guard !period.hasBegunAnywhere(at: time) else {
        throw .dateHasBegun(period.id, beginning: period.beginning)
      }
      guard rendered.objects[.entry(period)] == nil else {
        throw .publishedEntryWouldChange(period.id)
      }
    }
  }

  /// A date that was taken back has no successor once it has begun anywhere, but for one that was
  /// announced before.
  private func checkReturns() throws(PublishError) {
    guard let published else { return }
    for period in published.emptyDates.sorted() where period.hasBegunAnywhere(at: time) {
      guard let object = rendered.objects[.entry(period)] else { continue }
      let announced = published.replacements.last { $0.period == period }?.by
      guard object.sha256 == announced else {
        throw .dateHasBegun(period.id, beginning: period.beginning)
      }
    }
  }

  /// Every published entry of the calendar is there, with the same bytes.
  ///
  /// One that is withdrawn or replaced in this release vanishes; another puzzle can have its date
  /// from the next release on, so that no manifest ever names two things by one key.
  func checkEntries() throws(PublishError) {
    let withdrawn = Set(content.newWithdrawals(after: published).map(\.id))
      .union(content.replacements.map(\.period.id))
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
      // In whatever part it lies: its name there is that of its bytes.
      let isSame = ObjectKey.pack(old.id, sha256: Digest.sha256(of: bytes)).name == old.object.name
      let expected = isSame ? old.version : old.version + 1
      guard new.version == expected else {
        // A version below the published one is the sign of an old catalogue; the message says so.
        throw .packVersion(
          id: old.id, published: old.version, offered: new.version, expected: expected)
      }
    }
  }
}
