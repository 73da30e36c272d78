package import Catalog
package import Dates

/// The clock that a house has gone by: the last release and the runs know what time it was.
///
/// A machine whose clock has fallen back to 1970 finds every date filled and nothing to do, every
/// night, until the calendar has run dry. So whatever changes the house refuses a clock that is
/// behind; reading and trying out may be done at any time.
package struct HouseClock {
  private let state: String
  private let release: (number: Int, time: Timestamp)?

  /// How far a clock may go back before that is told: clocks are set.
  package static let grace = Duration.seconds(3600)

  /// How far it may go back before the house is left alone.
  ///
  /// A day does no harm, for dates are filled weeks ahead; and a run may be told a day, which is
  /// its first second, where a release was made at noon.
  package static let allowance = Duration.seconds(24 * 3600)

  /// The clock of a house.
  ///
  /// - Parameters:
  ///   - state: The state folder, where runs have left their reports.
  ///   - catalog: The catalogue; `nil` where there is none.
  package init(state: String, _ catalog: Catalog?) {
    self.state = state
    release = (try? catalog?.lastRelease()).flatMap { last in
      (try? Timestamp(last.createdAt)).map { (last.number, $0) }
    }
  }

  /// The time up to which a clock is not behind.
  static func limit(_ now: Timestamp, by grace: Duration = grace) -> Timestamp {
    Timestamp(epochSeconds: now.epochSeconds + Int(grace / .seconds(1)))
  }

  /// The latest time that the house knows, where a clock is behind it; `nil` where that is right.
  ///
  /// Once somebody has said that a clock went back and is right, what had gone by the later one
  /// counts no more.
  ///
  /// - Parameters:
  ///   - now: The clock.
  ///   - grace: How far it may be behind all the same.
  /// - Returns: That time.
  package func later(than now: Timestamp, by grace: Duration = grace) -> Timestamp? {
    let limit = HouseClock.limit(now, by: grace)
    // Reports are read only where one of them may tell.
    guard release.map({ $0.time > limit }) == true || RunHistory.isAny(in: state, after: limit)
    else { return nil }
    // All of them: a clock may have been accepted hundreds of runs ago.
    let history = RunHistory(state: state, most: .max)
    var times = history.runs.filter { $0.exit == 0 && !$0.isPassedOver }.map(\.now)
      .filter { !history.mayPassOver($0) }
    if let release, !history.passesOver(release: release.number, at: release.time) {
      times.append(release.time)
    }
    return times.filter { $0 > limit }.max()
  }

  /// What has gone by a later clock than one that somebody says is right.
  func laterRuns(than now: Timestamp) -> LaterRuns {
    LaterRuns(
      reports: RunHistory(state: state, most: .max).runs.filter { $0.now > now }.map(\.name)
        .sorted(),
      release: release.flatMap { $0.time > now ? $0.number : nil })
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
