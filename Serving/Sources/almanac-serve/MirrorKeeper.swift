import AlmanacTree
import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Keeps the copy of a bucket up to date, and says when that cannot be done.
final class MirrorKeeper: ServiceLifecycle.Service {
  private struct State {
    var failure: String?
    var failedAt: Date?
  }

  private let mirror: TreeMirror
  private let every: Duration
  private let logger: Logger
  private let state = Mutex(State())

  init(_ mirror: TreeMirror, every: Duration, logger: Logger) {
    self.mirror = mirror
    self.every = every
    self.logger = logger
  }

  /// Since when the bucket cannot be read, and why; `nil` while it can.
  var silence: String? {
    state.withLock { state in
      state.failure.map { "\(state.failedAt?.formatted(.iso8601) ?? ""), \($0)" }
    }
  }

  /// Looks once; the copy that is there is served whatever comes of it.
  func look() async {
    do {
      if try await mirror.refresh() { logger.notice("a new release was copied from the bucket") }
      let wasSilent = state.withLock { state in
        defer { state = State() }
        return state.failure != nil
      }
      if wasSilent { logger.notice("the bucket answers again") }
    } catch {
      let isNews = state.withLock { state in
        defer {
          state.failure = error.description
          state.failedAt = state.failedAt ?? Date()
        }
        return state.failure != error.description
      }
      if isNews { logger.error("the last good release is served: \(error)") }
    }
  }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        await self.look()
        try? await Task.sleep(for: self.every)
      }
    }
  }
}
