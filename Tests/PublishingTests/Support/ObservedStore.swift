import Stores

/// A store that lets somebody look after every change.
final class ObservedStore: ObjectStore {
  private let base: any ObjectStore
  private let look: @Sendable () -> Void

  init(_ base: any ObjectStore, look: @escaping @Sendable () -> Void) {
    self.base = base
    self.look = look
  }

  var name: String { base.name }

  func get(_ key: ObjectKey, limit: Int) async throws(StoreError) -> [UInt8]? {
    try await base.get(key, limit: limit)
  }

  func head(_ key: ObjectKey) async throws(StoreError) -> ObjectInfo? { try await base.head(key) }

  func put(_ object: StoredObject, _ condition: PutCondition) async throws(StoreError) -> ObjectInfo
  {
    defer { look() }
    return try await base.put(object, condition)
  }

  func list(_ prefix: String) async throws(StoreError) -> StoreListing {
    try await base.list(prefix)
  }

  func delete(_ key: ObjectKey) async throws(StoreError) {
    defer { look() }
    try await base.delete(key)
  }

  func sweep(_ prefix: String) async throws(StoreError) -> [String] { try await base.sweep(prefix) }
}
