public import Publishing

/// What a nightly run has done, or would do.
public struct NightlyReport: Hashable, Sendable {
  /// What a pack or a calendar got.
  public struct Line: Hashable, Sendable {
    /// The pack's id, or the cadence.
    public let name: String
    /// The puzzles that were made in this run.
    public var made = 0
    /// The puzzles that were taken from the reserve.
    public var fromReserve = 0
    /// The dates that got another puzzle of the reserve, because the work budget ended before their own was made.
    public var standIns = 0
    /// The puzzles that were made in this run for dates behind the horizon, and wait in reserve.
    public var intoReserve = 0
    /// The puzzles that it has now.
    public var count = 0
    /// The least and the greatest difficulty of all its puzzles.
    public var difficulty: ClosedRange<Int>?
    /// The first and the last period, of a calendar.
    public var span: ClosedRange<String>?
    /// The candidates that were tried and refused.
    public var tally = Tally()
  }

  /// What tells the run from all others.
  public let run: String
  /// The run's clock.
  public let now: Timestamp
  /// What it was asked to do.
  public let options: NightlyOptions
  /// The most puzzles that were worked on at once.
  public let jobs: Int
  /// The packs, in the order in which they are made, and the calendars.
  public internal(set) var packs: [Line] = []
  /// The calendars.
  public internal(set) var calendars: [Line] = []
  /// The release that is current now.
  public internal(set) var release: Int?
  /// Whether that release is new.
  public internal(set) var isNewRelease = false
  /// What a player notices.
  public internal(set) var changes: [String] = []
  /// The objects that were written, or would be, with the reason.
  public internal(set) var steps: [String] = []
  /// What somebody should know although nothing failed.
  public internal(set) var notes: [String] = []
  /// How the run ended.
  public internal(set) var status = ExitStatus.done
  /// What went wrong.
  public internal(set) var failure: String?
  /// How long it took.
  public internal(set) var duration = Duration.zero

  init(run: String = "", now: Timestamp, options: NightlyOptions, jobs: Int) {
    self.run = run
    self.now = now
    self.options = options
    self.jobs = jobs
  }

  /// The puzzles that were made in this run.
  public var made: Int { (packs + calendars).reduce(0) { $0 + $1.made } }

  /// The puzzles that were made in this run and wait in reserve.
  public var intoReserve: Int { calendars.reduce(0) { $0 + $1.intoReserve } }

  /// The dates that got another puzzle of the reserve because the work budget had ended.
  public var standIns: Int { calendars.reduce(0) { $0 + $1.standIns } }

  /// All candidates of this run.
  public var tally: Tally {
    var sum = Tally()
    for line in packs + calendars { sum += line.tally }
    return sum
  }

  /// Whether the run found everything as it has to be.
  public var isIdle: Bool { made == 0 && intoReserve == 0 && steps.isEmpty }
}
