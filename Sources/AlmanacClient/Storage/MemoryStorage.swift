import Synchronization

/// Storage that is gone with the process: for previews and tests.
public final class MemoryStorage: Storage {
  private let kept = Mutex<[String: [UInt8]]>([:])

  /// Makes an empty one.
  public init() {}

  public func read(_ name: String, limit: Int) async throws(StorageError) -> [UInt8]? {
    let bytes = kept.withLock { $0[name] }
    if let bytes, bytes.count > limit { throw StorageError("\(name) has more than \(limit) bytes") }
    return bytes
  }

  public func write(_ bytes: [UInt8], to name: String) async throws(StorageError) {
    kept.withLock { $0[name] = bytes }
  }

  public func append(_ bytes: [UInt8], to name: String) async throws(StorageError) {
    kept.withLock { $0[name, default: []] += bytes }
  }

  public func remove(_ name: String) async throws(StorageError) {
    kept.withLock { _ = $0.removeValue(forKey: name) }
  }

  public func files(in folder: String) async throws(StorageError) -> [String: Int] {
    kept.withLock { files in
      var found: [String: Int] = [:]
      for (name, bytes) in files where name.hasPrefix(folder + "/") {
        found[String(name.dropFirst(folder.count + 1))] = bytes.count
      }
      return found
    }
  }
}
