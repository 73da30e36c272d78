import Foundation
import Pipeline

/// What opening a bucket takes: its service and credentials come from the environment alone.
let storeSettings = StoreSettings(
  variable: { environment($0) }, clock: { RunContext.time(epochSeconds: time(nil)) },
  wait: { pause in
    let end = ContinuousClock.now + pause
    while Signals.received == nil, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(20))
    }
  }, isStopped: { Signals.received != nil })

/// What help texts say of buckets.
let bucketHelp = """
  A bucket's service is in AWS_ENDPOINT_URL_S3, its region in AWS_REGION (default: auto); credentials \
  are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or in the file that \
  AWS_SHARED_CREDENTIALS_FILE names.
  """
