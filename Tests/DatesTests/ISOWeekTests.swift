import Dates
import Foundation
import Testing

@Suite("ISO weeks")
struct ISOWeekTests {
  @Test("2026 has a week 53, and the first days of 2027 are in it")
  func week53() throws {
    #expect(ISOWeek.count(inYear: 2026) == 53)
    #expect(ISOWeek.count(inYear: 2027) == 52)
    #expect(try ISOWeek(containing: Day("2027-01-01")).description == "2026-53")
    #expect(try ISOWeek(containing: Day("2027-01-03")).description == "2026-53")
    #expect(try ISOWeek(containing: Day("2027-01-04")).description == "2027-01")
    #expect(try ISOWeek("2026-53").monday.description == "2026-12-28")
  }

  @Test("days before the first Thursday can be in the last week of the year before")
  func edges() throws {
    #expect(try ISOWeek(containing: Day("2024-12-30")).description == "2025-01")
    #expect(try ISOWeek(containing: Day("2021-01-03")).description == "2020-53")
    #expect(try ISOWeek(containing: Day("2022-01-02")).description == "2021-52")
  }

  @Test("every day from 1900 to 2200 is in the week that Foundation's ISO calendar says")
  func differential() throws {
    var calendar = Foundation.Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let first = try Day("1900-01-01").daysSinceEpoch
    let last = try Day("2200-12-31").daysSinceEpoch
    var wrong: [Day] = []
    for number in stride(from: first, through: last, by: 3) {
      let day = Day(daysSinceEpoch: number)
      let date = Date(timeIntervalSince1970: Double(number) * 86_400)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .yearForWeekOfYear, .weekOfYear], from: date)
      let week = ISOWeek(containing: day)
      if week.year != parts.yearForWeekOfYear || week.week != parts.weekOfYear
        || day.year != parts.year || day.month != parts.month || day.day != parts.day
      {
        wrong.append(day)
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "a week that its year does not have is refused", arguments: ["2027-53", "2026-54", "2026-00"])
  func missingWeeks(text: String) {
    #expect(throws: CalendarError.self) { try ISOWeek(text) }
  }
}
