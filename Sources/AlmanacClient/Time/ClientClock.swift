import Foundation

/// The device's clock, right or wrong.
///
/// `SystemClock` is the real one; tests bring one that they move.
public protocol ClientClock: Sendable {
  /// Milliseconds since 1970 in UTC, as the device has it.
  var milliseconds: Int { get }

  /// Milliseconds since any moment, by a clock that nobody sets and that goes on while the device
  /// sleeps: what tells that somebody has set the other one.
  ///
  /// By default it is the other one, which is then believed never to be set.
  var steadyMilliseconds: Int { get }

  /// Waits; gives up with the task.
  ///
  /// - Parameter milliseconds: How long.
  /// - Throws: `CancellationError`.
  func sleep(milliseconds: Int) async throws
}

extension ClientClock {
  public var steadyMilliseconds: Int { milliseconds }
}

/// The device's own clock.
public struct SystemClock: ClientClock {
  /// Makes the clock.
  public init() {}

  public var milliseconds: Int { Int(Date().timeIntervalSince1970 * 1000) }

  private static let begun = ContinuousClock.now

  public var steadyMilliseconds: Int {
    Int((ContinuousClock.now - SystemClock.begun) / .milliseconds(1))
  }

  public func sleep(milliseconds: Int) async throws {
    try await Task.sleep(for: .milliseconds(milliseconds))
  }
}
