import Synchronization

/// A disk as one `Almanac` has it: from its first use until another one begins.
final class DiskLease: Storage {
  private let disk: DiskStorage
  private let hasBegun = Mutex(false)

  init(of disk: DiskStorage) { self.disk = disk }

  /// Whether this is its first use, which is noted.
  func begins() -> Bool {
    hasBegun.withLock { hasBegun in
      defer { hasBegun = true }
      return !hasBegun
    }
  }

  func read(_ name: String, limit: Int) async throws(StorageError) -> [UInt8]? {
    try await disk.serve(self) { disk throws(StorageError) in
      try await disk.read(name, limit: limit)
    }
  }

  func write(_ bytes: [UInt8], to name: String) async throws(StorageError) {
    try await disk.serve(self) { disk throws(StorageError) in
      try await disk.write(bytes, to: name)
    }
  }

  func append(_ bytes: [UInt8], to name: String) async throws(StorageError) {
    try await disk.serve(self) { disk throws(StorageError) in
      try await disk.append(bytes, to: name)
    }
  }

  func remove(_ name: String) async throws(StorageError) {
    try await disk.serve(self) { disk throws(StorageError) in try await disk.remove(name) }
  }

  func files(in folder: String) async throws(StorageError) -> [String: Int] {
    try await disk.serve(self) { disk throws(StorageError) in try await disk.files(in: folder) }
  }
}
