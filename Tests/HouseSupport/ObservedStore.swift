package import Stores

/// A store that lets somebody look after every change.
package final class ObservedStore: ObjectStore {
  private let base: any ObjectStore
  private let look: @Sendable () -> Void

  package init(_ base: any ObjectStore, look: @escaping @Sendable () -> Void) {
    self.base = base
    self.look = look
  }

  package var name: String { base.name }

  package func get(_ key: ObjectKey, limit: Int) async throws(StoreError) -> [UInt8]? {
    try await base.get(key, limit: limit)
  }

  package func head(_ key: ObjectKey) async throws(StoreError) -> ObjectInfo? {
    try await base.head(key)
  }

  package func put(_ object: StoredObject, _ condition: PutCondition) async throws(StoreError)
    -> ObjectInfo
  {
    defer { look() }
    return try await base.put(object, condition)
  }

  package func list(_ prefix: String) async throws(StoreError) -> StoreListing {
    try await base.list(prefix)
  }

  package func delete(_ key: ObjectKey) async throws(StoreError) {
    defer { look() }
    try await base.delete(key)
  }

  package func sweep(_ prefix: String) async throws(StoreError) -> [String] {
    try await base.sweep(prefix)
  }
}
