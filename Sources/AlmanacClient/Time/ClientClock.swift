import Foundation

/// The device's clock, right or wrong.
///
/// `SystemClock` is the real one; tests bring one that they move.
public protocol ClientClock: Sendable {
  /// Milliseconds since 1970 in UTC, as the device has it.
  var milliseconds: Int { get }

  /// Waits; gives up with the task.
  ///
  /// - Parameter milliseconds: How long.
  /// - Throws: `CancellationError`.
  func sleep(milliseconds: Int) async throws
}

/// The device's own clock.
public struct SystemClock: ClientClock {
  /// Makes the clock.
  public init() {}

  public var milliseconds: Int { Int(Date().timeIntervalSince1970 * 1000) }

  public func sleep(milliseconds: Int) async throws {
    try await Task.sleep(for: .milliseconds(milliseconds))
  }
}
