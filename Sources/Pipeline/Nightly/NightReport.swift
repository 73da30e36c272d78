package import Dates
package import Pressing

/// What a nightly run has done, or would do.
package struct NightReport: Hashable, Sendable {
  /// What a pack or a calendar got.
  package struct Line: Hashable, Sendable {
    /// The pack's id, or the cadence.
    package let name: String
    /// The puzzles that were made in this run.
    package var made = 0
    /// The puzzles that were taken from the reserve.
    package var fromReserve = 0
    /// The dates that got another puzzle of the reserve, because the work budget ended before their
    /// own was made.
    package var standIns = 0
    /// The puzzles that were made in this run for dates behind the horizon, and wait in reserve.
    package var intoReserve = 0
    /// The puzzles that it has now.
    package var count = 0
    /// The least and the greatest difficulty of all its puzzles.
    package var difficulty: ClosedRange<Int>?
    /// The first and the last period, of a calendar.
    package var span: ClosedRange<String>?
    /// The candidates that were tried and refused.
    package var tally = Tally()
    /// The puzzles that were made in this run and miss what the recipe asks for.
    package var missed: [Miss] = []
  }

  /// What tells the run from all others.
  package let run: String
  /// The run's clock.
  package let now: Timestamp
  /// What it was asked to do.
  package let night: Night
  /// Where it was asked to.
  package let house: House
  /// The most puzzles that were worked on at once.
  package let jobs: Int
  /// The packs, in the order in which they are made, and the calendars.
  package var packs: [Line] = []
  package var calendars: [Line] = []
  /// The release that is current now.
  package var release: Int?
  /// Whether that release is new.
  package var isNewRelease = false
  /// What a player notices.
  package var changes: [String] = []
  /// The objects that were written, or would be, with the reason.
  package var steps: [String] = []
  /// What somebody should know although nothing failed.
  package var notes: [String] = []
  /// What the run could not tell those who look after it: no failure, and nothing to keep quiet.
  package var troubles: [String] = []
  /// The later time of a release or a run that this one was told to pass over.
  package var acceptedClock: Timestamp?
  /// What there was of that clock.
  package var passedOver: LaterRuns?
  /// How the run ended.
  package var status = ExitStatus.done
  package var failure: String?
  /// How long it took.
  package var duration = Duration.zero

  init(night: Night, house: House, _ context: RunContext) {
    run = context.run
    now = context.now
    jobs = context.jobs
    self.night = night
    self.house = house
  }

  /// The puzzles that were made in this run.
  package var made: Int { (packs + calendars).reduce(0) { $0 + $1.made } }

  /// The puzzles that were made in this run and wait in reserve.
  package var intoReserve: Int { calendars.reduce(0) { $0 + $1.intoReserve } }

  /// The dates that got another puzzle of the reserve because the work budget had ended.
  package var standIns: Int { calendars.reduce(0) { $0 + $1.standIns } }

  /// All candidates of this run.
  package var tally: Tally {
    var sum = Tally()
    for line in packs + calendars { sum += line.tally }
    return sum
  }

  /// What should be looked after although nothing failed: a line for each pack and calendar with
  /// puzzles that miss what is asked for.
  package var warnings: [String] {
    (packs + calendars).filter { !$0.missed.isEmpty }.map {
      Miss.sentence($0.missed, as: "new puzzle", of: $0.name)
    }
  }

  /// Whether the run found everything as it has to be.
  package var isIdle: Bool { made == 0 && intoReserve == 0 && steps.isEmpty }
}
