package import Dates

extension ReleaseContent {
  /// The mobile app's list of a cadence, entry by entry without a gap: what the calendar has on a
  /// date, and else a puzzle of its own.
  package struct Streak: Hashable, Sendable {
    package var cadence: Cadence
    package var entries: [Entry]

    package init(_ cadence: Cadence, entries: [Entry]) {
      self.cadence = cadence
      self.entries = entries
    }

    /// The days for which a period that is over keeps its hints: the app shows an entry on its
    /// date, or a day beside it.
    private static let daysOfHints = 7

    /// The first entry that has hints at a time.
    ///
    /// Hints are a hundred times as long as puzzles. A list that had them for all the years since
    /// it began would be megabytes, and everyone would fetch it every day.
    func hintsFrom(at time: Timestamp) -> Int {
      let day = time.day.advanced(by: -Streak.daysOfHints)
      return entries.firstIndex { $0.period.last >= day } ?? max(0, entries.count - 1)
    }
  }
}

extension ReleaseContent {
  /// The dates for which the lists have a puzzle that is on no date.
  package var fillers: [Period] {
    let dates = Set(calendar.map(\.period))
    return streaks.flatMap { $0.entries.map(\.period).filter { !dates.contains($0) } }
  }
}

extension Cadence {
  /// The period of the app's first entry: the app counts from 2026-04-16, a Thursday, so that its
  /// weeks begin on Thursdays and entry *i* is the ISO week of the *i*th Thursday.
  package var firstInApp: Period { Period(self, containing: Day(daysSinceEpoch: 20_559)) }
}
