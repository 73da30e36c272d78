import Catalog
import Files
import JSONText
package import Pipeline
import Pressing
import Recipes

/// The nightly run as a job: with a log, metrics and a call to a monitor.
///
/// None of these changes what the night does or how it ends. A dry run has a log alone.
package struct NightJob: Sendable {
  /// What an operator wants to be told, besides the report.
  package struct Telling: Sendable {
    /// The log; nothing for none.
    package var log: JobLog?
    /// The file for the metrics; nothing for none.
    package var metrics: String?
    /// The monitor to call; nothing for none.
    package var ping: Ping?

    /// Nothing, unless it is given.
    package init(log: JobLog? = nil, metrics: String? = nil, ping: Ping? = nil) {
      self.log = log
      self.metrics = metrics
      self.ping = ping
    }
  }

  let options: NightlyOptions
  let context: RunContext
  let settings: StoreSettings
  let telling: Telling

  /// A night's job.
  ///
  /// - Parameters:
  ///   - options: What to do, and where.
  ///   - context: The clock, progress and interruption.
  ///   - settings: What publishing to a bucket takes.
  ///   - telling: What an operator wants to be told.
  package init(
    options: NightlyOptions, context: RunContext, settings: StoreSettings = .foldersOnly,
    telling: Telling = Telling()
  ) {
    self.options = options
    self.context = context
    self.settings = settings
    self.telling = telling
  }

  /// Does the night's work and tells of it.
  ///
  /// - Returns: What was done, with a note for whatever could not be told.
  package func run() async -> NightlyReport {
    logStart()
    let inner = telling.log.map { log in context.reporting { log.show($0) } } ?? context
    var report = await Nightly(options: options, context: inner, settings: settings).run()
    if !options.isDryRun {
      if let path = telling.metrics, let failure = write(report, to: path) {
        report.notes.append("the metrics could not be written: \(failure)")
      }
      if let ping = telling.ping, let failure = await send(ping, for: report.status) {
        report.notes.append("the monitor at \(ping.host) could not be told: \(failure)")
      }
    }
    logEnd(report)
    return report
  }

  // MARK: - Metrics and monitor

  /// Writes the metrics, whole; says what went wrong.
  private func write(_ report: NightlyReport, to path: String) -> String? {
    let file = StateFolder(path: options.state).catalog
    let standing =
      try? Folders.exists(file)
      ? Standing(Catalog.open(at: file), RecipeSet(folder: options.recipes), at: context.now)
      : nil
    let success =
      report.status == .done ? report.now : RunHistory(state: options.state).lastSuccess
    let metrics = NightMetrics(report: report, lastSuccess: success, standing: standing)
    do {
      try Folders.write(Array(metrics.text.utf8), to: path)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Calls the monitor, unless the night is neither well nor ill: another run is at work and will call
  /// itself, or somebody has stopped this one.
  private func send(_ ping: Ping, for status: ExitStatus) async -> String? {
    switch status {
    case .retryLater, .interrupted, .terminated: return nil
    default:
      let interruption = context.interruption
      return await ping.send(hasFailed: status != .done, isStopped: { interruption() != nil })
    }
  }

  // MARK: - Log

  private func logStart() {
    telling.log?.write(
      .info, "start",
      [
        JSONMember("recipes", options.recipes),
        JSONMember("output", options.output),
        JSONMember("state", options.state), JSONMember("jobs", context.jobs),
        JSONMember("dryRun", options.isDryRun),
      ])
  }

  private func logEnd(_ report: NightlyReport) {
    guard let log = telling.log else { return }
    for line in report.packs + report.calendars
    where line.made + line.fromReserve + line.standIns > 0 {
      log.write(
        .info, "filled",
        [
          JSONMember("item", line.name), JSONMember("made", line.made),
          JSONMember("fromReserve", line.fromReserve),
          JSONMember("standIns", line.standIns),
          JSONMember("tried", line.tally.tried),
        ])
    }
    for note in report.notes { log.write(.warning, "note", [JSONMember("text", note)]) }
    var fields = [JSONMember("exit", Int(report.status.rawValue))]
    if let failure = report.failure { fields.append(JSONMember("message", failure)) }
    if let release = report.release { fields.append(JSONMember("release", release)) }
    fields += [
      JSONMember("newRelease", report.isNewRelease),
      JSONMember("made", report.made),
      JSONMember("standIns", report.standIns),
      JSONMember("evaluations", report.tally.evaluations),
      JSONMember("tried", report.tally.tried),
      JSONMember("refused", report.tally.refusedInAll),
      JSONMember("tenthsOfSeconds", report.duration.tenthsOfSeconds),
    ]
    let isWell = report.failure == nil
    log.write(isWell ? .info : .error, isWell ? "done" : "failed", fields)
  }
}
