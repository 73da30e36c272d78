import Pressing

/// The work that a night may take for the calendar and its reserve, counted in layouts that the
/// generator evaluates: the same on every machine and at any number of threads, unlike seconds.
///
/// It is looked at between one date and the next, in their order; so the date in hand is always
/// finished, and what a night makes depends on the budget and never on its speed. Packs count, but
/// are never cut short: half a pack helps nobody.
struct WorkBudget: Hashable {
  /// The evaluations that are allowed; `nil` sets no bound.
  let limit: Int?
  private(set) var spent = 0

  init(limit: Int?) { self.limit = limit }

  /// What is left; `nil` where there is no bound.
  var left: Int? { limit.map { max(0, $0 - spent) } }

  /// Counts work that was done.
  mutating func spend(_ tally: Tally) { spent += tally.evaluations }
}
