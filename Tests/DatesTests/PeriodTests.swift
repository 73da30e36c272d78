import Dates
import Testing

@Suite("Periods")
struct PeriodTests {
  @Test(
    "a period is read from its id and writes it again",
    arguments: [
      ("daily:2026-11-21", Cadence.daily, "2026-11-21", "2026-11-21", "2026-11-21"),
      ("weekly:2026-48", .weekly, "2026-48", "2026-11-23", "2026-11-29"),
      ("weekly:2026-53", .weekly, "2026-53", "2026-12-28", "2027-01-03"),
      ("monthly:2028-02", .monthly, "2028-02", "2028-02-01", "2028-02-29"),
    ])
  func ids(id: String, cadence: Cadence, key: String, first: String, last: String) throws {
    let period = try Period(id: id)
    #expect(period.cadence == cadence)
    #expect(period.key == key)
    #expect(period.id == id)
    #expect(period.first.description == first)
    #expect(period.last.description == last)
    #expect(try Period(cadence, key: key) == period)
    #expect(Period(cadence, containing: period.last) == period)
  }

  @Test("periods follow each other without gaps for thirty years", arguments: Cadence.allCases)
  func sequence(cadence: Cadence) throws {
    let start = try Period(cadence, containing: Day("2020-01-01"))
    var period = start
    for count in 1...400 {
      let next = period.advanced(by: 1)
      #expect(next.first == period.last.advanced(by: 1))
      #expect(next.advanced(by: -1) == period)
      #expect(start.distance(to: next) == count)
      #expect(next.distance(to: start) == -count)
      #expect(start.advanced(by: count) == next)
      #expect(period < next)
      period = next
    }
  }

  @Test("a month before the first of its year is in the year before")
  func months() throws {
    #expect(try Period(id: "monthly:2026-01").advanced(by: -1).key == "2025-12")
    #expect(try Period(id: "monthly:2026-11").advanced(by: 14).key == "2028-01")
  }

  @Test("a period is over after its last day, in UTC")
  func clock() throws {
    let week = try Period(id: "weekly:2026-48")
    #expect(try !week.isOver(at: Timestamp("2026-11-29T23:59:59Z")))
    #expect(try week.isOver(at: Timestamp("2026-11-30T00:00:00Z")))
  }

  @Test(
    "a text that is no id is refused",
    arguments: ["", "daily", "daily:", "hourly:2026-11-21", "daily:2026-48", "Daily:2026-11-21"])
  func errors(id: String) {
    #expect(throws: CalendarError.self) { try Period(id: id) }
  }
}
