import Catalog
import Dates
import Flagging
import Generating
import Identity
import Pressing
import Recipes
import StarBattle
import Wording

/// The calendar and its reserve.
///
/// Every dated puzzle goes through the reserve: it is made for its date, waits there, and enters
/// the calendar when the horizon reaches the date; but for dates that the mobile app's list has
/// shown with another one (`takeOverFillers`). What is made depends on date and recipe, never on
/// the night; and it is made in the order in which it falls due, so that one night after a gap
/// makes the same puzzles as every night of the gap would have.
extension GapFiller {
  /// A date that has no puzzle yet, neither in the calendar nor in reserve.
  struct OpenDate {
    let line: Int
    let plan: CalendarPlan
    let period: Period
    let isNeededNow: Bool
  }

  /// The dates that have no puzzle, in the order in which they fall due, and those that the horizon
  /// has reached.
  ///
  /// - Parameters:
  ///   - recipes: The recipes of the calendars.
  ///   - days: The days behind the horizon that are to have a puzzle, if that is more than the
  ///     recipe says.
  /// - Returns: Both.
  /// - Throws: `PipelineError.clockJump`, `CatalogError`.
  mutating func openDates(
    _ recipes: RecipeSet, days: Int = 0
  ) throws -> (open: [OpenDate], due: [Period]) {
    var open: [OpenDate] = []
    var due: [Period] = []
    for (number, recipe) in recipes.calendars.enumerated() {
      let name = recipe.cadence.rawValue
      let plan = try plan(recipe)
      let ready = try readyDates(plan)
      let missing = try plan.missing(at: context.now)
      let reserved = plan.reserved(at: context.now, days: days)
      for (period, isNeeded) in missing.map({ ($0, true) }) + reserved.map({ ($0, false) })
      where !ready.contains(period) {
        open.append(
          OpenDate(line: number, plan: plan, period: period, isNeededNow: isNeeded))
      }
      due += missing
      var line = NightReport.Line(name: name)
      line.fromReserve = missing.count { ready.contains($0) }
      calendars.append(line)
    }
    open.sort { ($0.due, $0.line, $0.period) < ($1.due, $1.line, $1.period) }
    return (open, due)
  }

  /// Fills the calendars up to their horizons: from the reserve where it has a puzzle, else with
  /// new ones, and where the work budget ends before these are made, with whatever comes nearest in
  /// the reserve.
  mutating func fillCalendars(_ recipes: RecipeSet) async throws {
    for recipe in recipes.calendars { try takeOverFillers(recipe) }
    let (open, due) = try openDates(recipes)
    let count = open.lastIndex { $0.isNeededNow }.map { $0 + 1 } ?? 0
    let left = try await make(Array(open[..<count]), stage: "pressing the calendar")
    try fill(due, standingIn: left.filter(\.isNeededNow))
    later = left.filter { !$0.isNeededNow } + open[count...]
    for (number, recipe) in recipes.calendars.enumerated() {
      let entries = try catalog.calendarEntries(recipe.cadence)
      calendars[number].describe(entries.map(\.puzzle.difficulty))
      if let first = entries.first?.period.key, let last = entries.last?.period.key,
        first <= last
      {
        calendars[number].span = first...last
      }
    }
  }

  /// Gives dates that a clock which was ahead has left out the puzzles that the mobile app's list
  /// has shown on them: but for what is taken back, an entry of it never becomes another puzzle.
  ///
  /// They are the dates from the first that is missing now to the last that there is, so that no
  /// gap stays in front of what that clock has published.
  private mutating func takeOverFillers(_ recipe: CalendarRecipe) throws {
    let shown = try catalog.fillers(recipe.cadence)
      .filter { $0.release != nil && $0.puzzle.grid == recipe.grid }.map(\.period)
    guard !shown.isEmpty else { return }
    let plan = try plan(recipe)
    guard let first = try plan.missing(at: context.now).first, let last = plan.existing.max() else {
      return
    }
    let due = shown.filter { first <= $0 && $0 <= last && !plan.takenBack.contains($0) }
    guard let begin = due.first, let end = due.last else { return }
    let pinned = Set(try catalog.ahead(recipe.cadence).filter(\.isPinned).map(\.period))
    try catalog.takeOverFillers(due)
    notes.append(
      "\(due.count, of: "date") of the \(recipe.cadence.rawValue) calendar (\(begin.key)…\(end.key)) "
        + "got the puzzles that the app's list has shown there")
    for period in due where pinned.contains(period) {
      notes.append("\(period) is pinned no more: the app has shown another puzzle there")
    }
  }

  /// Moves the puzzles of dates into the calendar; a date without one gets another that waits in
  /// reserve.
  ///
  /// - Throws: `PipelineError.nightBudgetSpent` when the reserve has none left: then the calendar
  ///   stays as it was.
  private mutating func fill(_ due: [Period], standingIn left: [OpenDate]) throws {
    let standIns = left.map { date in
      let recipe = date.plan.recipe
      return StandIn(
        date.period, grid: recipe.grid, difficulty: recipe.difficulty.target(for: date.period),
        isStrict: recipe.isStrict)
    }
    let periods = left.map(\.period)
    let own = due.filter { !periods.contains($0) }
    do throws(CatalogError) {
      try catalog.fillCalendar(own, standIns: standIns)
    } catch {
      guard case .emptyPlace(.date(let period)) = error,
        let date = left.first(where: { $0.period == period })
      else { throw error }
      throw PipelineError.nightBudgetSpent(
        budget.limit ?? 0, item: period.id, grid: date.plan.recipe.grid)
    }
    guard !left.isEmpty else { return }
    for date in left { calendars[date.line].standIns += 1 }
    let more = left.count > 1 ? " to \(left.map(\.period.id).last ?? "")" : ""
    notes.append(
      "\(budgetEnded): \(left.count, of: "date") got other puzzles of "
        + "the reserve (\(left[0].period.id)\(more))")
  }

  private var budgetEnded: String {
    "the work budget of \(budget.limit ?? 0) evaluations ended after \(budget.spent)"
  }

  /// Fills the reserve up to its low-water marks; the night's release does not wait for it.
  ///
  /// - Parameter release: The release that is published by now, for the message; none in a dry run.
  /// - Throws: `PipelineError.topUp` when the work ends early; what was made until then is kept.
  mutating func topUp(after release: Int?) async throws {
    let dates = later
    later = []
    let before = calendars.reduce(0) { $0 + $1.intoReserve }
    do {
      let left = try await make(dates, stage: "filling the reserve")
      if !left.isEmpty {
        notes.append(
          "\(budgetEnded): \(left.count) of \(dates.count) puzzles for the reserve are left to "
            + "other nights")
      }
    } catch {
      let made = calendars.reduce(0) { $0 + $1.intoReserve } - before
      throw PipelineError.topUp(
        made: made, wanted: dates.count, release: release, cause: error)
    }
    try catalog.noteSignals()
    try catalog.trainDictionary()
  }

  /// Keeps puzzles ready for all dates up to the low-water marks, or so many days behind the
  /// horizons; none enters the calendar.
  mutating func fillReserve(_ recipes: RecipeSet, days: Int) async throws {
    try await regrade()
    let (open, _) = try openDates(recipes, days: days)
    _ = try await make(open, stage: "filling the reserve")
    try catalog.noteSignals()
    try catalog.trainDictionary()
  }

  /// The dates that a puzzle of the reserve waits for; those that the recipe has changed for become
  /// spare, also where somebody has pinned a puzzle of what is another grid by now.
  private mutating func readyDates(_ plan: CalendarPlan) throws -> Set<Period> {
    var ready: Set<Period> = []
    var changed: [Period] = []
    for entry in try catalog.ahead(plan.recipe.cadence) {
      if plan.isReady(entry) {
        ready.insert(entry.period)
      } else {
        changed.append(entry.period)
        if entry.isPinned {
          notes.append(
            "\(entry.period) is pinned no more: its puzzle is \(entry.puzzle.grid), and the recipe "
              + "asks for \(plan.recipe.grid)")
        }
      }
    }
    try catalog.unassign(changed)
    return ready
  }

  /// Presses puzzles for dates and keeps each as soon as its turn comes: a run that is killed has
  /// kept the first ones, and the next run goes on behind them.
  ///
  /// - Returns: The last ones, for which the work budget was not enough.
  private mutating func make(_ dates: [OpenDate], stage: String) async throws -> [OpenDate] {
    let catalog = catalog
    var kept: [OpenDate] = []
    var missed: [(line: Int, miss: Miss)] = []
    defer {
      for (line, miss) in missed { calendars[line].missed.append(miss) }
      for date in kept where date.isNeededNow { calendars[date.line].made += 1 }
      for date in kept where !date.isNeededNow { calendars[date.line].intoReserve += 1 }
    }
    let made = try await press(
      dates.map { $0.plan.recipe.search(for: $0.period) }, stage: stage, within: budget.left,
      keep: { index, pressed in
        let date = dates[index]
        let miss = date.plan.recipe.miss(of: pressed, for: date.period)
        if let miss, date.plan.recipe.isStrict {
          throw PipelineError.missed(file: date.plan.recipe.file, [miss])
        }
        let item = NewAhead(
          NewPuzzle(pressed), for: date.period, aim: date.plan.words(for: date.period))
        for case .twin(let twin) in try catalog.addAhead([item]) {
          throw PipelineError.twinAppeared(item: date.period.id, other: twin.use)
        }
        kept.append(date)
        if let miss { missed.append((date.line, miss)) }
      })
    for (date, tally) in zip(dates, made.tallies) {
      calendars[date.line].tally += tally
      budget.spend(tally)
    }
    try count(made.tallies)
    return Array(dates.dropFirst(made.puzzles.count))
  }
}

extension CalendarPlan {
  /// Whether a puzzle of the reserve is still what its date asks for.
  func isReady(_ entry: DatedPuzzle) -> Bool {
    (entry.isPinned || entry.aim == words(for: entry.period)) && entry.puzzle.grid == recipe.grid
  }

  /// What a period's puzzle was made for, as the reserve keeps it: when any of it changes, another
  /// puzzle is made.
  func words(for period: Period) -> String {
    "\(period.id) \(recipe.grid.side)x\(recipe.grid.stars) "
      + "d\(recipe.difficulty.target(for: period)) seed \(recipe.seed) "
      + "generator \(GapFiller.versions)"
      + (recipe.isWithoutAssumptions ? " assumptions none" : "")
      + (recipe.arguments.map { " arguments \($0)" } ?? "")
      + (recipe.style == .natural ? "" : " style \(recipe.style.name)")
      + recipe.flags.aim
  }
}

extension FlagWishes {
  /// What they add to what a puzzle was made for: nothing unless they decide which one is taken.
  fileprivate var aim: String {
    guard isPreferring else { return "" }
    return FlagKind.allCases.reduce(" flags prefer") { words, kind in
      words + (limits[kind].map { " \(kind.rawValue) \($0.map(String.init) ?? "off")" } ?? "")
    }
  }
}

extension GapFiller.OpenDate {
  /// The day on which its puzzle falls due.
  var due: Day { plan.due(period) }
}
