import Files
import JSONText
package import Pipeline
import Pressing
import Recipes

/// The nightly run as an operator wants it: with a log, metrics and a call to a monitor.
///
/// None of these changes what the night does or how it ends. A dry run has a log alone.
package struct RunNight: Command {
  /// What is made and published.
  package var night: Night
  /// How a log is written; `nil` for none.
  package var log: LogFormat?
  /// The file for the metrics; `nil` for none.
  package var metrics: String?
  /// The monitor to call; `nil` for none.
  package var ping: Ping?

  package init(
    _ night: Night = Night(), log: LogFormat? = nil, metrics: String? = nil, ping: Ping? = nil
  ) {
    self.night = night
    self.log = log
    self.metrics = metrics
    self.ping = ping
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    if let metrics { try house.refuseOwn(metrics) }
    let report = await report(in: house, context)
    // The log has it already.
    if log == nil {
      for line in report.failure?.split(separator: "\n") ?? [] { try emit(.problem(String(line))) }
      for trouble in report.troubles { try emit(.problem(trouble)) }
    }
    try emit(.answer(report))
    return report.status
  }

  /// Does the night's work and tells of it.
  ///
  /// - Returns: What was done, with its troubles where something could not be told.
  package func report(in house: House, _ context: RunContext) async -> NightReport {
    let log = log.map { JobLog($0, context) }
    logStart(log, house, context)
    let inner = log.map { log in context.reporting { log.show($0) } } ?? context
    var report = await night.run(in: house, inner)
    if !night.isDryRun {
      if let metrics, let failure = write(report, to: metrics) {
        report.troubles.append("the metrics could not be written: \(failure)")
      }
      if let ping, let failure = await send(ping, for: report.status, context) {
        report.troubles.append("the monitor at \(ping.host) could not be told: \(failure)")
      }
    }
    logEnd(log, report)
    return report
  }

  // MARK: - Metrics and monitor

  /// Writes the metrics, whole; says what went wrong.
  private func write(_ report: NightReport, to path: String) -> String? {
    let house = report.house
    let standing = try? house.stateFolder.readIfThere().map {
      try Standing($0, RecipeSet(folder: house.recipes), at: report.now)
    }
    let success =
      report.status == .done
      ? report.now
      : RunHistory(state: house.state).runs(upTo: report.now).first { $0.exit == 0 }?.now
    let metrics = NightMetrics(report: report, lastSuccess: success, standing: standing)
    do {
      try Folders.write(Array(metrics.text.utf8), to: path)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Calls the monitor, unless the night is neither well nor ill: another run is at work and will
  /// call itself, or somebody has stopped this one.
  private func send(
    _ ping: Ping, for status: ExitStatus, _ context: RunContext
  ) async -> String? {
    switch status {
    case .retryLater, .interrupted, .terminated: return nil
    default:
      let interruption = context.interruption
      return await ping.send(hasFailed: status != .done, isStopped: { interruption() != nil })
    }
  }

  // MARK: - Log

  private func logStart(_ log: JobLog?, _ house: House, _ context: RunContext) {
    log?.write(
      .info, "start",
      [
        JSONMember("recipes", house.recipes),
        JSONMember("output", house.output),
        JSONMember("state", house.state), JSONMember("jobs", context.jobs),
        JSONMember("dryRun", night.isDryRun),
      ])
  }

  private func logEnd(_ log: JobLog?, _ report: NightReport) {
    guard let log else { return }
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
    for warning in report.warnings {
      log.write(.warning, "missed", [JSONMember("text", warning)])
    }
    for note in report.notes + report.troubles {
      log.write(.warning, "note", [JSONMember("text", note)])
    }
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
