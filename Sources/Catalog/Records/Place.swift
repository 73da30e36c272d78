/// Where a puzzle is used: a slot of a pack, or a date of the calendar.
package enum Place: Hashable, Sendable {
  /// A pack's slot, from 0.
  case slot(pack: String, index: Int)
  /// The day, week or month of a cadence: `date(cadence: "daily", key: "2026-11-21")`.
  case date(cadence: String, key: String)

  /// The id under which players keep their progress: `intro:3`, `daily:2026-11-21`.
  package var id: String {
    switch self {
    case .slot(let pack, let index): "\(pack):\(index)"
    case .date(let cadence, let key): "\(cadence):\(key)"
    }
  }
}

extension Place: CustomStringConvertible {
  /// The id.
  package var description: String { id }
}
