package import Dates
import Generating
import Yams

/// How hard the puzzles of a calendar are: the `difficulty` of a calendar recipe.
package enum CalendarCurve: Hashable, Sendable {
  /// A difficulty for each day of the week, Monday first.
  case weekdays([Int])
  /// One difficulty after the other, easiest first, and then from the start again.
  case cycle(DifficultyRamp)

  /// The difficulty that a period's puzzle aims at.
  ///
  /// It depends on the period alone, never on the run that asks.
  package func target(for period: Period) -> Int {
    switch self {
    case .weekdays(let targets):
      return targets[period.first.weekday.rawValue - 1]
    case .cycle(let ramp):
      let width = ramp.last - ramp.first + 1
      return ramp.first + ((CalendarCurve.number(of: period) % width) + width) % width
    }
  }

  /// How many periods of its kind lie between the first of 1970 and a period.
  private static func number(of period: Period) -> Int {
    switch period {
    case .day(let day): day.daysSinceEpoch
    // 1970-01-05 was a Monday.
    case .week(let week): (week.monday.daysSinceEpoch - 4) / 7
    case .month(let month): (month.year - 1970) * 12 + month.month - 1
    }
  }
}

extension CalendarCurve {
  /// Reads a number, a range `{ from: 4, to: 6 }`, or `{ mon: 2, tue: 3, … }` for a daily.
  init?(_ node: Node, of cadence: Cadence?, reader: RecipeReader) {
    let days = Weekday.allCases.map(\.abbreviation)
    guard let cadence, cadence == .daily, case .mapping(let pairs) = node,
      !pairs.contains(where: { key, _ in key == "from" || key == "to" })
    else {
      guard let ramp = DifficultyRamp(node, reader: reader) else { return nil }
      self = .cycle(ramp)
      return
    }
    guard let fields = reader.fields(of: node, "`difficulty`", allowed: days) else { return nil }
    let targets = days.map { fields.integer($0, in: GradeRange.difficulties) }
    guard targets.allSatisfy({ $0 != nil }) else { return nil }
    self = .weekdays(targets.compactMap(\.self))
  }
}
