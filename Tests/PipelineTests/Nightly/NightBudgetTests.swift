import Catalog
import Dates
import HouseSupport
import JSONText
import Pipeline
import Pressing
import TestSupport
import Testing

@Suite("A night's work budget")
struct NightBudgetTests {
  /// A house with a reserve, whose recipe has changed since: the puzzles in reserve have no date any more.
  private func changedHouse() async throws -> NightlyHouse {
    let house = try NightlyHouse()
    try house.writeCalendar(reserve: 8)
    #expect(try await house.run("2026-12-30").status == .done)
    try house.writeCalendar(reserve: 8, seed: 10)
    return house
  }

  private func ahead(_ house: NightlyHouse) throws -> [String] {
    try Catalog.open(at: "\(house.state)/catalog.sqlite").ahead(.daily).map {
      "\($0.period.key) \($0.puzzle.sbn)"
    }
  }

  @Test("dates beyond the budget get other puzzles of the reserve, the same for any --jobs")
  func standIns() async throws {
    var trees: [[String: [UInt8]]] = []
    for jobs in [1, 4] {
      let house = try await changedHouse()
      let report = try await house.run("2027-01-02", jobs: jobs, budget: 1)
      #expect(report.status == .done && report.failure == nil)
      // One date is made, whatever it takes; two dailies and a month are not.
      #expect(report.made == 1 && report.standIns == 3 && report.intoReserve == 0)
      #expect(report.isNewRelease)
      let notes = report.notes.filter { $0.hasPrefix("the work budget of 1 evaluations ended") }
      #expect(notes.count == 2, "\(report.notes)")
      #expect(notes[0].contains("3 dates got other puzzles of the reserve (daily:2027-01-03 to "))
      #expect(notes[1].contains("8 of 8 puzzles for the reserve are left to other nights"))
      #expect(report.text.contains { $0.contains("2 in place of their own") }, "\(report.text)")
      let json = report.json
      #expect(json["standIns"] == .integer(3) && json["budget"] == .integer(1))
      #expect(try await house.check().isEmpty)
      trees.append(try house.tree())
    }
    #expect(trees[0] == trees[1])
  }

  @Test("nights with a budget fill the reserve bit by bit, and to the same puzzles")
  func bitByBit() async throws {
    let reference = try await changedHouse()
    _ = try await reference.run("2026-12-30")
    let house = try await changedHouse()
    var nights = 0
    while nights < 20 {
      let report = try await house.run("2026-12-30", budget: 1)
      #expect(report.status == .done && report.standIns == 0)
      if report.isIdle { break }
      #expect(report.intoReserve == 1)
      nights += 1
    }
    #expect(nights == 8)
    #expect(try ahead(house).count == 8)
    #expect(try ahead(house) == ahead(reference))
    #expect(try house.tree() == reference.tree())
  }

  @Test("a budget that ends with nothing in reserve publishes nothing and keeps what was made")
  func emptyReserve() async throws {
    let reference = try NightlyHouse()
    #expect(try await reference.run().status == .done)
    let house = try NightlyHouse()
    var made: [Int] = []
    while made.count < 20 {
      let report = try await house.run(budget: 1)
      made.append(report.made)
      if report.status == .done { break }
      #expect(report.status == .partial && report.status.rawValue == 2)
      #expect(report.failure?.contains("has ended, and the reserve has no 6×6") == true)
      #expect(report.failure?.contains("nothing was published") == true)
      #expect(!house.exists("out/puzzles/manifest.json"))
      #expect(try await house.check().isEmpty)
    }
    // Both packs take the first night's budget; then each night makes a date: three days, two weeks, two months.
    #expect(made == [13, 1, 1, 1, 1, 1, 1, 1])
    #expect(try house.tree() == reference.tree())
  }

  @Test("a budget that is enough changes nothing")
  func enough() async throws {
    let (one, two) = (try NightlyHouse(), try NightlyHouse())
    let free = try await one.run()
    let bound = try await two.run(budget: free.tally.evaluations + 1)
    #expect(bound.status == .done && bound.notes.isEmpty && bound.standIns == 0)
    #expect(bound.tally == free.tally && free.tally.evaluations > 0)
    #expect(try one.tree() == two.tree())
  }
}
