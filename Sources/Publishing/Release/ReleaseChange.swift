package import Dates
package import Identity
package import Manifest
import Stores
import Wording

/// A change as a player would notice it.
package enum ReleaseChange: Hashable, Sendable {
  /// A pack is new.
  case packAdded(id: PackID, count: Int)
  /// A pack has other puzzles, another name or another price.
  case packChanged(id: PackID, from: Int, to: Int)
  /// A pack is gone.
  case packWithdrawn(id: PackID)
  /// A pack is gone until the rollback ends, since the release that was gone back to has none of
  /// it.
  case packAway(id: PackID)
  /// The packs come in another order.
  case packsReordered
  /// The calendar of a cadence has new entries.
  case entriesAdded(Cadence, count: Int, first: Period, last: Period)
  /// A date's puzzle is gone.
  case entryWithdrawn(Period)
  /// A date's puzzle is gone, or another one by now: it was replaced before the date began.
  case entryReplaced(Period, reason: String?)

  /// The differences between two releases, in the order of packs and calendar.
  ///
  /// - Parameters:
  ///   - earlier: The release before; `nil` for the first one.
  ///   - later: The release after.
  /// - Returns: The changes; none where a player would notice nothing.
  package static func between(_ earlier: Manifest?, _ later: Manifest) -> [ReleaseChange] {
    var changes: [ReleaseChange] = []
    let before = earlier?.packs ?? []
    for pack in later.packs {
      if let old = before.first(where: { $0.id == pack.id }) {
        if old.object.name != pack.object.name {
          changes.append(.packChanged(id: pack.id, from: old.version, to: pack.version))
        }
      } else {
        changes.append(.packAdded(id: pack.id, count: pack.count))
      }
    }
    let after = Set(later.packs.map(\.id))
    for old in before.map(\.id) where !after.contains(old) {
      let isAway = later.rollback != nil && !later.withdrawals.contains { $0.id == old.text }
      changes.append(isAway ? .packAway(id: old) : .packWithdrawn(id: old))
    }
    let known = Set(before.map(\.id))
    let stayed = later.packs.map(\.id).filter(known.contains)
    if stayed != before.map(\.id).filter(after.contains) { changes.append(.packsReordered) }
    for cadence in Cadence.allCases {
      let entries = earlier?.calendar[cadence]?.entries ?? []
      let (old, new) = (entries.map(\.period), later.calendar[cadence]?.entries ?? [])
      let digests = Dictionary(
        new.map { ($0.period, $0.sha256) }, uniquingKeysWith: { first, _ in first })
      for entry in entries where digests[entry.period] != entry.sha256 {
        let line = later.replacements.last {
          $0.period == entry.period && $0.release > earlier?.release ?? 0
        }
        if line == nil, digests[entry.period] == nil {
          changes.append(.entryWithdrawn(entry.period))
        } else {
          let withdrawal = later.withdrawals.last { $0.id == entry.period.id }
          changes.append(
            .entryReplaced(entry.period, reason: line?.reason ?? withdrawal?.reason))
        }
      }
      let oldSet = Set(old)
      let added = new.map(\.period).filter { !oldSet.contains($0) }
      if let first = added.first, let last = added.last {
        changes.append(.entriesAdded(cadence, count: added.count, first: first, last: last))
      }
    }
    return changes
  }
}

extension ReleaseChange: CustomStringConvertible {
  /// One line for people.
  package var description: String {
    switch self {
    case .packAdded(let id, let count):
      return "new pack \(id), \(count, of: "puzzle")"
    case .packChanged(let id, let from, let to):
      return "pack \(id) changed: version \(from) → \(to)"
    case .packWithdrawn(let id): return "pack \(id) withdrawn"
    case .packAway(let id): return "pack \(id) is away until the rollback ends"
    case .packsReordered: return "packs in another order"
    case .entryWithdrawn(let period): return "\(period) withdrawn"
    case .entryReplaced(let period, let reason):
      return "\(period) gets another puzzle" + (reason.map { ": \($0)" } ?? "")
    case .entriesAdded(let cadence, let count, let first, let last):
      return count == 1
        ? "1 new \(cadence.rawValue) puzzle: \(first.key)"
        : "\(count) new \(cadence.rawValue) puzzles: \(first.key) … \(last.key)"
    }
  }
}
