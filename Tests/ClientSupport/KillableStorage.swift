package import AlmanacClient
import Synchronization

/// Storage whose process is killed after so many changes: nothing reaches the disk any more, and
/// the last change is there in part, where it was written behind others.
package final class KillableStorage: Storage {
  private let base: any Storage
  private let left = Mutex(Int.max)

  /// Every so often it says to have written what it has not: to see whether a test notices.
  private let forgets: Int?
  private let appends = Mutex(0)

  package init(_ base: any Storage, forgetting forgets: Int? = nil) {
    self.base = base
    self.forgets = forgets
  }

  /// Lets so many more changes through, and dies in the next.
  package func killAfter(_ count: Int) { left.withLock { $0 = count } }

  /// Whether something was lost.
  package var isDead: Bool { left.withLock { $0 < 0 } }

  private func step() throws(StorageError) -> Bool {
    let left = left.withLock { left in
      if left >= 0 && left < Int.max { left -= 1 }
      return left
    }
    if left >= 0 { return true }
    return false
  }

  package func read(_ name: String, limit: Int) async throws(StorageError) -> [UInt8]? {
    try await base.read(name, limit: limit)
  }

  package func write(_ bytes: [UInt8], to name: String) async throws(StorageError) {
    guard try step() else { throw StorageError("killed") }
    try await base.write(bytes, to: name)
  }

  package func append(_ bytes: [UInt8], to name: String) async throws(StorageError) {
    guard try step() else {
      try await base.append(Array(bytes.prefix(bytes.count / 2)), to: name)
      throw StorageError("killed")
    }
    let number = appends.withLock { count in
      count += 1
      return count
    }
    if let forgets, number % forgets == 0 { return }
    try await base.append(bytes, to: name)
  }

  package func remove(_ name: String) async throws(StorageError) {
    guard try step() else { throw StorageError("killed") }
    try await base.remove(name)
  }

  package func files(in folder: String) async throws(StorageError) -> [String: Int] {
    try await base.files(in: folder)
  }
}
