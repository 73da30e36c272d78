import Catalog
import Dates
import Editing
import Generating
import HouseSupport
import Pipeline
import StarBattle
import Synchronization
import TestSupport
import Testing

@Suite("The reserve")
struct ReserveJobTests {
  @Test("the forecast names the first day without a puzzle")
  func forecast() async throws {
    let house = try await EditorsHouse()
    // Published from 2026-12-30 for three days, two weeks (2026-53 …) and two months.
    let before = try await house.say(ForecastReserve())
    #expect(
      before.contains("daily    0 of 0 in reserve, filled to 2027-01-01, runs dry on 2027-01-02"))
    #expect(before.contains("runs dry on 2027-01-11 (in 12 days)"), "\(before)")
    #expect(before.contains("runs dry on 2027-02-01 (in 33 days)"), "\(before)")
    try await house.say(FillReserve(days: 10, isDryRun: true))
    #expect(try await house.say(ForecastReserve()) == before)
    let said = try await house.say(FillReserve(days: 10))
    // Ten days, two weeks that they reach into, and one month.
    #expect(said.contains("made 13 puzzles") && said.contains("dry on 2027-01-12"), "\(said)")
    #expect(
      try await house.say(ForecastReserve()).contains("6x1: 13 unused, 13 of them with a date"))
  }

  @Test("a reserve below its mark is told, and filled by the puzzles that the nights would make")
  func filled() async throws {
    let (one, other) = (try await EditorsHouse(), try await EditorsHouse())
    for house in [one, other] {
      let name = "Recipes/calendar/daily.yaml"
      let recipe = try #require(house.house.folder.text(name))
      try house.house.folder.write(
        recipe.replacing("horizon: 3", with: "horizon: 3\nreserve: 4"), to: name)
    }
    #expect(
      try await one.say(ForecastReserve()).contains("0 of 4 in reserve, below the low-water mark"))
    try await one.say(FillReserve(days: 0))
    let night = await Night().run(in: other.places, try other.context())
    #expect(night.status == .done)
    let puzzles = try [one, other].map { try $0.catalog().ahead(.daily).map(\.puzzle.sbn) }
    #expect(puzzles[0].count == 4 && puzzles[0] == puzzles[1])
  }

  @Test("puzzles that wait by another recipe or version are told, until they are replaced")
  func outdated() async throws {
    let house = try await EditorsHouse()
    try house.house.writeCalendar(horizon: 3, reserve: 4)
    try await house.say(FillReserve())
    try house.house.writeCalendar(horizon: 3, reserve: 4, seed: 4711)
    let said = try await house.say(ForecastReserve())
    #expect(said.contains("0 of 4 in reserve"), "\(said)")
    #expect(
      said.contains("; 4 dates have puzzles of another recipe or version, to be replaced"),
      "\(said)")
    try await house.say(FillReserve())
    let after = try await house.say(ForecastReserve())
    #expect(after.contains("4 of 4 in reserve") && !after.contains("another recipe"), "\(after)")
    // Behind a mark that is lower by now, nothing is put in their place.
    try house.house.writeCalendar(horizon: 3, reserve: 1, seed: 4712)
    let lower = try await house.say(ForecastReserve())
    #expect(lower.contains("; 1 date has a puzzle of another recipe or version"), "\(lower)")
  }

  @Test("dates that a longer horizon has published already count behind a shorter one")
  func shorterHorizon() async throws {
    let house = try await EditorsHouse()
    for (horizon, reserve) in [(7, 0), (3, 4)] {
      try house.house.writeCalendar(horizon: horizon, reserve: reserve)
      #expect(await Night().run(in: house.places, try house.context()).status == .done)
    }
    let said = try await house.say(ForecastReserve())
    #expect(said.contains("daily    4 of 4 in reserve, filled to 2027-01-05"), "\(said)")
  }

  @Test("a start that is moved behind what is published leaves what there is in the forecast")
  func laterStart() async throws {
    let house = try await EditorsHouse()
    try house.house.writeCalendar(start: "2027-02-01")
    let said = try await house.say(ForecastReserve())
    #expect(said.contains("filled to 2027-01-01, runs dry on 2027-01-02"), "\(said)")
    try await house.edit { PinDate("2027-01-02", wish: GradeRange(difficulty: 1...2), $0) }
  }

  @Test("a pinned puzzle of another grid is given up, and that is told")
  func pinOfOtherGrid() async throws {
    let house = try await EditorsHouse()
    try await house.edit { PinDate("2027-01-03", wish: GradeRange(difficulty: 1...2), $0) }
    let name = "Recipes/calendar/daily.yaml"
    let recipe = try #require(house.house.folder.text(name))
    try house.house.folder.write(recipe.replacing("size: 6", with: "size: 5"), to: name)
    let night = await Night().run(in: house.places, try house.context())
    #expect(
      night.notes.first == "daily:2027-01-03 is pinned no more: its puzzle is 6×6 with 1 star, and "
        + "the recipe asks for 5×5 with 1 star")
  }

  @Test("spare puzzles are what was asked for, and others the next time")
  func spare() async throws {
    let house = try await EditorsHouse()
    let task = FillSpare(
      size: 6, stars: 1, count: 3, wish: GradeRange(difficulty: 1...3))
    #expect(try await house.say(task).contains("kept 3 of 3"))
    #expect(try await house.say(task).contains("kept 3 of 3"))
    let spare = try house.catalog().reserve(of: try #require(try? .init(side: 6, stars: 1)))
    #expect(spare.count == 6 && spare.allSatisfy { (1...3).contains($0.difficulty ?? 0) })
    // An editor is offered them first.
    let said = try await house.edit(isDryRun: true) {
      ReplaceSlot("first:5", wish: GradeRange(difficulty: 1...3), $0)
    }
    #expect(said.contains("reserve — would be taken"), "\(said)")
  }

  @Test("spare puzzles that were found before a signal are kept")
  func interruptedSpare() async throws {
    let house = try await EditorsHouse()
    let grid = try Grid(side: 6, stars: 1)
    let before = try house.catalog().reserve(of: grid).count
    let asked = Mutex(0)
    let context = try RunContext.at("2026-12-30T12:00:00Z") {
      asked.withLock {
        $0 += 1
        return $0 > 200 ? 15 : nil
      }
    }
    let error = await #expect(throws: PipelineError.self) {
      try await FillSpare(size: 6, stars: 1, count: 1000).said(in: house.places, context)
    }
    #expect(error.map { Pipeline.ExitStatus(for: $0) } == .terminated)
    let kept = try house.catalog().reserve(of: grid).count - before
    #expect(kept > 0 && kept < 1000)
  }
}
