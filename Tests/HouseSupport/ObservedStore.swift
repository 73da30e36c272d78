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

  package func get(_ key: ObjectKey, limit: Int) throws(StoreError) -> [UInt8]? {
    try base.get(key, limit: limit)
  }

  package func head(_ key: ObjectKey) throws(StoreError) -> ObjectInfo? { try base.head(key) }

  package func put(_ object: StoredObject, _ condition: PutCondition) throws(StoreError)
    -> ObjectInfo
  {
    defer { look() }
    return try base.put(object, condition)
  }

  package func list(_ prefix: String) throws(StoreError) -> StoreListing { try base.list(prefix) }

  package func delete(_ key: ObjectKey) throws(StoreError) {
    defer { look() }
    try base.delete(key)
  }

  package func sweep(_ prefix: String) throws(StoreError) -> [String] { try base.sweep(prefix) }
}
