import Dates
import JSONText
package import Pipeline
import Synchronization

/// The log of one run: every line has the time, a level, the run's id and what happened.
///
/// The time is the run's clock plus what has passed since, so a run that is told another clock logs
/// by that clock too. A stage is logged when it begins, when it ends and every half minute.
package final class JobLog: Sendable {
  /// How much a line matters.
  enum Level: String {
    case info
    case warning
    case error
  }

  private struct Stage {
    var name = ""
    var last = Duration.zero
  }

  private static let pause = Duration.seconds(30)

  let run: String
  private let format: LogFormat
  private let now: Timestamp
  private let elapsed: @Sendable () -> Duration
  private let emit: @Sendable (String) -> Void
  private let stage = Mutex(Stage())

  /// The log of a context's run.
  package init(_ format: LogFormat, _ context: RunContext) {
    self.format = format
    run = context.run
    now = context.now
    elapsed = context.elapsed
    emit = context.log
  }

  /// Logs that something happened.
  func write(_ level: Level, _ event: String, _ fields: [JSONMember] = []) {
    let time = Timestamp(epochSeconds: now.epochSeconds + Int(elapsed() / .seconds(1)))
    let head = [
      JSONMember("time", time.description), JSONMember("level", level.rawValue),
      JSONMember("run", run), JSONMember("event", event),
    ]
    emit(format.line(head + fields))
  }

  /// Logs how far a stage is, when it is time to.
  package func show(_ progress: RunProgress) {
    let time = elapsed()
    let isDue = stage.withLock { stage in
      let isNew = stage.name != progress.stage
      guard isNew || progress.done == progress.total || time - stage.last >= JobLog.pause else {
        return false
      }
      stage = Stage(name: progress.stage, last: time)
      return true
    }
    guard isDue else { return }
    var fields = [
      JSONMember("stage", progress.stage), JSONMember("done", progress.done),
    ]
    if let total = progress.total { fields.append(JSONMember("total", total)) }
    write(.info, "stage", fields)
  }
}
