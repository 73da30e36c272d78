import Dates
import PlayerState
import StarBattle
import TestSupport
import Testing

@Suite("Streaks")
struct StreakTests {
  /// Noon of a day, in milliseconds.
  private func noon(_ day: String) throws -> Int {
    try Timestamp("\(day)T12:00:00Z").epochSeconds * 1000
  }

  private func completion(
    _ id: String, on day: String, received: String? = nil
  ) throws -> Streaks.Completion {
    try Streaks.Completion(
      id: id, completedAt: noon(day), receivedAt: received.map { try noon($0) })
  }

  private func dailies(_ days: [String]) throws -> [Streaks.Completion] {
    try days.map { try completion("daily:\($0)", on: $0) }
  }

  @Test("days in a row are counted up to today, or to yesterday while today is not solved yet")
  func dailyRun() throws {
    let solved = try dailies(["2026-11-19", "2026-11-20", "2026-11-21"])
    #expect(try Streaks(of: solved, at: noon("2026-11-21")).daily.length == 3)
    #expect(try Streaks(of: solved, at: noon("2026-11-22")).daily.length == 3)
    let broken = try Streaks(of: solved, at: noon("2026-11-23")).daily
    #expect(broken.length == 0)
    #expect(broken.last == "2026-11-21")
    #expect(try Streaks(of: [], at: noon("2026-11-23")).daily.last == nil)
  }

  @Test("a day that was missed ends the run before it")
  func gap() throws {
    let solved = try dailies(["2026-11-17", "2026-11-18", "2026-11-20", "2026-11-21"])
    #expect(try Streaks(of: solved, at: noon("2026-11-21")).daily.length == 2)
  }

  @Test("an old puzzle does not prolong a run, and one of tomorrow does not either")
  func otherDays() throws {
    var solved = try dailies(["2026-11-20", "2026-11-21"])
    solved.append(try completion("daily:2026-11-19", on: "2026-11-21"))
    solved.append(try completion("daily:2026-11-22", on: "2026-11-22"))
    #expect(try Streaks(of: solved, at: noon("2026-11-21")).daily.length == 2)
    #expect(try Streaks(of: solved, at: noon("2026-11-21")).daily.last == "2026-11-21")
  }

  @Test("a queue that comes late counts for seven days after the end of the period")
  func lateQueue() throws {
    let inTime = try completion("daily:2026-11-20", on: "2026-11-20", received: "2026-11-27")
    let tooLate = try completion("daily:2026-11-20", on: "2026-11-20", received: "2026-11-29")
    let now = try noon("2026-11-21")
    #expect(Streaks(of: [inTime], at: now).daily.length == 1)
    #expect(Streaks(of: [tooLate], at: now).daily.length == 0)
    let end = try Timestamp("2026-11-28T00:00:00Z").epochSeconds * 1000
    for (received, length) in [(end, 1), (end + 999, 1), (end + 1_000, 0)] {
      let last = Streaks.Completion(
        id: "daily:2026-11-20", completedAt: try noon("2026-11-20"), receivedAt: received)
      #expect(Streaks(of: [last], at: now).daily.length == length)
    }
  }

  @Test("what was heard of before the end counts, also where the phone's clock was past it")
  func fastClock() throws {
    let end = try Timestamp("2026-11-21T00:00:00Z").epochSeconds * 1000
    for (received, length) in [(end - 180_000, 1), (end, 0)] {
      let last = Streaks.Completion(
        id: "daily:2026-11-20", completedAt: end + 120_000, receivedAt: received)
      #expect(try Streaks(of: [last], at: noon("2026-11-21")).daily.length == length)
    }
  }

  @Test("weeks go on over week 53 and the year's end")
  func weeks() throws {
    let solved = try [
      completion("weekly:2026-52", on: "2026-12-27"),
      completion("weekly:2026-53", on: "2027-01-03"),
      completion("weekly:2027-01", on: "2027-01-04"),
    ]
    let weekly = try Streaks(of: solved, at: noon("2027-01-10")).weekly
    #expect(weekly.length == 3)
    #expect(weekly.last == "2027-01")
    #expect(try Streaks(of: solved, at: noon("2027-01-17")).weekly.length == 3)
    #expect(try Streaks(of: solved, at: noon("2027-01-18")).weekly.length == 0)
  }

  @Test("days go on over a leap day, months over the year's end")
  func leapDay() throws {
    let days = try dailies(["2028-02-28", "2028-02-29", "2028-03-01"])
    #expect(try Streaks(of: days, at: noon("2028-03-01")).daily.length == 3)
    let months = try [
      completion("monthly:2026-12", on: "2026-12-01"),
      completion("monthly:2027-01", on: "2027-01-31"),
    ]
    #expect(try Streaks(of: months, at: noon("2027-02-28")).monthly.length == 2)
  }

  @Test("a day is its puzzle's from its beginning at UTC+14 to its last second in UTC")
  func edges() throws {
    let day = try Timestamp("2026-11-21").epochSeconds * 1000
    let first = day - 14 * 3_600_000
    for (moment, counts) in [
      (first, 1), (first - 1, 0), (day, 1), (day + 86_399_999, 1), (day + 86_400_000, 0),
    ] {
      let completion = Streaks.Completion(
        id: "daily:2026-11-21", completedAt: moment, receivedAt: nil)
      #expect(Streaks(of: [completion], at: day).daily.length == counts)
    }
  }

  @Test("slots of packs, and ids that are none, are passed over")
  func otherIDs() throws {
    let ids = ["intro:3", "daily:2026-02-30", "daily", "", "yearly:2026"]
    let completions = try ids.map { try completion($0, on: "2026-11-21") }
    let streaks = try Streaks(of: completions, at: noon("2026-11-21"))
    #expect(streaks.daily.length + streaks.weekly.length + streaks.monthly.length == 0)
  }

  @Test("what is counted does not depend on the order in which it comes, nor on repeats")
  func order() throws {
    var random = ReplaySeed(29).generator
    let start = try Day("2026-11-01")
    for _ in 0..<300 {
      var solved: [Streaks.Completion] = []
      for _ in 0..<20 {
        let day = start.advanced(by: random.below(20)).description
        let on = start.advanced(by: random.below(20)).description
        solved.append(try completion("daily:\(day)", on: random.below(3) > 0 ? day : on))
      }
      let now = try noon("2026-11-20")
      let streaks = Streaks(of: solved, at: now)
      var shuffled = solved + solved.prefix(5)
      random.shuffle(&shuffled)
      #expect(Streaks(of: shuffled, at: now) == streaks)
    }
  }
}
