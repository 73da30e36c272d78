import Synchronization

/// A value that whoever wants to can follow: its value now, and each that comes.
final class Broadcast<Value: Sendable & Equatable>: Sendable {
  private struct State {
    var value: Value
    var number = 0
    var followers: [Int: AsyncStream<Value>.Continuation] = [:]
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  var value: Value { state.withLock { $0.value } }

  func send(_ value: Value) {
    state.withLock { state in
      guard state.value != value else { return }
      state.value = value
      for follower in state.followers.values { follower.yield(value) }
    }
  }

  /// The value as it is and as it becomes; who is slow misses what was overtaken.
  var values: AsyncStream<Value> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      state.withLock { state in
        state.number += 1
        let number = state.number
        state.followers[number] = continuation
        continuation.yield(state.value)
        continuation.onTermination = { [weak self] _ in
          self?.state.withLock { _ = $0.followers.removeValue(forKey: number) }
        }
      }
    }
  }
}
