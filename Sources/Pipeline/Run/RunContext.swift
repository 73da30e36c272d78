package import Dates
package import Pressing

/// All that a run takes from the outside world, in one value that `almanac` makes.
///
/// Nothing in the library reads a clock, an environment, a locale or a time zone of its own; so the
/// same context gives the same bytes, and a test can be any night it likes.
package struct RunContext: Sendable {
  /// What tells this run from all others in logs and reports; nothing published depends on it.
  package let run: String
  /// The run's clock: it stands still while the run works.
  package internal(set) var now: Timestamp
  /// The most puzzles that are worked on at once, 1 or more; no result depends on it.
  package let jobs: Int
  /// The time since the run began, for rates and durations; it never reaches what is published.
  package let elapsed: @Sendable () -> Duration
  /// The signal that asks the run to stop, once there is one.
  package let interruption: @Sendable () -> Int32?
  /// Told how far the work is; called from one task at a time.
  package var progress: @Sendable (RunProgress) -> Void
  /// Given the lines of a log, where a command keeps one.
  package let log: @Sendable (String) -> Void
  /// The form in which answers are printed: for those alone that are written where they are made.
  package let form: AnswerForm
  /// What the text of answers is printed on.
  package let screen: Screen
  /// What opening a store takes.
  package let stores: StoreSettings

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - run: What tells this run from all others.
  ///   - now: The run's clock.
  ///   - jobs: The most puzzles that are worked on at once; below 1 counts as 1.
  ///   - elapsed: The time since the run began.
  ///   - interruption: The signal that asks the run to stop, once there is one.
  ///   - progress: Told how far the work is.
  ///   - log: Given the lines of a log.
  ///   - form: The form in which answers are printed.
  ///   - screen: What the text of answers is printed on.
  ///   - stores: What opening a store takes.
  package init(
    run: String = "", now: Timestamp, jobs: Int,
    elapsed: @escaping @Sendable () -> Duration = { .zero },
    interruption: @escaping @Sendable () -> Int32? = { nil },
    progress: @escaping @Sendable (RunProgress) -> Void = { _ in },
    log: @escaping @Sendable (String) -> Void = { _ in }, form: AnswerForm = .text,
    screen: Screen = Screen(), stores: StoreSettings = .foldersOnly
  ) {
    self.run = run
    self.now = now
    self.jobs = max(1, jobs)
    self.elapsed = elapsed
    self.interruption = interruption
    self.progress = progress
    self.log = log
    self.form = form
    self.screen = screen
    self.stores = stores
  }

  /// A time that somebody wrote, such as `2026-11-21T03:00:00Z` or `2026-11-21`; `nil` if it is
  /// none.
  package static func time(_ text: String) -> Timestamp? { try? Timestamp(text) }

  /// Whether a time can be the clock of a house: the calendar's years have four digits, and
  /// horizons and reserves lie ahead of the clock.
  package static func isClock(_ time: Timestamp) -> Bool {
    clockYears.contains(time.day.year)
  }

  /// The years of such times.
  package static let clockYears = 1000...2999

  /// A time as a system clock gives it.
  package static func time(epochSeconds: Int) -> Timestamp { Timestamp(epochSeconds: epochSeconds) }

  /// The id of the run of a process: `20261121T030000Z-4242`.
  package static func runID(at now: Timestamp, process: Int32) -> String {
    "\(now.compact)-\(process)"
  }

  /// The same context, telling its progress elsewhere.
  package func reporting(_ progress: @escaping @Sendable (RunProgress) -> Void) -> RunContext {
    var context = self
    context.progress = progress
    return context
  }

  /// An answer, written on the thread that calls this.
  package func written(_ answer: some Answer) -> Message { .written(answer.written(as: form)) }

  /// The error that a run ends with: where a store gave up because the run was asked to stop, it is
  /// that.
  ///
  /// - Parameter error: What was thrown.
  /// - Returns: `PipelineError.interrupted`, or the error itself.
  package func ending(with error: any Error) -> any Error {
    guard let signal = interruption(),
      [.unavailable, .retryLater].contains(ExitStatus(for: error))
    else { return error }
    return PipelineError.interrupted(signal: signal)
  }

  /// The run's threads, for work that knows nothing of runs.
  package var workers: Workers {
    let interruption = interruption
    return Workers(count: jobs) {
      interruption().map { PipelineError.interrupted(signal: $0) }
    }
  }

  /// Ends a run that has been asked to stop.
  ///
  /// - Throws: `PipelineError.interrupted`.
  package func checkInterruption() throws(PipelineError) {
    if let signal = interruption() { throw .interrupted(signal: signal) }
  }
}

/// How far a stage of a run is.
package struct RunProgress: Hashable, Sendable {
  /// What is being done, such as `pressing 2star-10x10`.
  package let stage: String
  /// The items that are done.
  package let done: Int
  /// The items that there are, where that is known.
  package let total: Int?

  package init(stage: String, done: Int, total: Int?) {
    self.stage = stage
    self.done = done
    self.total = total
  }
}
