import Catalog
import Dates
import Generating
import Identity
import Notation
import Pipeline
import Preview
import Recipes
import StarBattle

/// An editor's desk for the calendar.
struct DateDesk {
  let desk: PackDesk

  private var catalog: Catalog { desk.catalog }
  private var context: RunContext { desk.context }

  /// A date that somebody has written: an id such as `weekly:2026-50`, or a day for the daily
  /// puzzle.
  ///
  /// - Throws: `PipelineError.input`.
  func period(_ word: String) throws -> Period {
    switch PreviewSubject(word) {
    case .period(let period): return period
    case .day(let day): return .day(day)
    default:
      _ = try Period.named(word)
      throw PipelineError.input(
        path: word, reason: "this is no date — write 2026-12-24, weekly:2026-52 or monthly:2026-12")
    }
  }

  /// The dates of a cadence that have a puzzle, and those up to its horizon that have none, in
  /// order.
  func entries(of cadence: Cadence) throws -> [ShownDate] {
    let recipe = recipe(of: cadence)
    func target(_ period: Period) -> Int? { recipe?.difficulty.target(for: period) }
    var entries = try catalog.calendarEntries(cadence).map { entry in
      let period = entry.period
      let state: ShownDate.State = entry.release.map { .published(release: $0) } ?? .filled
      return ShownDate(
        period: period, state: state, puzzle: entry.puzzle, target: target(period))
    }
    let filled = entries.map(\.period)
    for entry in try catalog.ahead(cadence) {
      let period = entry.period
      entries.append(
        ShownDate(
          period: period, state: .reserved(isPinned: entry.isPinned), puzzle: entry.puzzle,
          target: target(period)))
    }
    if let recipe {
      let held = Set(entries.map(\.period))
      let plan = CalendarPlan(recipe: recipe, existing: filled)
      for period in try plan.missing(at: context.now) where !held.contains(period) {
        entries.append(
          ShownDate(period: period, state: .empty, puzzle: nil, target: target(period)))
      }
    }
    return entries.sorted { $0.period < $1.period }
  }

  /// A date with what it has.
  func entry(_ period: Period) throws -> ShownDate {
    try entries(of: period.cadence).first { $0.period == period }
      ?? ShownDate(
        period: period, state: .empty, puzzle: nil,
        target: recipe(of: period.cadence)?.difficulty.target(for: period))
  }

  private func recipe(of cadence: Cadence) -> CalendarRecipe? {
    desk.recipes.calendars.first { $0.cadence == cadence }
  }

  // MARK: - Changing

  /// Exchanges the puzzles of two dates, and pins them there.
  func swap(_ first: Period, _ second: Period) throws {
    guard first.cadence == second.cadence else {
      throw PipelineError.refused(
        what: "\(first.id) and \(second.id)",
        reason: "they are of two calendars with boards of their own — name two dates of one")
    }
    guard first != second else {
      throw PipelineError.refused(what: first.id, reason: "named twice — name two dates")
    }
    for period in [first, second] { try refusePast(period) }
    try catalog.swap(first, second, at: desk.now, reason: desk.reason)
  }

  /// Gives a date the puzzle that is named or proposed, or keeps the one it has.
  ///
  /// - Returns: What was proposed, the puzzle that was taken first; `nil` where the date keeps its
  ///   puzzle.
  func pin(_ period: Period, _ name: String?, wish: GradeRange) async throws -> [Proposal] {
    guard let recipe = recipe(of: period.cadence) else {
      throw PipelineError.refused(
        what: period.id, reason: "no recipe makes this calendar — add it to release.yaml")
    }
    guard period >= recipe.start else {
      throw PipelineError.refused(
        what: period.id, reason: "the calendar begins with \(recipe.start.key) — name a later date")
    }
    try refusePast(period)
    let held = try entry(period)
    if case .published(let release) = held.state {
      throw CatalogError.published(period, release: release)
    }
    let proposals = try await proposals(period, name, wish, recipe, held)
    let row: NewPuzzle
    if let best = proposals.first {
      row = best.row
    } else if let puzzle = held.puzzle {
      row = try NewPuzzle(puzzle, in: catalog)
    } else {
      throw PipelineError.input(
        path: period.id,
        reason: "it has no puzzle yet — name one, or say how hard it is to be with --difficulty")
    }
    let item = NewAhead(row, for: period, aim: "")
    if case .twin(let twin) = try catalog.pin(item, at: desk.now, reason: desk.reason) {
      throw CatalogError.refused(TwinRefused(sbn: row.sbn.description, twin: twin))
    }
    return proposals
  }

  private func proposals(
    _ period: Period, _ name: String?, _ wish: GradeRange, _ recipe: CalendarRecipe,
    _ held: ShownDate
  ) async throws -> [Proposal] {
    if let name {
      return [try PuzzleChoice(catalog: catalog, grids: [recipe.grid]).proposal(name)]
    }
    guard wish.difficulty != nil || wish.level != nil else { return [] }
    let proposer = Proposer(
      catalog: catalog, context: context, place: .date(period), ask: Ask(recipe.grid, grade: wish),
      campaign: recipe.seed)
    let found = try await proposer.proposals(Proposer.choice)
    guard !found.isEmpty else {
      throw PipelineError.input(
        path: period.id,
        reason: "no puzzle like that was found — ask for a wider --difficulty or --level")
    }
    return found
  }

  /// Leaves a date to the recipe again: its puzzle becomes spare.
  func unpin(_ period: Period) throws {
    guard case .reserved(isPinned: true) = try entry(period).state else {
      throw PipelineError.refused(
        what: period.id, reason: "it is not pinned — “almanac calendar show” tells which dates are")
    }
    try catalog.unassign([period])
  }

  /// Refuses dates that no night will fill any more.
  private func refusePast(_ period: Period) throws {
    if case .published(let release) = try entry(period).state {
      throw CatalogError.published(period, release: release)
    }
    guard period.last >= context.now.day.advanced(by: -1) else {
      throw PipelineError.refused(what: period.id, reason: "it is over — name a date to come")
    }
  }
}
