import Synchronization

/// Lets one piece of work at a time run from its beginning to its end, in the order of asking.
///
/// Actors alone do not: while one waits for the disk, it begins the next.
final class Turns: Sendable {
  private struct State {
    var isTaken = false
    var number = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  }

  private let state = Mutex(State())

  /// Runs a piece of work in its turn, whatever becomes of the task meanwhile.
  func run<Value, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    _ = await take(newNumber(), isCancellable: false, isolation: isolation)
    defer { give() }
    return try await work()
  }

  /// Runs a piece of work in its turn; where the task is cancelled while it waits for that, nothing
  /// is done, and `nil` is given at once.
  func runUnlessCancelled<Value, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value? {
    let number = newNumber()
    let isTaken = await withTaskCancellationHandler(
      operation: { await take(number, isCancellable: true, isolation: isolation) },
      onCancel: { leave(number) }, isolation: isolation)
    guard isTaken else { return nil }
    defer { give() }
    return try await work()
  }

  private func newNumber() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  /// Waits for the turn; says whether it was had.
  private func take(
    _ number: Int, isCancellable: Bool, isolation: isolated (any Actor)?
  ) async -> Bool {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let isHad = state.withLock { state -> Bool? in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        // Asked here, so that nobody is cancelled between the question and the queue.
        if isCancellable, Task.isCancelled { return false }
        state.waiting.append((number, continuation))
        return nil
      }
      if let isHad { continuation.resume(returning: isHad) }
    }
  }

  private func leave(_ number: Int) {
    let left = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
    }
    left?.continuation.resume(returning: false)
  }

  private func give() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }
}
