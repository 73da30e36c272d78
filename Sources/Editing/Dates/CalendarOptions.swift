package import Generating
package import Pipeline

/// What an editor asks of the calendar, and where.
package struct CalendarOptions: Hashable, Sendable {
  /// What to do.
  package enum Task: Hashable, Sendable {
    /// List the dates of a cadence, one date, what a day has, or all from yesterday on.
    case show(what: String?, isWhole: Bool)
    /// Exchange the puzzles of two dates.
    case swap(String, String)
    /// Give a date the puzzle that is named, or the best that is proposed; without either, keep the one it has.
    case pin(date: String, puzzle: String?, wish: GradeRange)
    /// Leave a date to the recipe again.
    case unpin(date: String)
  }

  /// What to do.
  package var task: Task
  /// What commands for packs and dates have in common.
  package var desk: PacksOptions

  /// A task with the usual folders.
  package init(_ task: Task) {
    self.task = task
    desk = PacksOptions(.difference(pack: nil))
  }
}
