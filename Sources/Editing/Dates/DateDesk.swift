import Catalog
import Dates
import Generating
import Identity
import Notation
import Pipeline
import Preview
import Recipes

/// An editor's desk for the calendar.
struct DateDesk {
  let desk: PackDesk

  private var catalog: Catalog { desk.catalog }
  private var context: RunContext { desk.context }

  /// A date that somebody has written: an id such as `weekly:2026-50`, or a day for the daily
  /// puzzle.
  ///
  /// - Throws: `PipelineError.argument`.
  func period(_ word: String) throws -> Period {
    switch PreviewSubject(word) {
    case .period(let period): return period
    case .day(let day): return .day(day)
    default:
      _ = try Period.named(word)
      throw PipelineError.argument(
        word, reason: "this is no date — write 2026-12-24, weekly:2026-52 or monthly:2026-12")
    }
  }

  /// The dates of a cadence that have a puzzle, and those up to its horizon that have none, in
  /// order.
  func entries(of cadence: Cadence) throws -> [ShownDate] {
    let replacements = Dictionary(
      try catalog.openReplacements().map { ($0.period, $0.release) }, uniquingKeysWith: max)
    var entries = try catalog.calendarEntries(cadence).map { entry in
      let period = entry.period
      let state: ShownDate.State =
        entry.release.map { .published(release: $0) }
        ?? replacements[period].map { .replacing(release: $0) } ?? .filled
      return shown(period, state, entry.puzzle)
    }
    let filled = entries.map(\.period)
    entries += try catalog.ahead(cadence).map { entry in
      shown(entry.period, .reserved(isPinned: entry.isPinned), entry.puzzle)
    }
    let held = Set(entries.map(\.period))
    for period in try catalog.takenBack(cadence)
    where !held.contains(period) && period.hasBegunAnywhere(at: context.now) {
      entries.append(shown(period, .withdrawn))
    }
    if let recipe = recipe(of: cadence) {
      let plan = CalendarPlan(
        recipe: recipe, existing: filled, takenBack: try catalog.takenBack(cadence))
      for period in try plan.missing(at: context.now) where !held.contains(period) {
        entries.append(shown(period, .empty))
      }
    }
    return entries.sorted { $0.period < $1.period }
  }

  /// A date with what it has.
  func entry(_ period: Period) throws -> ShownDate {
    try entries(of: period.cadence).first { $0.period == period } ?? shown(period, .empty)
  }

  /// A date as it is shown; a withdrawn one aims at nothing.
  private func shown(
    _ period: Period, _ state: ShownDate.State, _ puzzle: KeptPuzzle? = nil
  ) -> ShownDate {
    let aim = recipe(of: period.cadence)?.difficulty
    return ShownDate(
      period: period, state: state, puzzle: puzzle,
      target: state == .withdrawn ? nil : aim?.target(for: period),
      hasBegun: period.hasBegunAnywhere(at: context.now))
  }

  private func recipe(of cadence: Cadence) -> CalendarRecipe? {
    desk.recipes.calendars.first { $0.cadence == cadence }
  }

  /// The recipe that makes the calendar of a date.
  ///
  /// - Throws: `PipelineError.argument` where there is none.
  private func requiredRecipe(of period: Period) throws -> CalendarRecipe {
    guard let recipe = recipe(of: period.cadence) else {
      throw PipelineError.argument(
        period.id, reason: "no recipe makes this calendar — add it to release.yaml")
    }
    return recipe
  }

  // MARK: - Changing

  /// Exchanges the puzzles of two dates, and pins them there.
  ///
  /// - Throws: `PipelineError.argument` for dates that nobody can mean; `CatalogError`.
  func swap(_ first: Period, _ second: Period) throws {
    guard first.cadence == second.cadence else {
      throw PipelineError.argument(
        "\(first.id) and \(second.id)",
        reason: "they are of two calendars with boards of their own — name two dates of one")
    }
    guard first != second else {
      throw PipelineError.argument(first.id, reason: "named twice — name two dates")
    }
    for period in [first, second] { try refusePast(period) }
    for period in [first, second] where try entry(period).puzzle == nil {
      _ = try requiredRecipe(of: period)
      throw PipelineError.argument(
        period.id, reason: "it has no puzzle yet — fill it first with “almanac nightly”")
    }
    try catalog.swap(first, second, at: desk.now, reason: desk.reason)
  }

  /// Gives a date the puzzle that is named or proposed, or keeps the one it has.
  ///
  /// - Returns: What was proposed, the puzzle that was taken first; `nil` where the date keeps its
  ///   puzzle.
  func pin(_ period: Period, _ name: String?, wish: GradeRange) async throws -> [Proposal] {
    let recipe = try requiredRecipe(of: period)
    let start = try CalendarPlan(recipe, in: catalog).start
    guard period >= start else {
      throw PipelineError.argument(
        period.id, reason: "the calendar begins with \(start.key) — name a later date")
    }
    try refusePast(period)
    let held = try entry(period)
    let proposals = try await proposals(period, name, wish, recipe)
    let row: NewPuzzle
    if let best = proposals.first {
      row = best.row
    } else if let puzzle = held.puzzle {
      row = try NewPuzzle(puzzle, in: catalog)
    } else {
      throw PipelineError.argument(
        period.id,
        reason: "it has no puzzle yet — name one, or say how hard it is to be with --difficulty")
    }
    // What changes nothing is no edit: nobody could take it back.
    if held.state == .reserved(isPinned: true), held.puzzle?.sbn == row.sbn.description {
      return proposals
    }
    let item = NewAhead(row, for: period, aim: "")
    if case .twin(let twin) = try catalog.pin(item, at: desk.now, reason: desk.reason) {
      throw CatalogError.refused(TwinRefused(sbn: row.sbn.description, twin: twin))
    }
    return proposals
  }

  /// Gives a published date that has not begun anywhere another puzzle: the one that is named, or
  /// the best that is proposed.
  ///
  /// - Returns: What was proposed, the puzzle that was taken first.
  func replace(_ period: Period, _ name: String?, wish: GradeRange) async throws -> [Proposal] {
    let recipe = try requiredRecipe(of: period)
    let held = try entry(period)
    switch held.state {
    case .published, .replacing: break
    case .withdrawn: throw DateDesk.refusal(ofWithdrawn: period)
    case .filled, .reserved, .empty:
      try refuseOver(period)
      throw PipelineError.argument(
        period.id,
        reason: "players do not have it yet — choose its puzzle with “almanac calendar pin”")
    }
    guard !period.hasBegunAnywhere(at: context.now) else {
      throw PipelineError.refused(
        what: period.id,
        reason: "it has begun at \(period.beginning) in the first time zone, and what players have "
          + "begun never changes — if it must go, “almanac release withdraw \(period) --reason …” "
          + "takes it back, and the date stays empty")
    }
    let asked = recipe.ask(for: period).grade
    let proposals = try await proposals(
      period, name, wish.saysDifficulty ? wish : asked, recipe)
    guard let row = proposals.first?.row else { return [] }
    if case .twin(let twin) = try catalog.replace(
      period, with: row, at: desk.now, reason: desk.reason)
    {
      throw CatalogError.refused(TwinRefused(sbn: row.sbn.description, twin: twin))
    }
    return proposals
  }

  private static func refusal(ofWithdrawn period: Period) -> PipelineError {
    .refused(
      what: period.id,
      reason: "it was withdrawn and has begun at \(period.beginning) in the first time zone, so it "
        + "stays empty — name a later date")
  }

  private func proposals(
    _ period: Period, _ name: String?, _ wish: GradeRange, _ recipe: CalendarRecipe
  ) async throws -> [Proposal] {
    if let name {
      let choice = PuzzleChoice(catalog: catalog, grids: [recipe.grid], place: "the puzzle")
      return [try choice.proposal(name)]
    }
    guard wish.saysDifficulty else { return [] }
    let grade = recipe.ask(for: period).grade.wished(wish)
    let proposer = Proposer(
      catalog: catalog, context: context, place: .date(period), ask: Ask(recipe.grid, grade: grade),
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
      throw PipelineError.argument(
        period.id, reason: "it is not pinned — “almanac calendar show” tells which dates are")
    }
    try catalog.unassign([period])
  }

  /// Refuses dates that no night will fill any more.
  private func refusePast(_ period: Period) throws {
    switch try entry(period).state {
    case .published(let release), .replacing(let release):
      throw CatalogError.published(period, release: release)
    case .withdrawn: throw DateDesk.refusal(ofWithdrawn: period)
    case .filled, .reserved, .empty: break
    }
    try refuseOver(period)
  }

  /// Refuses dates that are over everywhere.
  private func refuseOver(_ period: Period) throws(PipelineError) {
    guard period.last >= context.now.day.advanced(by: -1) else {
      throw PipelineError.argument(period.id, reason: "it is over — name a date to come")
    }
  }
}
