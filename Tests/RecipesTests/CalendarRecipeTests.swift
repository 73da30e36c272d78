import Dates
import HouseSupport
import Pipeline
import Recipes
import TestSupport
import Testing

@Suite("Calendar recipes")
struct CalendarRecipeTests {
  private func probe(_ calendar: String) throws -> RecipeProbe {
    try RecipeProbe(calendar: calendar, release: "packs: [tiny]\ncalendar: []\n")
  }

  @Test("a good recipe says what it says")
  func good() throws {
    let probe = try RecipeProbe(
      calendar: SampleRecipes.daily, release: "packs: []\ncalendar: [daily]\n")
    let daily = try #require(probe.recipes?.calendars.first)
    #expect(daily.cadence == .daily)
    #expect(daily.start == .day(try Day("2026-11-21")))
    #expect(daily.horizon == 3)
    let saturday = Period.day(try Day("2026-11-21"))
    #expect((0..<3).map { daily.difficulty.target(for: saturday.advanced(by: $0)) } == [8, 7, 2])
  }

  @Test("a week and a month can be given by their keys or by a day in them")
  func starts() throws {
    for (cadence, start, first) in [
      ("weekly", "2026-53", "weekly:2026-53"), ("weekly", "2027-01-01", "weekly:2026-53"),
      ("monthly", "2026-11", "monthly:2026-11"), ("monthly", "2026-11-30", "monthly:2026-11"),
    ] {
      let text = """
        cadence: \(cadence)
        grid: { size: 6, stars: 1 }
        start: \(start)
        horizon: 2
        difficulty: 3
        seed: 1
        """
      let probe = try RecipeProbe(calendar: text, release: "packs: []\ncalendar: [\(cadence)]\n")
      #expect(probe.recipes?.calendars.first?.start.id == first)
    }
  }

  @Test("a horizon that readers expect more of is warned of", arguments: [13, 14])
  func horizon(days: Int) throws {
    let text = """
      cadence: daily
      grid: { size: 6, stars: 1 }
      start: 2026-11-21
      horizon: \(days)
      difficulty: 3
      seed: 1
      """
    let probe = try RecipeProbe(calendar: text, release: "packs: []\ncalendar: [daily]\n")
    let warnings = RecipeReach(try #require(probe.recipes)).warnings
      .filter { $0.message.contains("horizon") }
    #expect(warnings.map(\.item) == (days < 14 ? ["daily"] : []))
    #expect(warnings.allSatisfy { $0.message.contains("13") && $0.message.contains("14") })
  }

  @Test("a range of difficulties is gone through in turn, over the new year too")
  func cycle() throws {
    let curve = CalendarCurve.cycle(DifficultyRamp(first: 4, last: 6))
    let week = try Period(.weekly, key: "2026-51")
    let targets = (0..<7).map { curve.target(for: week.advanced(by: $0)) }
    #expect(Set(targets) == [4, 5, 6])
    for (earlier, later) in zip(targets, targets.dropFirst()) {
      #expect(later == (earlier == 6 ? 4 : earlier + 1))
    }
    let early = try Period(.monthly, key: "1969-12")
    #expect((4...6).contains(curve.target(for: early)))
  }
}
