/// A day of the Gregorian calendar, without a time zone: the calendar of puzzles runs in UTC.
///
/// The arithmetic is our own, on whole days since 1970-01-01 (H. Hinnant, *chrono-compatible
/// low-level date algorithms*): no time zone, locale or system setting can move a puzzle's date.
/// The Gregorian rule is carried back before 1582. Years are read and made as 1…9999, four digits.
package struct Day: Hashable, Sendable {
  package let year: Int

  /// The month, 1…12.
  package let month: Int

  /// The day of the month, from 1.
  package let day: Int

  /// The years that can be written.
  package static let years = 1...9999

  /// Makes a day of its numbers.
  ///
  /// - Throws: `CalendarError` when there is no such day.
  package init(year: Int, month: Int, day: Int) throws(CalendarError) {
    guard Day.years.contains(year), (1...12).contains(month),
      (1...Month.dayCount(year: year, month: month)).contains(day)
    else {
      // What is wrong with it is said of its text.
      try self.init("\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))")
      return
    }
    self.init(known: year, month, day)
  }

  /// Reads a day as ISO 8601 writes it: `2026-11-21`.
  ///
  /// - Throws: `CalendarError` at the first place that is wrong.
  package init(_ text: String) throws(CalendarError) {
    var reader = CalendarText(text)
    try self.init(&reader)
    try reader.end()
  }

  init(_ reader: inout CalendarText) throws(CalendarError) {
    year = try reader.number(digits: 4, in: Day.years, "a year")
    try reader.expect("-", "“-” and the month")
    month = try reader.number(digits: 2, in: 1...12, "a month")
    try reader.expect("-", "“-” and the day")
    let days = Month.dayCount(year: year, month: month)
    day = try reader.number(digits: 2, in: 1...days, "a day")
  }

  /// A day of numbers that are known to be right; the year may be any.
  init(known year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day so many days after 1970-01-01; before it with a negative number.
  package init(daysSinceEpoch days: Int) {
    // Counted from 0000-03-01, so that a leap day is the last day of its year; an era is 400 years.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01.
  package var daysSinceEpoch: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week.
  package var weekday: Weekday {
    // 1970-01-01 was a Thursday; the remainder is brought to 0…6 for days before it too.
    let number = ((daysSinceEpoch + 3) % 7 + 7) % 7
    return Weekday.allCases[number]
  }

  /// The day so many days later; earlier with a negative number.
  package func advanced(by days: Int) -> Day { Day(daysSinceEpoch: daysSinceEpoch + days) }

  /// How many days later another day is; negative when it is earlier.
  package func distance(to other: Day) -> Int { other.daysSinceEpoch - daysSinceEpoch }
}

extension Day: Comparable {
  /// The earlier day first.
  package static func < (left: Day, right: Day) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension Day: CustomStringConvertible {
  /// `2026-11-21`.
  package var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}
