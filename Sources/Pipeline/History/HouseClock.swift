package import Catalog
package import Dates

/// The clock that a house has gone by: the last release and the runs know what time it was.
///
/// A machine whose clock has fallen back to 1970 finds every date filled and nothing to do, every
/// night, until the calendar has run dry. So whatever changes the house refuses a clock that is
/// behind; reading and trying out may be done at any time.
package struct HouseClock {
  private let state: String
  private let release: Timestamp?

  /// How far a clock may go back before that is told: clocks are set.
  package static let grace = Duration.seconds(3600)

  /// How far it may go back before the house is left alone.
  ///
  /// A day does no harm, for dates are filled weeks ahead; and a run may be told a day, which is its
  /// first second, where a release was made at noon.
  package static let allowance = Duration.seconds(24 * 3600)

  /// The clock of a house.
  ///
  /// - Parameters:
  ///   - state: The state folder, where runs have left their reports.
  ///   - catalog: The catalogue; `nil` where there is none.
  package init(state: String, _ catalog: Catalog?) {
    self.state = state
    release = (try? catalog?.lastRelease()).flatMap { try? Timestamp($0.createdAt) }
  }

  /// The latest time that the house knows, where a clock is behind it; `nil` where that is right.
  ///
  /// Once somebody has said that a clock went back and is right, what lies between counts no more.
  ///
  /// - Parameters:
  ///   - now: The clock.
  ///   - grace: How far it may be behind all the same.
  /// - Returns: That time.
  package func later(than now: Timestamp, by grace: Duration = grace) -> Timestamp? {
    let limit = Timestamp(epochSeconds: now.epochSeconds + Int(grace / .seconds(1)))
    // Reports are read only where one of them may tell.
    guard release.map({ $0 > limit }) == true || RunHistory.isAny(in: state, after: limit) else {
      return nil
    }
    // All of them: a clock may have been accepted hundreds of runs ago.
    let runs = RunHistory(state: state, most: .max).runs.filter { $0.exit == 0 }
    return (runs.map(\.now) + [release].compactMap { $0 }).filter { time in
      time > limit
        && !runs.contains { run in
          run.acceptedClock.map { run.now < time && time <= $0 } ?? false
        }
    }.max()
  }
}

extension RunContext {
  /// The same with the clock of the last release or run, where this one is a little behind it:
  /// releases, and what they say of today, never go back.
  package func caughtUp(with house: StateFolder, _ catalog: Catalog) -> RunContext {
    guard let last = HouseClock(state: house.path, catalog).later(than: now, by: .zero) else {
      return self
    }
    var context = self
    context.now = last
    return context
  }

  /// Refuses to change a house by a clock that has gone back.
  ///
  /// - Throws: `PipelineError.clockBehind`.
  package func requireClock(
    of house: StateFolder, _ catalog: Catalog
  ) throws(PipelineError) {
    let clock = HouseClock(state: house.path, catalog)
    guard let last = clock.later(than: now, by: HouseClock.allowance) else { return }
    throw .clockBehind(now: now, last: last)
  }
}
