import Catalog
import Dates
import JSONText
import Recipes
import Wording

/// How long a calendar lasts if no puzzle is ever made again.
struct ReserveForecast {
  let cadence: Cadence
  /// The periods behind the horizon that ought to have a puzzle.
  let mark: Int
  /// Those of them that have one, waiting or, by a horizon that was longer, published already.
  let ready: Int
  /// The dates up to there for which another puzzle waits than would be made now: the recipe has
  /// changed since, or the press; the next night, or filling the reserve, replaces it.
  let outdated: Int
  /// The last period that has a puzzle, with none missing before it; `nil` where the current one
  /// has none.
  let last: Period?
  /// The first period without a puzzle: on its first day the calendar runs dry.
  let dry: Period
  /// The days from today to then; 0 or less when it is dry already.
  let days: Int

  /// Whether fewer puzzles wait than the recipe asks for.
  var isLow: Bool { ready < mark }

  /// Looks ahead from a time.
  ///
  /// - Throws: `CatalogError`.
  init(_ recipe: CalendarRecipe, in catalog: Catalog, at now: Timestamp) throws {
    cadence = recipe.cadence
    let plan = try CalendarPlan(recipe, in: catalog)
    let ahead = try catalog.ahead(recipe.cadence)
    let waiting = ahead.filter(plan.isReady).map(\.period)
    let filled = Set(plan.existing).union(waiting)
    let spare = plan.spare(at: now)
    mark = spare.count
    ready = spare.count { filled.contains($0) }
    // Where the clock is wrong, no night comes that far.
    let wanted = Set(plan.reserved(at: now) + ((try? plan.missing(at: now)) ?? []))
    outdated = wanted.intersection(ahead.map(\.period)).subtracting(waiting).count
    let first = max(plan.start, Period(recipe.cadence, containing: now.day))
    var dry = first
    // What was taken back for good is not missing.
    while filled.contains(dry) || plan.isClosed(dry, at: now) { dry = dry.advanced(by: 1) }
    self.dry = dry
    last = dry == first ? nil : dry.advanced(by: -1)
    days = now.day.distance(to: dry.first)
  }

  /// `daily     14 of 14 in reserve, filled to 2026-12-18, runs dry on 2026-12-19 (in 28 days)`.
  var words: String {
    let name = cadence.rawValue
    let padding = String(repeating: " ", count: max(1, 9 - name.count))
    let low = isLow ? ", below the low-water mark" : ""
    let reach = last.map { ", filled to \($0.key)" } ?? ", empty"
    let end =
      days > 0
      ? "runs dry on \(dry.first) (in \(days, of: "day"))"
      : "has run dry on \(dry.first)"
    let old =
      outdated == 0
      ? ""
      : "; \(outdated, of: "date has a puzzle", "dates have puzzles") of another recipe or "
        + "version, to be replaced"
    return "\(name)\(padding)\(ready) of \(mark) in reserve\(low)\(reach), \(end)\(old)"
  }

  var value: JSONValue {
    .object([
      JSONMember("cadence", cadence.rawValue),
      JSONMember("mark", mark),
      JSONMember("ready", ready),
      JSONMember("low", isLow),
      JSONMember("outdated", outdated),
      JSONMember("filledTo", last?.key),
      JSONMember("dryOn", dry.first.description),
      JSONMember("days", days),
    ])
  }
}
