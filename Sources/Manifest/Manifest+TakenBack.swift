package import Dates

extension Manifest {
  /// Every date whose puzzle was ever taken back, for another one or for good.
  package var takenBack: Set<Period> {
    Set(withdrawals.compactMap { try? Period(id: $0.id) }).union(replacements.map(\.period))
  }

  /// The dates that were taken back and have no puzzle.
  package var emptyDates: Set<Period> {
    takenBack.subtracting(calendar.values.flatMap { $0.entries.map(\.period) })
  }
}
