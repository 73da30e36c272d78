import AlmanacTree
import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Keeps the copy of a bucket up to date, and says when that cannot be done.
final class MirrorKeeper: ServiceLifecycle.Service {
  private struct State {
    /// Whether no look has ended yet.
    var isFirstLook = true
    var failure: String?
    var failedAt: Date?
    /// What is wrong with `now.json`, where all else is copied.
    var nowFault: String?
    /// When all that is there is to be held against its digests.
    var checkDue = ContinuousClock.now + MirrorKeeper.checkInterval
    /// Before when that is not tried again, because it has failed.
    var restsUntil = ContinuousClock.now
  }

  private static let checkInterval = Duration.seconds(3600)

  private let mirror: TreeMirror
  private let tree: PublishedTree
  private let every: Duration
  private let logger: Logger
  private let state = Mutex(State())

  init(_ mirror: TreeMirror, of tree: PublishedTree, every: Duration, logger: Logger) {
    self.mirror = mirror
    self.tree = tree
    self.every = every
    self.logger = logger
  }

  /// Since when the bucket cannot be read, and why; `nil` while it can.
  var silence: String? {
    state.withLock { state in
      state.failure.map { "\(state.failedAt?.formatted(.iso8601) ?? ""), \($0)" }
    }
  }

  /// Why the `now.json` of before is served; `nil` where it is the bucket's.
  var nowFault: String? { state.withLock { $0.nowFault } }

  /// Whether nobody can say yet what the bucket has.
  var isFirstLook: Bool { state.withLock { $0.isFirstLook } }

  /// Looks once; the copy that is there is served whatever comes of it.
  ///
  /// Where serving has met something that was damaged, and once an hour in any case, all of the
  /// copy is looked at: what its disk has lost, the bucket has. Where that fails, it is tried again
  /// after a minute.
  func look() async {
    defer { state.withLock { $0.isFirstLook = false } }
    let hasDamage = tree.takeDamage()
    let isThorough = state.withLock { state in
      let now = ContinuousClock.now
      if hasDamage { state.checkDue = now }
      guard now >= max(state.checkDue, state.restsUntil) else { return false }
      state.restsUntil = now + .seconds(60)
      return true
    }
    do throws(TreeMirror.Failure) {
      if try await mirror.refresh(isThorough: isThorough) {
        logger.notice("a new release was copied from the bucket")
      }
      noteAnswer(isThorough: isThorough)
    } catch {
      if error.isNowAlone {
        noteAnswer(isThorough: isThorough, nowFault: error.description)
      } else {
        noteFailure(error)
      }
    }
  }

  /// Takes note that all of the bucket is copied, but for a `now.json` in which something is wrong.
  private func noteAnswer(isThorough: Bool, nowFault: String? = nil) {
    let (wasSilent, isNews) = state.withLock { state in
      defer { (state.failure, state.failedAt, state.nowFault) = (nil, nil, nowFault) }
      if isThorough {
        (state.checkDue, state.restsUntil) = (.now + MirrorKeeper.checkInterval, .now)
      }
      return (state.failure != nil, state.nowFault != nowFault)
    }
    if isNews, let nowFault { logger.error("the last good one is served: \(nowFault)") }
    if wasSilent { logger.notice("the bucket answers again") }
  }

  private func noteFailure(_ failure: TreeMirror.Failure) {
    let isNews = state.withLock { state in
      defer {
        state.failure = failure.description
        state.failedAt = state.failedAt ?? Date()
      }
      return state.failure != failure.description
    }
    guard isNews else { return }
    let isServed = (try? tree.release()) != nil
    let served = isServed ? "the last good release is served" : "there is nothing to serve"
    logger.error("\(served): \(failure)")
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
