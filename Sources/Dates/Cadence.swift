/// How often a new puzzle of the calendar appears.
///
/// The raw value is the word in ids and keys: `daily:2026-11-21`, `puzzles/daily/2026-11-21.sbn`.
package enum Cadence: String, CaseIterable, Hashable, Sendable {
  case daily
  case weekly
  case monthly
}

extension Cadence {
  /// How many periods of a calendar readers may expect, the current one included: what a tree is
  /// held against by whoever has no recipe of it.
  package var expectedHorizon: Int {
    switch self {
    case .daily: 14
    case .weekly: 4
    case .monthly: 2
    }
  }
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
