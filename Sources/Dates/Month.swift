/// A month of the Gregorian calendar.
package struct Month: Hashable, Sendable {
  package let year: Int

  /// The month, 1…12.
  package let month: Int

  /// Reads a month as ids have it: `2026-11`.
  ///
  /// - Throws: `CalendarError` at the first place that is wrong.
  package init(_ text: String) throws(CalendarError) {
    var reader = CalendarText(text)
    year = try reader.number(digits: 4, in: Day.years, "a year")
    try reader.expect("-", "“-” and the month")
    month = try reader.number(digits: 2, in: 1...12, "a month")
    try reader.end()
  }

  /// The month that a day is in.
  package init(containing day: Day) {
    year = day.year
    month = day.month
  }

  /// The month of a count of months since the first month of year 0.
  init(ordinal: Int) {
    year = ordinal >= 0 ? ordinal / 12 : (ordinal - 11) / 12
    month = ordinal - year * 12 + 1
  }

  /// The months since the first month of year 0.
  var ordinal: Int { year * 12 + month - 1 }

  /// The number of its days, 28…31.
  package var dayCount: Int { Month.dayCount(year: year, month: month) }

  /// The first day of the month.
  package var first: Day { Day(known: year, month, 1) }

  static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2:
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      return isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }
}

extension Month: Comparable {
  /// The earlier month first.
  package static func < (left: Month, right: Month) -> Bool { left.ordinal < right.ordinal }
}

extension Month: CustomStringConvertible {
  /// `2026-11`.
  package var description: String { "\(padded(year, 4))-\(padded(month, 2))" }
}
