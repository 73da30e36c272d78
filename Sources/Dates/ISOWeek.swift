/// A week of ISO 8601: Monday to Sunday, in the year that has its Thursday.
///
/// So the year of a week is not always the year of its days: 2027-01-01 is a Friday and belongs to
/// week 53 of 2026, whose Thursday is 2026-12-31.
package struct ISOWeek: Hashable, Sendable {
  /// The week-numbering year.
  package let year: Int

  /// The week, 1…52 or 1…53.
  package let week: Int

  /// Reads a week as ids have it: `2026-48`.
  ///
  /// - Throws: `CalendarError` at the first place that is wrong.
  package init(_ text: String) throws(CalendarError) {
    var reader = CalendarText(text)
    year = try reader.number(digits: 4, in: Day.years, "a year")
    try reader.expect("-", "“-” and the week")
    let weeks = ISOWeek.count(inYear: year)
    week = try reader.number(digits: 2, in: 1...weeks, "a week of \(padded(year, 4)),")
    try reader.end()
  }

  /// The week that a day is in.
  package init(containing day: Day) {
    let thursday = day.advanced(by: Weekday.thursday.rawValue - day.weekday.rawValue)
    year = thursday.year
    week = Day(known: thursday.year, 1, 1).distance(to: thursday) / 7 + 1
  }

  /// The number of weeks of a year: 52, or 53 in the years that begin or end on a Thursday.
  package static func count(inYear year: Int) -> Int {
    // The 28th of December is in the last week of its year, always.
    ISOWeek(containing: Day(known: year, 12, 28)).week
  }

  /// The first day of the week.
  package var monday: Day {
    // The fourth of January is in week 1 of its year, always.
    let fourth = Day(known: year, 1, 4)
    return fourth.advanced(by: 1 - fourth.weekday.rawValue + 7 * (week - 1))
  }
}

extension ISOWeek: Comparable {
  /// The earlier week first.
  package static func < (left: ISOWeek, right: ISOWeek) -> Bool {
    (left.year, left.week) < (right.year, right.week)
  }
}

extension ISOWeek: CustomStringConvertible {
  /// `2026-48`.
  package var description: String { "\(padded(year, 4))-\(padded(week, 2))" }
}
