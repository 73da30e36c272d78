package import Catalog
package import Dates
package import Recipes

/// Which periods of a calendar have to have a puzzle at a time, and have none.
package struct CalendarPlan {
  package let recipe: CalendarRecipe
  /// The periods that have a puzzle, in any order.
  package let existing: [Period]
  /// The periods whose puzzle was taken back: they get another one only before they begin.
  package var takenBack: Set<Period> = []
  /// The periods to fill, from the current one; `nil`: as the recipe says.
  package var horizon: Int?

  package init(
    recipe: CalendarRecipe, existing: [Period], takenBack: Set<Period> = [], horizon: Int? = nil
  ) {
    self.recipe = recipe
    self.existing = existing
    self.takenBack = takenBack
    self.horizon = horizon
  }

  /// The plan of a calendar as a catalogue has it.
  ///
  /// - Throws: `CatalogError`.
  package init(_ recipe: CalendarRecipe, in catalog: Catalog, horizon: Int? = nil) throws {
    self.init(
      recipe: recipe, existing: try catalog.filledPeriods(recipe.cadence),
      takenBack: try catalog.takenBack(recipe.cadence), horizon: horizon)
  }

  /// Whether a period stays without a puzzle for good: it was taken back and has begun.
  package func isClosed(_ period: Period, at now: Timestamp) -> Bool {
    takenBack.contains(period) && !existing.contains(period) && period.hasBegunAnywhere(at: now)
  }

  /// The most periods that one run fills: beyond this the clock is wrong, not the calendar.
  package static func mostMissing(of cadence: Cadence) -> Int {
    CalendarRecipe.horizons(of: cadence).upperBound + 100
  }

  /// The first period of the calendar: a start that is moved behind what there is leaves no gap.
  package var start: Period { existing.min().map { min($0, recipe.start) } ?? recipe.start }

  /// The last period that has to be there: that of the horizon, or a later one that begins
  /// somewhere on Earth before the next night.
  package func last(at now: Timestamp) -> Period {
    var last = Period(recipe.cadence, containing: now.day)
      .advanced(by: (horizon ?? recipe.horizon) - 1)
    let nextNight = Timestamp(epochSeconds: now.epochSeconds + 24 * 3600)
    while last.advanced(by: 1).hasBegunAnywhere(at: nextNight) { last = last.advanced(by: 1) }
    return last
  }

  /// The most years after its recipe's start in which a calendar has its first night: beyond this
  /// the clock is wrong, or the start.
  package static let mostYearsUnused = 10

  /// Refuses a clock by which a run cannot fill the calendar.
  ///
  /// - Parameters:
  ///   - now: The clock.
  ///   - isAccepted: Whether somebody has said that the clock is right.
  /// - Throws: `PipelineError.clockJump` when more is missing than a run may fill;
  ///   `PipelineError.clockTooEarly` when nothing is due for longer than that;
  ///   `PipelineError.clockTooLate` when a calendar would begin long after its start.
  package func requireClock(_ now: Timestamp, isAccepted: Bool = false) throws(PipelineError) {
    let age = recipe.start.first.distance(to: now.day)
    if existing.isEmpty, !isAccepted, age > CalendarPlan.mostYearsUnused * 366 {
      throw .clockTooLate(cadence: recipe.cadence, now: now, start: recipe.start.key)
    }
    if last(at: now).distance(to: recipe.start) > CalendarPlan.mostMissing(of: recipe.cadence) {
      throw .clockTooEarly(cadence: recipe.cadence, now: now, start: recipe.start.key)
    }
    _ = try missing(at: now)
  }

  /// The missing periods, in order.
  ///
  /// They begin with yesterday's period, which some time zone still lives in, or with the first
  /// period that has a puzzle, so that nights without a run are caught up with; but never before
  /// the recipe's start, unless that was earlier once. They end with the horizon. What was taken
  /// back and has begun stays empty.
  ///
  /// - Throws: `PipelineError.clockJump` when there are more than a run may fill.
  package func missing(at now: Timestamp) throws(PipelineError) -> [Period] {
    let yesterday = Period(recipe.cadence, containing: now.day.advanced(by: -1))
    let begun = existing.filter { $0.cadence == recipe.cadence }.min().map { min($0, yesterday) }
    let first = max(start, begun ?? yesterday)
    let last = last(at: now)
    guard first <= last else { return [] }
    let filled = Set(existing)
    let count = first.distance(to: last) + 1
    guard count - filled.count <= CalendarPlan.mostMissing(of: recipe.cadence) else {
      throw .clockJump(
        cadence: recipe.cadence, missing: count - filled.count,
        last: existing.max()?.key ?? first.key)
    }
    return (0..<count).map { first.advanced(by: $0) }
      .filter { !filled.contains($0) && !isClosed($0, at: now) }
  }

  /// The periods behind the horizon that ought to have a puzzle, in order.
  ///
  /// - Parameters:
  ///   - now: The run's clock.
  ///   - days: The days behind the horizon that they have to cover, if that is more than the
  ///     recipe's reserve does.
  /// - Returns: All of them, also those that have one in the calendar.
  package func spare(at now: Timestamp, days: Int = 0) -> [Period] {
    let last = last(at: now)
    let covering = Period(recipe.cadence, containing: last.last.advanced(by: days))
    let first = max(last.advanced(by: 1), start)
    let end = max(last.advanced(by: recipe.reserve), covering)
    guard first <= end else { return [] }
    return (0...first.distance(to: end)).map { first.advanced(by: $0) }
  }

  /// Those of them that ought to have a puzzle in reserve, since the calendar has none for them.
  package func reserved(at now: Timestamp, days: Int = 0) -> [Period] {
    let filled = Set(existing)
    return spare(at: now, days: days).filter { !filled.contains($0) }
  }

  /// The day on which a period's puzzle falls due: the first night on which it belongs into the
  /// reserve, or into the calendar where nothing is kept in reserve.
  ///
  /// Puzzles are made in the order in which they fall due. So a night that makes up for ten makes
  /// the same ones as the ten would have, also where one of them is passed over as the twin of
  /// another.
  package func due(_ period: Period) -> Day {
    period.advanced(by: -(recipe.horizon - 1 + recipe.reserve)).first
  }
}

extension RecipeSet {
  /// The cadences that have puzzles in a catalogue, and no recipe any more.
  ///
  /// - Throws: `CatalogError`.
  package func vanishedCadences(in catalog: Catalog) throws -> [Cadence] {
    let listed = Set(calendars.map(\.cadence))
    return try Cadence.allCases.filter { cadence in
      try !listed.contains(cadence) && !catalog.filledPeriods(cadence).isEmpty
    }
  }
}
