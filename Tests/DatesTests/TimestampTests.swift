import Dates
import Testing

@Suite("Timestamps")
struct TimestampTests {
  @Test(
    "seconds and texts are the same moments",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
      (951_782_400, "2000-02-29T00:00:00Z"), (1_795_230_000, "2026-11-21T03:00:00Z"),
      (253_402_300_799, "9999-12-31T23:59:59Z"), (-86_400, "1969-12-31T00:00:00Z"),
    ])
  func roundTrip(seconds: Int, text: String) throws {
    #expect(Timestamp(epochSeconds: seconds).description == text)
    #expect(try Timestamp(text).epochSeconds == seconds)
  }

  @Test("a day alone is its first second")
  func dayAlone() throws {
    #expect(try Timestamp("2026-11-21") == Timestamp("2026-11-21T00:00:00Z"))
  }

  @Test("the day is the one in UTC, before 1970 too")
  func day() throws {
    #expect(Timestamp(epochSeconds: -1).day.description == "1969-12-31")
    #expect(try Timestamp("2026-11-21T23:59:59Z").day.description == "2026-11-21")
  }

  @Test(
    "a wrong text is refused at the place where it goes wrong",
    arguments: [
      ("2026-11-21T24:00:00Z", 12), ("2026-11-21T03:60:00Z", 15), ("2026-11-21T03:00:60Z", 18),
      ("2026-11-21T03:00:00", 20), ("2026-11-21T03:00:00+01:00", 20),
      ("2026-11-21 03:00:00Z", 11), ("2026-11-21T03:00:00.5Z", 20), ("2026-11-21T03:00:00Zx", 21),
      ("now", 1),
    ])
  func errors(text: String, column: Int) {
    #expect {
      try Timestamp(text)
    } throws: { error in
      (error as? CalendarError)?.column == column
    }
  }
}
