import Identity
package import Stores
import Synchronization

/// A store that forgets everything with its process.
///
/// Like a bucket, and unlike a folder, it keeps Content-Type and Cache-Control.
package final class MemoryStore: ObjectStore {
  private let objects = Mutex<[ObjectKey: StoredObject]>([:])

  package init() {}

  /// `memory`.
  package var name: String { "memory" }

  /// The bytes of an object, or `nil` when there is none.
  ///
  /// - Throws: `StoreError.tooLarge` beyond the limit.
  package func get(_ key: ObjectKey, limit: Int) throws(StoreError) -> [UInt8]? {
    guard let bytes = objects.withLock({ $0[key]?.bytes }) else { return nil }
    guard bytes.count <= limit else {
      throw .tooLarge(path: key.text, bytes: bytes.count, limit: limit)
    }
    return bytes
  }

  /// An object with what is known about it, or `nil` when there is none.
  ///
  /// - Throws: `StoreError.tooLarge` beyond the limit.
  package func fetch(_ key: ObjectKey, limit: Int) throws(StoreError) -> StoredCopy? {
    guard let bytes = try get(key, limit: limit), let info = try head(key) else { return nil }
    return StoredCopy(bytes: bytes, info: info)
  }

  /// What is known about an object, or `nil` when there is none.
  package func head(_ key: ObjectKey) throws(StoreError) -> ObjectInfo? {
    objects.withLock { $0[key] }.map(MemoryStore.info)
  }

  /// Stores an object if a condition holds.
  ///
  /// - Throws: `StoreError.preconditionFailed` when the condition does not hold.
  @discardableResult
  package func put(
    _ object: StoredObject, _ condition: PutCondition
  ) throws(StoreError) -> ObjectInfo {
    let isStored = objects.withLock { objects in
      let tag = objects[object.key]?.md5
      switch condition {
      case .always: break
      case .ifAbsent: if tag != nil { return false }
      case .ifMatch(let expected): if tag != expected { return false }
      }
      objects[object.key] = object
      return true
    }
    guard isStored else { throw .preconditionFailed(object.key, store: name) }
    return MemoryStore.info(object)
  }

  /// The objects whose keys start with a text.
  package func list(_ prefix: String) throws(StoreError) -> StoreListing {
    let found = objects.withLock { objects in
      objects.values.filter { $0.key.text.hasPrefix(prefix) }
    }
    return StoreListing(objects: found.map(MemoryStore.info))
  }

  /// Removes an object; does nothing when there is none.
  package func delete(_ key: ObjectKey) throws(StoreError) {
    objects.withLock { _ = $0.removeValue(forKey: key) }
  }

  /// There is never anything to sweep.
  package func sweep(_ prefix: String) throws(StoreError) -> [String] { [] }

  private static func info(_ object: StoredObject) -> ObjectInfo {
    ObjectInfo(
      key: object.key, bytes: object.bytes.count, tag: object.md5, mediaType: object.mediaType,
      cacheControl: object.cacheControl, sha256: object.sha256)
  }
}
