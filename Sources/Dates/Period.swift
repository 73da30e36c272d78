import Printable

/// A day, week or month of the calendar: what one puzzle of a cadence is for.
package enum Period: Hashable, Sendable {
  case day(Day)
  case week(ISOWeek)
  case month(Month)

  /// The period of a cadence that a day is in.
  package init(_ cadence: Cadence, containing day: Day) {
    switch cadence {
    case .daily: self = .day(day)
    case .weekly: self = .week(ISOWeek(containing: day))
    case .monthly: self = .month(Month(containing: day))
    }
  }

  /// Reads the key of a cadence: `2026-11-21`, `2026-48` or `2026-11`.
  ///
  /// - Throws: `CalendarError` at the first place that is wrong.
  package init(_ cadence: Cadence, key: String) throws(CalendarError) {
    switch cadence {
    case .daily: self = .day(try Day(key))
    case .weekly: self = .week(try ISOWeek(key))
    case .monthly: self = .month(try Month(key))
    }
  }

  /// Reads an id: `daily:2026-11-21`, `weekly:2026-48` or `monthly:2026-11`.
  ///
  /// - Throws: `CalendarError` at the first place that is wrong.
  package init(id: String) throws(CalendarError) {
    let words = id.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, let cadence = Cadence(rawValue: String(words[0])) else {
      throw CalendarError(
        text: id, column: 1, found: "“\(Printable.ascii(words[0].utf8))”",
        expected: "“daily:”, “weekly:” or “monthly:”")
    }
    try self.init(cadence, key: String(words[1]))
  }

  /// The cadence that it is a period of.
  package var cadence: Cadence {
    switch self {
    case .day: .daily
    case .week: .weekly
    case .month: .monthly
    }
  }

  /// The period within its cadence: `2026-11-21`, `2026-48`, `2026-11`.
  package var key: String {
    switch self {
    case .day(let day): day.description
    case .week(let week): week.description
    case .month(let month): month.description
    }
  }

  /// The puzzle's id: `daily:2026-11-21`.
  package var id: String { "\(cadence.rawValue):\(key)" }

  package var first: Day {
    switch self {
    case .day(let day): day
    case .week(let week): week.monday
    case .month(let month): month.first
    }
  }

  package var last: Day {
    switch self {
    case .day(let day): day
    case .week(let week): week.monday.advanced(by: 6)
    case .month(let month): month.first.advanced(by: month.dayCount - 1)
    }
  }

  /// The period so many periods later; earlier with a negative number.
  package func advanced(by count: Int) -> Period {
    switch self {
    case .day(let day): .day(day.advanced(by: count))
    case .week(let week): .week(ISOWeek(containing: week.monday.advanced(by: 7 * count)))
    case .month(let month): .month(Month(ordinal: month.ordinal + count))
    }
  }

  /// How many periods later another one is; negative when it is earlier.
  ///
  /// - Precondition: Both are of the same cadence.
  package func distance(to other: Period) -> Int {
    switch (self, other) {
    case (.day(let from), .day(let to)): return from.distance(to: to)
    case (.week(let from), .week(let to)): return from.monday.distance(to: to.monday) / 7
    case (.month(let from), .month(let to)): return to.ordinal - from.ordinal
    default: preconditionFailure("\(self) and \(other) are not of one cadence")
    }
  }

  /// When it begins for the first players on Earth, whose clocks are 14 hours ahead of UTC.
  package var beginning: Timestamp {
    Timestamp(epochSeconds: (24 * first.daysSinceEpoch - 14) * 3600)
  }

  /// Whether it has begun for any player on Earth: from then on its puzzle never changes.
  package func hasBegunAnywhere(at time: Timestamp) -> Bool { beginning <= time }

  /// Whether its last day is past, in UTC.
  package func isOver(at time: Timestamp) -> Bool { last < time.day }
}

extension Period: Comparable {
  /// Days before weeks before months; within a cadence the earlier first.
  package static func < (left: Period, right: Period) -> Bool {
    (left.cadence, left.first) < (right.cadence, right.first)
  }
}

extension Period: CustomStringConvertible {
  /// The id: `daily:2026-11-21`.
  package var description: String { id }
}
