import Dates
import Testing

@Suite("Days")
struct DayTests {
  @Test("every day from 1600 to 2400 follows the one before, and comes back from its number")
  func sequence() throws {
    var expected = (year: 1600, month: 1, day: 1)
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let first = try Day("1600-01-01").daysSinceEpoch
    let last = try Day("2400-12-31").daysSinceEpoch
    var wrong: [Int] = []
    for number in first...last {
      let day = Day(daysSinceEpoch: number)
      if (day.year, day.month, day.day) != expected || day.daysSinceEpoch != number {
        wrong.append(number)
      }
      let isLeap =
        expected.year % 400 == 0 || (expected.year % 4 == 0 && expected.year % 100 != 0)
      let length = lengths[expected.month - 1] + (expected.month == 2 && isLeap ? 1 : 0)
      expected.day += 1
      if expected.day > length { (expected.month, expected.day) = (expected.month + 1, 1) }
      if expected.month > 12 { (expected.year, expected.month) = (expected.year + 1, 1) }
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "weekdays are those of the calendar on the wall",
    arguments: [
      ("1970-01-01", Weekday.thursday), ("2000-02-29", .tuesday), ("2026-11-21", .saturday),
      ("1969-12-31", .wednesday), ("0001-01-01", .monday), ("2027-01-01", .friday),
    ])
  func weekday(text: String, weekday: Weekday) throws {
    #expect(try Day(text).weekday == weekday)
  }

  @Test("days are counted over months, leap days and years")
  func arithmetic() throws {
    let day = try Day("2027-12-31")
    #expect(day.advanced(by: 60).description == "2028-02-29")
    #expect(day.advanced(by: -365).description == "2026-12-31")
    #expect(try day.distance(to: Day("2028-12-31")) == 366)
    #expect(try Day("2026-11-21") < Day("2026-12-01"))
  }

  @Test(
    "a wrong text is refused at the place where it goes wrong",
    arguments: [
      ("2026-13-01", 6, "“13”", "a month 01…12"), ("2026-02-29", 9, "“29”", "a day 01…28"),
      ("2026-1-01", 6, "“1-”", "a month 01…12"), ("", 1, "the end", "a year 0001…9999"),
      ("2026-11-21 ", 11, "“ ”", "the end"), ("0000-01-01", 1, "“0000”", "a year 0001…9999"),
      ("+026-01-01", 1, "“+026”", "a year 0001…9999"),
      ("2026/11/21", 5, "“/”", "“-” and the month"),
      ("２026-11-21", 1, "“???0”", "a year 0001…9999"), ("2026-11-3", 9, "“3”", "a day 01…30"),
    ])
  func errors(text: String, column: Int, found: String, expected: String) {
    #expect {
      try Day(text)
    } throws: { error in
      let error = error as? CalendarError
      return error?.column == column && error?.found == found && error?.expected == expected
    }
  }

  @Test("an error says the text, the place, what stands there and what should")
  func message() {
    #expect {
      try Day("2026-13-01")
    } throws: { error in
      "\(error)" == "“2026-13-01”, column 6: found “13”, expected a month 01…12"
    }
  }

  @Test("numbers that make no day are refused too")
  func numbers() {
    #expect(throws: CalendarError.self) { try Day(year: 2026, month: 2, day: 30) }
    #expect(throws: CalendarError.self) { try Day(year: 12_026, month: 2, day: 3) }
    #expect(throws: CalendarError.self) { try Day(year: -1, month: 2, day: 3) }
  }

  @Test("a text of a million characters is refused at once, with a short message")
  func longText() {
    let text = String(repeating: "9", count: 1_000_000)
    #expect {
      try Day(text)
    } throws: { error in
      "\(error)".count < 200
    }
  }

  @Test("weekdays have the three letters of recipes")
  func abbreviations() {
    #expect(
      Weekday.allCases.map(\.abbreviation).joined(separator: " ") == "mon tue wed thu fri sat sun")
  }
}
