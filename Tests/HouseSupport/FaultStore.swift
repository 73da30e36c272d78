package import Stores
import Synchronization

/// A store over another one in which one operation goes wrong.
///
/// Operations are counted from 0, reads included. After a fault that kills, every later one fails
/// too, as it does for a process that is no more.
package final class FaultStore: ObjectStore {
  package enum Fault: String, CaseIterable, Sendable {
    /// The operation is not done, and the process dies.
    case killedBefore
    /// The operation is done, and the process dies before it hears so.
    case killedAfter
    /// A put stores half of the bytes, and the process dies: a store that does not keep its word.
    case killedHalfway
    /// The operation is not done and says so; later ones work.
    case failsOnce
    /// A put stores half of the bytes and says that all is well.
    case truncates
  }

  private struct State {
    var count = 0
    var hasFired = false
    var hasDamaged = false
    var isDead = false
  }

  private let base: any ObjectStore
  private let number: Int
  private let fault: Fault
  private let failure: StoreError
  private let state = Mutex(State())

  package init(
    _ base: any ObjectStore, operation number: Int, _ fault: Fault,
    failure: StoreError = .system(operation: "work", path: "fault", code: 5)
  ) {
    self.base = base
    self.number = number
    self.fault = fault
    self.failure = failure
  }

  package var hasFired: Bool { state.withLock { $0.hasFired } }

  /// Whether half an object was stored.
  package var hasDamaged: Bool { state.withLock { $0.hasDamaged } }

  package var name: String { base.name }

  package func get(_ key: ObjectKey, limit: Int) async throws(StoreError) -> [UInt8]? {
    try await run { () async throws(StoreError) in try await base.get(key, limit: limit) }
  }

  package func head(_ key: ObjectKey) async throws(StoreError) -> ObjectInfo? {
    try await run { () async throws(StoreError) in try await base.head(key) }
  }

  package func put(_ object: StoredObject, _ condition: PutCondition) async throws(StoreError)
    -> ObjectInfo
  {
    let half = StoredObject(
      key: object.key, bytes: Array(object.bytes.prefix(object.bytes.count / 2)),
      mediaType: object.mediaType, cacheControl: object.cacheControl)
    return try await run(half: { () async throws(StoreError) in
      try await self.base.put(half, condition)
    }) {
      () async throws(StoreError) in try await base.put(object, condition)
    }
  }

  package func list(_ prefix: String) async throws(StoreError) -> StoreListing {
    try await run { () async throws(StoreError) in try await base.list(prefix) }
  }

  package func delete(_ key: ObjectKey) async throws(StoreError) {
    try await run { () async throws(StoreError) in try await base.delete(key) }
  }

  package func sweep(_ prefix: String) async throws(StoreError) -> [String] {
    try await run { () async throws(StoreError) in try await base.sweep(prefix) }
  }

  private func run<Result>(
    half: (() async throws(StoreError) -> Result)? = nil,
    _ whole: () async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    let (isDead, isTurn) = state.withLock { state in
      let isTurn = state.count == number
      state.count += 1
      if isTurn && !state.isDead { state.hasFired = true }
      return (state.isDead, isTurn)
    }
    if isDead { throw failure }
    guard isTurn else { return try await whole() }
    switch fault {
    case .killedBefore: die()
    case .killedAfter:
      die()
      _ = try await whole()
    case .killedHalfway:
      die()
      if let half { _ = try await damage(half) }
    case .failsOnce: break
    case .truncates: if let half { return try await damage(half) } else { return try await whole() }
    }
    throw failure
  }

  private func damage<Result>(
    _ half: () async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    state.withLock { $0.hasDamaged = true }
    return try await half()
  }

  private func die() { state.withLock { $0.isDead = true } }
}
