import Dates

extension Cadence {
  /// The periods that it is anywhere on Earth at a time, ascending: clocks are between 12 hours
  /// behind UTC and 14 hours ahead of it.
  func periods(somewhereAt time: Timestamp) -> [Period] {
    let periods = [-12, 0, 14].map { hours in
      Period(self, containing: Timestamp(epochSeconds: time.epochSeconds + 3600 * hours).day)
    }
    return Set(periods).sorted()
  }
}
