import Dates
import Manifest

extension TreeInspection {
  /// Checks that the calendar has no gaps and reaches as far as it has to, and that nothing is in
  /// the objects that it does not know.
  mutating func checkCalendar(_ current: (manifest: Manifest, bytes: [UInt8])) {
    let manifest = current.manifest
    var known: Set<Period> = []
    for cadence in Cadence.allCases {
      let periods = (manifest.calendar[cadence]?.entries ?? []).map(\.period)
      known.formUnion(periods)
      for (period, following) in zip(periods, periods.dropFirst()) {
        checkGap(after: period, before: following)
      }
    }
    for period in manifest.objects.compactMap(\.key.period) where !known.contains(period) {
      note(.manifest, .contradiction, "\(period) is an object and not in the calendar")
    }
    checkReach(at: manifest.createdAt, known)
  }

  private mutating func checkGap(after period: Period, before following: Period) {
    guard period.advanced(by: 1) != following else { return }
    // A date that was withdrawn has no puzzle until it gets another.
    let gap = period.distance(to: following) - 1
    let between = (0..<min(max(gap, 0), 1000)).map { period.advanced(by: $0 + 1) }
    if gap > 0, gap <= 1000, between.allSatisfy({ withdrawn.contains($0.id) }) { return }
    note(.manifest, .missing, "no puzzle between \(period) and \(following)")
  }

  /// Checks that whatever day it was anywhere on Earth when the release was made, it has its
  /// puzzles.
  ///
  /// A calendar that begins later has nothing to show before.
  private mutating func checkReach(at time: Timestamp, _ known: Set<Period>) {
    for cadence in Cadence.allCases {
      guard let first = known.filter({ $0.cadence == cadence }).min() else { continue }
      for period in cadence.periods(somewhereAt: time) {
        guard period >= first, !known.contains(period), !withdrawn.contains(period.id) else {
          continue
        }
        note(
          .manifest, .missing,
          "no puzzle for \(period), which had begun somewhere when the release was made")
      }
    }
  }

  /// Checks that the calendar reaches from yesterday to so many periods ahead of a time.
  ///
  /// - Parameters:
  ///   - time: The reader's clock.
  ///   - horizon: The periods of each cadence that have to be there, the current one included.
  mutating func checkHorizon(at time: Timestamp, _ horizon: [Cadence: Int]) {
    guard let manifest = reading.manifest else { return }
    for cadence in Cadence.allCases {
      guard let count = horizon[cadence], let calendar = manifest.calendar[cadence],
        let first = calendar.first, let last = calendar.last
      else { continue }
      let needed = Period(cadence, containing: time.day).advanced(by: count - 1)
      let yesterday = Period(cadence, containing: time.day.advanced(by: -1))
      if last < needed {
        note(
          .manifest, .missing, "the \(cadence.rawValue) calendar ends with \(last), not \(needed)")
      }
      let current = Period(cadence, containing: time.day)
      let isTakenBack =
        first > current
        && (0..<current.distance(to: first)).allSatisfy {
          withdrawn.contains(current.advanced(by: $0).id)
        }
      if first > current, !isTakenBack {
        note(.manifest, .missing, "the \(cadence.rawValue) calendar begins with \(first)")
      } else if last < yesterday {
        note(.manifest, .missing, "no puzzle for \(yesterday)")
      }
    }
  }
}
