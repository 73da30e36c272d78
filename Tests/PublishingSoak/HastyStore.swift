import Manifest
import Stores
import Synchronization

/// A store that commits first and writes afterwards: what a publisher must never do.
///
/// It holds back what is put until the manifest comes, and writes that before everything else. The sweep
/// that kills publishers has to find what goes wrong with it, or it proves nothing of the others.
final class HastyStore: ObjectStore {
  private struct State {
    var held: [StoredObject] = []
    var hasCommitted = false
  }

  private let base: any ObjectStore
  private let state = Mutex(State())

  init(_ base: any ObjectStore) { self.base = base }

  var name: String { base.name }

  private func held(_ key: ObjectKey) -> StoredObject? {
    state.withLock { $0.held.last { $0.key == key } }
  }

  func get(_ key: ObjectKey, limit: Int) async throws(StoreError) -> [UInt8]? {
    if let object = held(key) { return object.bytes }
    return try await base.get(key, limit: limit)
  }

  func head(_ key: ObjectKey) async throws(StoreError) -> ObjectInfo? {
    if let object = held(key) { return HastyStore.info(object) }
    return try await base.head(key)
  }

  func put(_ object: StoredObject, _ condition: PutCondition) async throws(StoreError) -> ObjectInfo
  {
    if state.withLock({ $0.hasCommitted }) { return try await base.put(object, condition) }
    guard object.key == .manifest else {
      state.withLock { $0.held.append(object) }
      return HastyStore.info(object)
    }
    let info = try await base.put(object, condition)
    for late in state.withLock({ $0.held }) { try await base.put(late, .always) }
    state.withLock { $0 = State(hasCommitted: true) }
    return info
  }

  func list(_ prefix: String) async throws(StoreError) -> StoreListing {
    let listing = try await base.list(prefix)
    let held = state.withLock { $0.held }.filter { $0.key.text.hasPrefix(prefix) }
    let names = Set(held.map(\.key))
    return StoreListing(
      objects: listing.objects.filter { !names.contains($0.key) } + held.map(HastyStore.info),
      litter: listing.litter, strays: listing.strays)
  }

  func delete(_ key: ObjectKey) async throws(StoreError) { try await base.delete(key) }

  func sweep(_ prefix: String) async throws(StoreError) -> [String] { try await base.sweep(prefix) }

  private static func info(_ object: StoredObject) -> ObjectInfo {
    ObjectInfo(key: object.key, bytes: object.bytes.count, tag: object.md5)
  }
}
