import Catalog
import Dates
import HouseSupport
import JSONText
import Pipeline
import TestSupport
import Testing

@Suite("Filling the reserve")
struct TopUpTests {
  private func house() throws -> NightlyHouse {
    let house = try NightlyHouse()
    try house.writeCalendar(reserve: 8)
    return house
  }

  private func waiting(_ house: NightlyHouse) throws -> Int {
    try Catalog.open(at: "\(house.state)/catalog.sqlite").ahead(.daily).count
  }

  @Test("what a night puts into the reserve is in its report, and in the next night's")
  func report() async throws {
    let house = try house()
    let first = try await house.run("2026-12-30")
    #expect(first.failure == nil)
    #expect(first.intoReserve == 8)
    #expect(first.made == 20)
    #expect(first.text.contains { $0.contains("3 new, 8 into the reserve") }, "\(first.text)")
    let json = first.json
    #expect(json["intoReserve"] == .integer(8))
    let second = try await house.run("2026-12-31")
    #expect(second.calendars.first?.fromReserve == 1)
    #expect(second.made == 0 && second.intoReserve == 1)
    try house.writeCalendar(reserve: 10)
    let third = try await house.run("2026-12-31")
    #expect(!third.isIdle)
    #expect(third.text.first?.contains("Made 2 puzzles for the reserve") == true)
    #expect(try await house.run("2026-12-31").isIdle)
  }

  @Test("an interrupted dry run says of no release that it is published, and that nothing is kept")
  func interruptedDryRun() async throws {
    let house = try house()
    var failures: [String] = []
    for patience in stride(from: 0, to: 3000, by: 4) {
      let counter = Countdown(patience)
      let report = try await house.run(
        "2026-12-30", isDryRun: true, interruption: { counter.isOver ? 15 : nil })
      guard let failure = report.failure else { break }
      failures.append(failure)
    }
    let late = failures.filter { $0.hasPrefix("filling the reserve ended after ") }
    #expect(!late.isEmpty, "\(failures)")
    #expect(!failures.contains { $0.contains("published") || $0.contains("kept") }, "\(failures)")
    #expect(!house.exists("out") && !house.exists("state"))
  }

  @Test("a puzzle in reserve is made anew where the recipe asks for other regions or fewer flags")
  func otherAims() async throws {
    let house = try house()
    #expect(try await house.run("2026-12-30").intoReserve == 8)
    let recipe = try #require(house.folder.text("Recipes/calendar/daily.yaml"))
    for line in ["style: winding", "flags: { prefer: true }", "flags: { prefer: true, spike: 2 }"] {
      try house.folder.write("\(recipe)\n\(line)\n", to: "Recipes/calendar/daily.yaml")
      #expect(try await house.run("2026-12-30").intoReserve == 8, "\(line)")
      #expect(try await house.run("2026-12-30").intoReserve == 0, "\(line)")
    }
  }

  @Test("an interrupted top-up leaves the release published, keeps what it made and says so")
  func interrupted() async throws {
    let reference = try house()
    let whole = try await reference.run("2026-12-30")
    #expect(whole.failure == nil)
    for patience in [0, 1, 3] {
      let house = try house()
      // From the moment at which the first puzzle for the reserve is there.
      let counter = Countdown(patience)
      let report = await house.night(
        try Timestamp("2026-12-30"),
        interruption: {
          let isPublished = house.exists("out/puzzles/versions.json")
          return isPublished && counter.isOver ? 15 : nil
        })
      #expect(report.status == .terminated)
      #expect(report.status.rawValue == 143)
      #expect(report.release == 1 && report.isNewRelease)
      let failure = try #require(report.failure)
      #expect(failure.contains("release 1 is published; filling the reserve ended after"))
      #expect(failure.contains("puzzles, which are kept: terminated"), "\(failure)")
      let kept = try waiting(house)
      #expect(kept < 8 && report.intoReserve == kept)
      #expect(try house.tree() == reference.tree())
      let next = try await house.run("2026-12-30")
      #expect(next.failure == nil && next.intoReserve == 8 - kept)
      #expect(try waiting(house) == 8)
      #expect(try house.tree() == reference.tree())
    }
  }
}
