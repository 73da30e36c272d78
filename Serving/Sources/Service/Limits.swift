import HTTPTypes
import Synchronization

/// Token buckets by name: how often something may be done.
///
/// A bucket is full at first, and fills again evenly. Buckets that are full are forgotten, so that
/// many addresses do not fill the memory; they are all looked at once for many new ones.
package final class Limits: Sendable {
  /// So many in such a time.
  package struct Rate: Hashable, Sendable {
    let count: Double
    let seconds: Double

    package init(_ count: Int, in seconds: Int) {
      self.count = Double(count)
      self.seconds = Double(seconds)
    }

    fileprivate var perSecond: Double { count / seconds }
  }

  private struct Bucket {
    var tokens: Double
    var filledAt: Double
    let rate: Rate

    mutating func fill(at now: Double) {
      tokens = min(rate.count, tokens + max(0, now - filledAt) * rate.perSecond)
      filledAt = max(filledAt, now)
    }
  }

  private let buckets = Mutex<[String: Bucket]>([:])
  private static let mostBuckets = 100_000
  /// How many may be left when full ones have been forgotten.
  ///
  /// To look at all of them takes tens of milliseconds: were there room for one more only, that
  /// would be the price of each new client.
  private static let mostKept = 75_000

  package init() {}

  /// Takes a token out of a bucket.
  ///
  /// - Parameters:
  ///   - name: What is limited, and for whom.
  ///   - rate: How often.
  ///   - now: Seconds of a clock that only goes forward.
  /// - Throws: `Refusal` with 429 and the seconds until there is a token.
  package func take(_ name: String, _ rate: Rate, at now: Double) throws(Refusal) {
    let wait = buckets.withLock { buckets -> Double? in
      if buckets.count >= Limits.mostBuckets { Limits.forget(&buckets, at: now) }
      var bucket = buckets[name] ?? Bucket(tokens: rate.count, filledAt: now, rate: rate)
      bucket.fill(at: now)
      defer { buckets[name] = bucket }
      guard bucket.tokens >= 1 else { return (1 - bucket.tokens) / rate.perSecond }
      bucket.tokens -= 1
      return nil
    }
    if let wait {
      throw Refusal(
        .tooManyRequests, "too_many_requests", "too many requests",
        retryAfter: max(1, Int(wait.rounded(.up))))
    }
  }

  /// Forgets buckets that are full; where too many are in use, those that are fullest.
  private static func forget(_ buckets: inout [String: Bucket], at now: Double) {
    for name in Array(buckets.keys) {
      buckets[name]?.fill(at: now)
      if let bucket = buckets[name], bucket.tokens >= bucket.rate.count { buckets[name] = nil }
    }
    guard buckets.count > mostKept else { return }
    let kept = buckets.sorted {
      $0.value.tokens / $0.value.rate.count < $1.value.tokens / $1.value.rate.count
    }
    .prefix(mostBuckets / 2)
    buckets = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }
}
