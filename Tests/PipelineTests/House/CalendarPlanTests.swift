import Dates
import Pipeline
import Recipes
import StarBattle
import Testing

@Suite("Calendar plans")
struct CalendarPlanTests {
  private func recipe(
    _ cadence: Cadence, start: String, horizon: Int
  ) throws -> CalendarRecipe {
    CalendarRecipe(
      cadence: cadence, grid: try Grid(side: 6, stars: 1),
      start: try Period(cadence, key: start), horizon: horizon, reserve: 0,
      difficulty: .cycle(DifficultyRamp(first: 2, last: 2)), seed: 1, file: "a",
      place: RecipeLocation(line: 1, column: 1))
  }

  private func missing(
    _ recipe: CalendarRecipe, at now: String, existing: [String] = []
  ) throws -> [String] {
    let periods = try existing.map { try Period(recipe.cadence, key: $0) }
    return try CalendarPlan(recipe: recipe, existing: periods).missing(at: try Timestamp(now))
      .map(\.key)
  }

  @Test("a horizon that is asked for takes the place of the recipe's")
  func askedHorizon() throws {
    let recipe = try recipe(.daily, start: "2026-11-21", horizon: 14)
    let days = try CalendarPlan(recipe: recipe, existing: [], horizon: 3)
      .missing(at: try Timestamp("2026-11-21T03:00:00Z"))
    #expect(days.map(\.key) == ["2026-11-21", "2026-11-22", "2026-11-23"])
  }

  @Test("a first night begins at the start and reaches the horizon")
  func first() throws {
    let days = try missing(
      try recipe(.daily, start: "2026-11-21", horizon: 14), at: "2026-11-21T03:00:00Z")
    #expect(days.count == 14)
    #expect(days.first == "2026-11-21")
    #expect(days.last == "2026-12-04")
    #expect(
      try missing(try recipe(.weekly, start: "2026-47", horizon: 4), at: "2026-11-21")
        == ["2026-47", "2026-48", "2026-49", "2026-50"])
    #expect(
      try missing(try recipe(.monthly, start: "2026-11", horizon: 2), at: "2026-11-21")
        == ["2026-11", "2026-12"])
  }

  @Test("a first night long after the start begins with yesterday")
  func late() throws {
    #expect(
      try missing(try recipe(.daily, start: "2026-11-21", horizon: 2), at: "2027-03-01T23:59:59Z")
        == ["2027-02-28", "2027-03-01", "2027-03-02", "2027-03-03"])
    // On a Monday, yesterday's week is last week; on the first, yesterday's month is last month.
    #expect(
      try missing(try recipe(.weekly, start: "2026-01", horizon: 1), at: "2026-11-23")
        == ["2026-47", "2026-48"])
    #expect(
      try missing(try recipe(.monthly, start: "2026-01", horizon: 1), at: "2027-01-01")
        == ["2026-12", "2027-01"])
  }

  @Test("whatever begins somewhere before the next night is there, however short the horizon")
  func shortHorizon() throws {
    func last(_ cadence: Cadence, at time: String) throws -> String? {
      let start = ["daily": "2026-11-01", "weekly": "2026-40", "monthly": "2026-01"]
      return try missing(
        try recipe(cadence, start: start[cadence.rawValue] ?? "", horizon: 1), at: time
      ).last
    }
    #expect(try last(.daily, at: "2026-12-10T00:00:00Z") == "2026-12-11")
    #expect(try last(.daily, at: "2026-12-10T09:59:59Z") == "2026-12-11")
    // At 10:00 tomorrow begins on Kiritimati, and a day later the day after.
    #expect(try last(.daily, at: "2026-12-10T10:00:00Z") == "2026-12-12")
    #expect(try last(.weekly, at: "2027-01-02T09:59:59Z") == "2026-53")
    #expect(try last(.weekly, at: "2027-01-02T10:00:00Z") == "2027-01")
    #expect(try last(.monthly, at: "2027-01-30T10:00:00Z") == "2027-02")
  }

  @Test("a start that is moved behind what there is leaves no gap")
  func movedStart() throws {
    let moved = try recipe(.daily, start: "2026-12-20", horizon: 3)
    #expect(
      try missing(moved, at: "2026-12-03T03:00:00Z", existing: ["2026-12-01", "2026-12-02"])
        == ["2026-12-03", "2026-12-04", "2026-12-05"])
  }

  @Test("before the start there is nothing but what the horizon already reaches")
  func early() throws {
    let daily = try recipe(.daily, start: "2026-11-21", horizon: 3)
    #expect(try missing(daily, at: "2026-11-01") == [])
    #expect(try missing(daily, at: "2026-11-20") == ["2026-11-21", "2026-11-22"])
  }

  @Test("weeks go through week 53 and the new year")
  func week53() throws {
    #expect(
      try missing(try recipe(.weekly, start: "2026-01", horizon: 4), at: "2026-12-31")
        == ["2026-53", "2027-01", "2027-02", "2027-03"])
    #expect(
      try missing(
        try recipe(.weekly, start: "2026-01", horizon: 2), at: "2027-01-03",
        existing: ["2026-52"]) == ["2026-53", "2027-01"])
  }

  @Test("nights without a run are caught up with, and holes are filled")
  func catchUp() throws {
    let daily = try recipe(.daily, start: "2026-11-21", horizon: 2)
    #expect(
      try missing(daily, at: "2026-11-26", existing: ["2026-11-21", "2026-11-23"])
        == ["2026-11-22", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"])
  }

  @Test("a full calendar misses nothing, and a clock that goes back asks for nothing")
  func full() throws {
    let daily = try recipe(.daily, start: "2026-11-21", horizon: 2)
    let existing = ["2026-11-21", "2026-11-22", "2026-11-23"]
    #expect(try missing(daily, at: "2026-11-22", existing: existing) == [])
    #expect(try missing(daily, at: "2026-11-01", existing: existing) == [])
  }

  @Test("a clock that jumps by a century is refused")
  func jump() throws {
    let daily = try recipe(.daily, start: "2026-11-21", horizon: 14)
    #expect(throws: PipelineError.self) {
      _ = try missing(daily, at: "2126-11-21", existing: ["2026-11-21"])
    }
    // A year without a run is a gap.
    #expect(try missing(daily, at: "2027-11-21", existing: ["2026-11-21"]).count == 378)
  }
}
