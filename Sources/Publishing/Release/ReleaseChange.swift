package import Dates
package import Identity
package import Manifest

/// A change as a player would notice it.
package enum ReleaseChange: Hashable, Sendable {
  /// A pack is new.
  case packAdded(id: PackID, count: Int)
  /// A pack has other puzzles, another name or another price.
  case packChanged(id: PackID, from: Int, to: Int)
  /// A pack is gone.
  case packWithdrawn(id: PackID)
  /// The packs come in another order.
  case packsReordered
  /// The calendar of a cadence has new entries.
  case entriesAdded(Cadence, count: Int, first: Period, last: Period)
  /// A date's puzzle is gone.
  case entryWithdrawn(Period)

  /// The differences between two releases, in the order of packs and calendar.
  ///
  /// - Parameters:
  ///   - earlier: The release before; nothing for the first one.
  ///   - later: The release after.
  /// - Returns: The changes; none where a player would notice nothing.
  package static func between(_ earlier: Manifest?, _ later: Manifest) -> [ReleaseChange] {
    var changes: [ReleaseChange] = []
    let before = earlier?.packs ?? []
    for pack in later.packs {
      if let old = before.first(where: { $0.id == pack.id }) {
        if old.object != pack.object {
          changes.append(.packChanged(id: pack.id, from: old.version, to: pack.version))
        }
      } else {
        changes.append(.packAdded(id: pack.id, count: pack.count))
      }
    }
    let after = Set(later.packs.map(\.id))
    for old in before where !after.contains(old.id) { changes.append(.packWithdrawn(id: old.id)) }
    let known = Set(before.map(\.id))
    let stayed = later.packs.map(\.id).filter(known.contains)
    if stayed != before.map(\.id).filter(after.contains) { changes.append(.packsReordered) }
    for cadence in Cadence.allCases {
      let old = (earlier?.calendar[cadence]?.entries ?? []).map(\.period)
      let new = (later.calendar[cadence]?.entries ?? []).map(\.period)
      let (oldSet, newSet) = (Set(old), Set(new))
      for period in old where !newSet.contains(period) { changes.append(.entryWithdrawn(period)) }
      let added = new.filter { !oldSet.contains($0) }
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
    case .packAdded(let id, let count): return "new pack \(id), \(count) puzzles"
    case .packChanged(let id, let from, let to):
      return "pack \(id) changed: version \(from) → \(to)"
    case .packWithdrawn(let id): return "pack \(id) withdrawn"
    case .packsReordered: return "packs in another order"
    case .entryWithdrawn(let period): return "\(period) withdrawn"
    case .entriesAdded(let cadence, let count, let first, let last):
      return count == 1
        ? "1 new \(cadence.rawValue) puzzle: \(first.key)"
        : "\(count) new \(cadence.rawValue) puzzles: \(first.key) … \(last.key)"
    }
  }
}
