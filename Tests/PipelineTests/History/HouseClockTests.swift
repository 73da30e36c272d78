import Dates
import HouseSupport
import JSONText
import Manifest
import Pipeline
import Releasing
import Stores
import TestSupport
import Testing

@Suite("The clock of a house")
struct HouseClockTests {
  private let now = "2026-12-31T03:00:00Z"

  private func house() async throws -> NightlyHouse {
    let house = try NightlyHouse()
    for now in ["2026-12-30T03:00:00Z", now] {
      #expect(try await house.run(now).failure == nil)
    }
    return house
  }

  @Test(
    "a clock that has gone back is refused, loudly, and nothing is published",
    arguments: ["1970-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2026-12-30T02:59:59Z"])
  func clockGoneBack(to clock: String) async throws {
    let house = try await house()
    let before = try house.folder.contents(of: "out")
    let report = try await house.run(clock)
    #expect(report.status == .badData)
    let words = try #require(report.failure)
    #expect(words.hasPrefix("the clock says \(clock), and \(now) is past already"), "\(words)")
    #expect(try house.folder.contents(of: "out") == before)
    await #expect(throws: PipelineError.self) {
      try await house.release(PublishRelease(), now: clock)
    }
    for command: any Command in [FillReserve(days: 3), FillSpare(size: 6, stars: 1, count: 1)] {
      await #expect(throws: PipelineError.self) {
        try await command.said(in: house.places, .at(clock))
      }
    }
    // Trying out and reading may be done at any time.
    #expect(try await house.release(PublishRelease(isPlanOnly: true), now: clock) == .done)
  }

  @Test("the first night of all refuses a clock that is centuries ahead, unless it is right")
  func firstNightFarAhead() async throws {
    for clock in ["2999-12-20T03:00:00Z", "2037-02-01T03:00:00Z"] {
      let house = try NightlyHouse()
      let report = try await house.run(clock)
      #expect(report.status == .badData)
      let words = try #require(report.failure)
      #expect(words.contains("begins with 2026-12-30"), "\(words)")
      #expect(words.contains("--accept-clock"), "\(words)")
      #expect(!house.exists("out"))
      #expect(try await house.run(clock, isDryRun: true).status == .badData)
      // It has left nothing that the right clock would be told of.
      #expect(try await house.run("2026-12-30T03:00:00Z").failure == nil)
    }
    let house = try NightlyHouse()
    let accepted = await house.night(try Timestamp("2999-12-20T03:00:00Z"), acceptsClock: true)
    #expect(accepted.failure == nil)
    #expect(house.exists("out/puzzles/daily/2999-12-20.sbn"))
    // A recipe may well be some years old before anybody uses it.
    #expect(try await NightlyHouse().run("2034-12-30T03:00:00Z").failure == nil)
  }

  @Test("a clock that somebody has said to be right stays so, however many runs later")
  func acceptedLongAgo() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30T03:00:00Z").failure == nil)
    #expect(try await house.run("2027-03-20T03:00:00Z").failure == nil)
    let back = try Timestamp("2027-01-10T03:00:00Z")
    #expect(await house.night(back).status == .badData)
    #expect(await house.night(back, acceptsClock: true).failure == nil)
    for number in 1...450 {
      try house.folder.write(
        #"{"now":"2027-01-11T03:00:00Z","exit":\#(number % 2)}"#,
        to: "state/runs/20270111T030000Z-\(number).json")
    }
    #expect(try await house.run("2027-01-12T03:00:00Z").failure == nil)
  }

  /// A house whose clock was ahead once, and which goes by the right one again.
  private func houseSetRight() async throws -> NightlyHouse {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-30T03:00:00Z").failure == nil)
    #expect(try await house.run("2027-03-20T03:00:00Z").release == 2)
    let right = try Timestamp("2027-01-10T03:00:00Z")
    #expect(await house.night(right, acceptsClock: true).failure == nil)
    return house
  }

  @Test("the right clock publishes anew what a clock that was ahead has said of days to come")
  func publishedAhead() async throws {
    let house = try await houseSetRight()
    let bytes = try #require(try await house.store.get(.manifest))
    let manifest = try Manifest(json: bytes)
    #expect(manifest.release == 3 && manifest.createdAt.description == "2027-01-10T03:00:00Z")
    let date = try #require(manifest.objects.first { $0.key.text.contains("daily/2027-03-20") })
    #expect(date.cacheControl == "public, max-age=86400")
    for day in ["2027-01-10", "2027-01-11", "2027-01-12"] {
      #expect(try await house.run("\(day)T05:00:00Z").isNewRelease == false)
      let said = try await VerifyRelease(clock: try Timestamp("\(day)T06:00:00Z"), isAsApp: true)
        .said(in: house.places, .at(day))
      #expect(said.status == .done, "\(said.lines.map(\.text))")
      #expect(house.folder.text("out/puzzles/now.json")?.contains("\"day\":\"\(day)\"") == true)
    }
  }

  @Test("a clock that falls back behind nights since another was accepted is refused")
  func fallenBackLater() async throws {
    let house = try await houseSetRight()
    #expect(try await house.run("2027-01-20T03:00:00Z").failure == nil)
    #expect(try await house.run("2027-01-15T03:00:00Z").status == .badData)
    await #expect(throws: PipelineError.self) {
      try await house.release(PublishRelease(), now: "2027-01-15T03:00:00Z")
    }
    #expect(try await house.run("2027-01-20T04:00:00Z").failure == nil)
  }

  @Test("a report of an earlier program, which names nothing, hides no later night")
  func acceptedByEarlierProgram() async throws {
    let house = try NightlyHouse()
    for day in ["2026-12-30", "2027-03-20"] {
      #expect(try await house.run("\(day)T03:00:00Z").failure == nil)
    }
    try house.folder.write(
      #"{"now":"2027-01-10T03:00:00Z","exit":0,"release":2,"acceptedClock":"2027-03-20T03:00:00Z"}"#,
      to: "state/runs/20270110T030000Z.json")
    #expect(try await house.run("2027-01-11T03:00:00Z").release == 3)
    #expect(try await house.run("2027-01-20T03:00:00Z").failure == nil)
    let history = RunHistory(state: house.state)
    let now = try Timestamp("2027-01-20T04:00:00Z")
    #expect(history.runs(upTo: now).first?.now.description == "2027-01-20T03:00:00Z")
    // What was released since tells the time.
    #expect(try await house.run("2027-01-09T03:00:00Z").status == .badData)
  }

  @Test(
    "a clock is accepted by a night that was stopped, if it has published by then",
    arguments: [true, false])
  func acceptedByStoppedNight(isPublished: Bool) async throws {
    let house = try NightlyHouse()
    for day in ["2026-12-30", "2027-03-20"] {
      #expect(try await house.run("\(day)T03:00:00Z").failure == nil)
    }
    try house.folder.write(
      """
      {"now":"2027-01-10T03:00:00Z","exit":143,"newRelease":\(isPublished),\
      "acceptedClock":"2027-03-20T03:00:00Z",\
      "passedOver":{"runs":["20270320T030000Z.json"],"release":2}}
      """, to: "state/runs/20270110T030000Z.json")
    let next = try await house.run("2027-01-11T03:00:00Z")
    #expect(next.status == (isPublished ? .done : .badData), "\(next.failure ?? "")")
  }

  @Test("a clock that was set back by minutes, or told as a day, is right")
  func smallStep() async throws {
    let house = try await house()
    #expect(try await house.run("2026-12-31T02:10:00Z").failure == nil)
    #expect(try await house.run("2026-12-31").failure == nil)
    #expect(try await house.run("2026-12-30T02:00:00Z", isDryRun: true).failure == nil)
  }

  @Test("a clock that steps back over midnight makes no release before the last one")
  func stepOverMidnight() async throws {
    let house = try NightlyHouse()
    try house.folder.write(
      "packs: [first, second]\ncalendar: [daily, weekly, monthly]\nprofiles: { app: true }\n",
      to: "Recipes/release.yaml")
    for cadence in ["daily", "weekly", "monthly"] {
      let start = ["daily": "2026-12-01", "weekly": "2026-49", "monthly": "2026-11"][cadence]
      try house.writeCalendar(cadence, start: start ?? "")
    }
    #expect(try await house.run("2026-12-31T00:05:00Z").release == 1)
    let before = try house.folder.contents(of: "out")
    let again = try await house.run("2026-12-30T23:55:00Z")
    #expect(again.failure == nil && !again.isNewRelease)
    #expect(try await house.release(PublishRelease(), now: "2026-12-30T23:56:00Z") == .done)
    #expect(try house.folder.contents(of: "out") == before)
    #expect(
      try await VerifyRelease(isAsApp: true).said(in: house.places, .at("2026-12-31")).status
        == .done)
  }

  @Test("what is published of today does not go back where only runs know a later time")
  func runsOverMidnight() async throws {
    let house = try NightlyHouse()
    try house.folder.write(
      "packs: [first, second]\ncalendar: [monthly]\n", to: "Recipes/release.yaml")
    for time in ["2026-12-29T03:00:00Z", "2026-12-31T00:05:00Z"] {
      #expect(try await house.run(time).failure == nil)
    }
    let before = try house.folder.contents(of: "out")
    #expect(try await house.run("2026-12-30T23:55:00Z").failure == nil)
    #expect(try house.folder.contents(of: "out") == before)
  }

  @Test("the runs know the time where no release does")
  func knownToRuns() async throws {
    let house = try await house()
    // Nothing to do, for the horizon was reached before: no release says so.
    try house.writeCalendar(horizon: 9)
    #expect(try await house.run("2027-01-01").isNewRelease)
    try house.writeCalendar(horizon: 1)
    for time in ["2027-01-02T03:00:00Z", "2027-01-03T03:00:00Z"] {
      #expect(try await house.run(time).isNewRelease == false)
    }
    #expect(try await house.run("2027-01-02T02:00:00Z").status == .badData)
    #expect(try await house.run("2027-01-02T04:00:00Z").status == .done)
  }

  @Test("once somebody says that the later clock was wrong, nights go on by the earlier one")
  func acceptedClock() async throws {
    let house = try await house()
    #expect(try await house.run("2027-06-01T03:00:00Z").failure == nil)
    let right = "2027-01-01T03:00:00Z"
    #expect(try await house.run(right).status == .badData)
    let context = try RunContext.at(right)
    let report = await Night(acceptsClock: true).run(in: house.places, context)
    #expect(report.failure == nil)
    #expect(report.json["acceptedClock"] == .string("2027-06-01T03:00:00Z"))
    #expect(try await house.run("2027-01-02T03:00:00Z").failure == nil)
    // A clock that falls back behind that is as wrong as ever.
    #expect(try await house.run("1970-01-01T03:00:00Z").status == .badData)
  }

  @Test("the first night of all is refused where its clock is years before any date")
  func firstNight() async throws {
    let house = try NightlyHouse()
    for clock in ["1969-07-20T20:17:00Z", "1970-01-01T00:00:00Z", "2001-01-01T00:00:00Z"] {
      let report = try await house.run(clock)
      #expect(report.status == .badData, "\(clock)")
      #expect(report.failure?.contains("too far ahead to be meant") == true)
      #expect(report.made == 0)
    }
    #expect(house.folder.files.allSatisfy { !$0.hasPrefix("out/") })
    // A calendar may well begin next year.
    #expect(try await house.run("2026-03-01T00:00:00Z").failure == nil)
  }

  @Test("only times whose years have four digits, and so do those ahead of them, are clocks")
  func endOfTime() throws {
    for (time, isClock) in [
      ("0999-12-31T23:59:59Z", false), ("1000-01-01", true), ("1969-12-31", true),
      ("2999-12-31T23:59:59Z", true), ("3000-01-01", false), ("9999-12-20", false),
    ] {
      #expect(RunContext.isClock(try Timestamp(time)) == isClock, "\(time)")
    }
    #expect(!RunContext.isClock(Timestamp(epochSeconds: 253_402_300_800)))
    #expect(!RunContext.isClock(Timestamp(epochSeconds: -253_402_300_800)))
  }
}
