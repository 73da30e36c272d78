import Logging
import Synchronization

/// Tells a fault of the house once in ten seconds, not for every request that meets it: a log that
/// fills the disk would be another fault.
final class Faults: Sendable {
  private static let pause = Duration.seconds(10)

  private let told = Mutex<[String: ContinuousClock.Instant]>([:])

  /// Tells a fault, unless it was told a moment ago.
  func tell(_ fault: String, to logger: Logger) {
    let now = ContinuousClock.now
    let isNews = told.withLock { told in
      if let last = told[fault], now - last < Faults.pause { return false }
      // Paths of objects are few, but not bounded.
      if told.count > 1000 { told = [:] }
      told[fault] = now
      return true
    }
    if isNews { logger.error("\(fault)") }
  }
}
