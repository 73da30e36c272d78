import Foundation
import Pipeline
import Synchronization

/// What opening a bucket takes: its service and credentials come from the environment alone.
///
/// - Parameter printer: What shows the progress; `nil` where nobody wants to hear of it.
/// - Returns: What stores are opened with.
func storeSettings(telling printer: ProgressPrinter?) -> StoreSettings {
  var isWaiting: (@Sendable (String) -> Void)?
  if let printer { isWaiting = { tellWaiting(for: $0, printer) } }
  return StoreSettings(
    variable: { environment($0) }, clock: { RunContext.time(epochSeconds: time(nil)) },
    wait: { pause in
      let end = ContinuousClock.now + pause
      while Signals.received == nil, ContinuousClock.now < end {
        try? await Task.sleep(for: .milliseconds(20))
      }
    }, isStopped: { Signals.received != nil }, isWaiting: isWaiting)
}

private let toldWaiting = Mutex<ContinuousClock.Instant?>(nil)

/// Says that a host keeps everybody waiting: of many requests at once, once in half a minute.
private func tellWaiting(for host: String, _ printer: ProgressPrinter) {
  let now = ContinuousClock.now
  let isNews = toldWaiting.withLock { told in
    if let last = told, now - last < .seconds(30) { return false }
    told = now
    return true
  }
  guard isNews else { return }
  printer.finish()
  Console.tell("waiting for \(host), which does not answer yet")
}

/// What help texts say of buckets.
let bucketHelp = """
  A bucket's service is in AWS_ENDPOINT_URL_S3, its region in AWS_REGION (default: auto); \
  credentials are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or in the file that \
  AWS_SHARED_CREDENTIALS_FILE names.
  """
