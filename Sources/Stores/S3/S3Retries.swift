/// How often and after which pauses a request is sent again.
package struct S3Retries: Sendable {
  /// The most times that a request is sent.
  package let attempts: Int

  /// Waits; a test need not.
  let wait: @Sendable (Duration) async -> Void

  /// Whether the run was asked to stop; then nothing is sent any more, and nothing is waited for.
  let isStopped: @Sendable () -> Bool

  /// Told of a host that has not answered for a while; `nil` where nobody wants to know.
  private let isWaiting: (@Sendable (_ host: String) -> Void)?

  /// After how long a host is told of.
  private let patience: Duration

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - attempts: The most times that a request is sent, 1 or more.
  ///   - wait: Waits so long.
  ///   - isStopped: Whether the run was asked to stop.
  ///   - patience: After how long a host that does not answer is told of.
  ///   - isWaiting: Told of it, for each request once.
  package init(
    attempts: Int = 6, wait: @escaping @Sendable (Duration) async -> Void,
    isStopped: @escaping @Sendable () -> Bool = { false }, patience: Duration = .seconds(8),
    isWaiting: (@Sendable (_ host: String) -> Void)? = nil
  ) {
    self.attempts = max(1, attempts)
    self.wait = wait
    self.isStopped = isStopped
    self.patience = patience
    self.isWaiting = isWaiting
  }

  /// Tells of a host some time from now, unless what it gives is cancelled before.
  func sayWaiting(for host: String) -> Task<Void, Never>? {
    guard let isWaiting else { return nil }
    return Task {
      do {
        try await Task.sleep(for: patience)
        isWaiting(host)
      } catch {}
    }
  }

  /// The statuses after which the same request may succeed a little later.
  ///
  /// 409 is what a bucket answers to conditional puts that meet. 412 is not among them: a condition
  /// that does not hold is an answer.
  static let passing: Set<Int> = [408, 409, 425, 429, 500, 502, 503, 504]

  /// The pause before the next attempt: 0.2 s, 0.4 s, 0.8 s … up to 10 s, and what the server asks
  /// for if that is longer, up to 30 s.
  ///
  /// - Parameters:
  ///   - attempt: The attempt that failed, from 1.
  ///   - asked: The answer's `Retry-After`.
  /// - Returns: The pause.
  package static func pause(after attempt: Int, asked: String?) -> Duration {
    let own = min(10_000, 200 << min(attempt - 1, 10))
    let asked = min(max(asked.flatMap { Int($0) } ?? 0, 0), 30)
    return .milliseconds(max(own, asked * 1000))
  }
}
