import Catalog
import Dates
import Pipeline
import Recipes

/// How far ahead the calendars reach, and what stands behind them.
struct Standing {
  /// A calendar at a time.
  struct Line: Hashable {
    let cadence: Cadence
    /// The days from today, today included, that published puzzles cover without a gap.
    let days: Int
    /// The days that the recipe wants to be covered at least.
    let wantedDays: Int
    /// The period of today, or the first of the recipe where that is later.
    let current: Period
    /// The first day of the recipe.
    let start: Day
    /// The periods that the recipe wants and that are not published without a gap.
    let missingPeriods: Int
    /// The last of the periods without a gap; `nil` when today's is missing.
    let last: Period?
    /// The period at which the gap begins, where its puzzle was taken back for another one that no
    /// release has yet.
    let waiting: Period?
    /// The days behind those that the reserve could fill without a new puzzle.
    let reserveDays: Int
    /// The days that the recipe wants to be in reserve.
    let wantedReserveDays: Int
  }

  let lines: [Line]
  let reserve: [ReserveCount]
  let release: ReleaseRecord?
  let refusedCandidates: [String: Int]

  /// Looks into a catalogue.
  ///
  /// - Parameters:
  ///   - catalog: The catalogue.
  ///   - recipes: The calendars that there have to be.
  ///   - now: The clock.
  ///   - tree: The release that the tree holds, where that is known: one that is only noted is in
  ///     nobody's hands.
  /// - Throws: `CatalogError`.
  init(
    _ catalog: Catalog, _ recipes: RecipeSet, at now: Timestamp, tree: Int? = nil
  ) throws {
    let pending = try catalog.pendingRelease()?.number
    let unpublished = pending == tree ? nil : pending
    lines = try recipes.calendars.map { try Standing.line($0, catalog, now, without: unpublished) }
    reserve = try catalog.reserveCounts()
    release = try catalog.lastRelease()
    refusedCandidates = try catalog.refusedCandidates()
  }

  private static func line(
    _ recipe: CalendarRecipe, _ catalog: Catalog, _ now: Timestamp, without unpublished: Int?
  ) throws -> Line {
    let entries = try catalog.calendarEntries(recipe.cadence)
    var published = Set(
      entries.filter { $0.release != nil && $0.release != unpublished }.map(\.period))
    // Until a release tells that a date gets another puzzle, the tree has the one before.
    published.formUnion(
      try catalog.openReplacements().map(\.period).filter { $0.cadence == recipe.cadence })
    // What was taken back for good is not missing.
    let plan = try CalendarPlan(recipe, in: catalog)
    published.formUnion(plan.takenBack.filter { plan.isClosed($0, at: now) })
    let ahead = Set(try catalog.ahead(recipe.cadence).map(\.period))
    let first = max(Period(recipe.cadence, containing: now.day), plan.start)
    var next = first
    while published.contains(next) { next = next.advanced(by: 1) }
    let behind = next
    while ahead.contains(next) { next = next.advanced(by: 1) }
    // The clock may be at any day of the last period that the horizon asks for.
    let wanted = first.advanced(by: recipe.horizon).first
    return Line(
      cadence: recipe.cadence,
      // Where a calendar begins later, nothing is there to be published yet.
      days: max(0, behind == first ? 0 : now.day.distance(to: behind.first)),
      wantedDays: now.day.distance(to: wanted),
      current: first, start: plan.start.first,
      missingPeriods: max(0, recipe.horizon - first.distance(to: behind)),
      last: behind == first ? nil : behind.advanced(by: -1),
      waiting: plan.takenBack.contains(behind) && plan.existing.contains(behind) ? behind : nil,
      reserveDays: behind.first.distance(to: next.first),
      wantedReserveDays: wanted.distance(
        to: first.advanced(by: recipe.horizon + recipe.reserve).first))
  }
}
