/// A store that refuses everything once its run was asked to stop.
///
/// So a publish to a slow disk or a far bucket ends within seconds. For what is there it is as if
/// the run had been killed between two operations.
package struct StoppableStore: ObjectStore {
  private let store: any ObjectStore
  private let isStopped: @Sendable () -> Bool

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - store: The store that does the work.
  ///   - isStopped: Asked before every operation.
  package init(_ store: any ObjectStore, isStopped: @escaping @Sendable () -> Bool) {
    self.store = store
    self.isStopped = isStopped
  }

  /// The name of the store that does the work.
  package var name: String { store.name }

  private func goOn() throws(StoreError) {
    if isStopped() { throw .stopped(store: name) }
  }

  /// What the store has.
  ///
  /// - Throws: `StoreError.stopped`, or what the store throws; so do all others.
  package func get(_ key: ObjectKey, limit: Int) async throws(StoreError) -> [UInt8]? {
    try goOn()
    return try await store.get(key, limit: limit)
  }

  /// What the store has, and says of it.
  ///
  /// - Throws: `StoreError`.
  package func fetch(_ key: ObjectKey, limit: Int) async throws(StoreError) -> StoredCopy? {
    try goOn()
    return try await store.fetch(key, limit: limit)
  }

  /// What the store says of an object.
  ///
  /// - Throws: `StoreError`.
  package func head(_ key: ObjectKey) async throws(StoreError) -> ObjectInfo? {
    try goOn()
    return try await store.head(key)
  }

  /// Reserves a folder of the store.
  ///
  /// - Throws: `StoreError`.
  package func reserve(_ folder: String) async throws(StoreError) -> StoreReservation {
    try goOn()
    return try await store.reserve(folder)
  }

  /// Stores an object.
  ///
  /// - Throws: `StoreError`.
  @discardableResult
  package func put(
    _ object: StoredObject, _ condition: PutCondition
  ) async throws(StoreError) -> ObjectInfo {
    try goOn()
    return try await store.put(object, condition)
  }

  /// What there is in the store.
  ///
  /// - Throws: `StoreError`.
  package func list(_ prefix: String) async throws(StoreError) -> StoreListing {
    try goOn()
    return try await store.list(prefix)
  }

  /// Removes an object.
  ///
  /// - Throws: `StoreError`.
  package func delete(_ key: ObjectKey) async throws(StoreError) {
    try goOn()
    try await store.delete(key)
  }

  /// Removes what interrupted puts have left.
  ///
  /// - Throws: `StoreError`.
  package func sweep(_ prefix: String) async throws(StoreError) -> [String] {
    try goOn()
    return try await store.sweep(prefix)
  }
}
