/// How often a new puzzle of the calendar appears.
///
/// The raw value is the word in ids and keys: `daily:2026-11-21`, `puzzles/daily/2026-11-21.sbn`.
package enum Cadence: String, CaseIterable, Hashable, Sendable {
  case daily
  case weekly
  case monthly
}

extension Cadence: Comparable {
  /// The more frequent first.
  package static func < (left: Cadence, right: Cadence) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .daily: 0
    case .weekly: 1
    case .monthly: 2
    }
  }
}
