import Stores
import Synchronization

/// A store that counts what is asked of it.
final class CountingStore: ObjectStore {
  struct Counts {
    var puts = 0
    var bytes = 0
    var removals = 0
    var reads = 0
    var listings = 0
  }

  private let base: any ObjectStore
  private let state = Mutex(Counts())

  init(_ base: any ObjectStore) { self.base = base }

  var counts: Counts { state.withLock { $0 } }

  var name: String { base.name }

  func get(_ key: ObjectKey, limit: Int) async throws(StoreError) -> [UInt8]? {
    state.withLock { $0.reads += 1 }
    return try await base.get(key, limit: limit)
  }

  func head(_ key: ObjectKey) async throws(StoreError) -> ObjectInfo? {
    state.withLock { $0.reads += 1 }
    return try await base.head(key)
  }

  func put(_ object: StoredObject, _ condition: PutCondition) async throws(StoreError) -> ObjectInfo
  {
    state.withLock { state in
      state.puts += 1
      state.bytes += object.bytes.count
    }
    return try await base.put(object, condition)
  }

  func list(_ prefix: String) async throws(StoreError) -> StoreListing {
    state.withLock { $0.listings += 1 }
    return try await base.list(prefix)
  }

  func delete(_ key: ObjectKey) async throws(StoreError) {
    state.withLock { $0.removals += 1 }
    try await base.delete(key)
  }

  func sweep(_ prefix: String) async throws(StoreError) -> [String] { try await base.sweep(prefix) }
}
