import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The names of files that are being written: `.almanac-{process}-{number}.tmp`.
///
/// No key can spell such a name, so nothing that is published is ever taken for litter. A writer holds a
/// lock on its file until it has its own name, so that a sweep can tell what is being written, in this
/// process or another, from what a dead one has left.
enum TemporaryName {
  private static let prefix = ".almanac-"
  private static let suffix = ".tmp"
  private static let counter = Atomic<Int>(0)

  /// A file that is written and still has its temporary name.
  struct Written: ~Copyable {
    let name: String
    /// Holds the lock.
    private let file: OpenFile

    init(name: String, file: consuming OpenFile) {
      self.name = name
      self.file = file
    }
  }

  /// Writes bytes to a new file in a folder, on the disk and whole when this returns.
  static func write(
    _ bytes: [UInt8], in folder: borrowing OpenFile
  ) throws(StoreError) -> Written {
    while true {
      let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
      let name = "\(prefix)\(getpid())-\(number)\(suffix)"
      // A process of the same number may have left this name behind: then the next one.
      guard let file = try folder.newFile(name) else { continue }
      do throws(StoreError) {
        try file.lock()
        // A sweep that came between making the file and locking it has taken it away.
        if try file.status().st_nlink == 0 { continue }
        try file.write(bytes)
      } catch {
        try? folder.remove(name)
        throw error
      }
      return Written(name: name, file: file)
    }
  }

  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(suffix)
  }

  /// Removes a file unless somebody is still writing it.
  ///
  /// - Returns: Whether it was removed.
  static func sweep(_ name: String, in folder: borrowing OpenFile) throws(StoreError) -> Bool {
    guard let file = try folder.file(name) else { return false }
    switch try file.lockAtOnce() {
    case true?: break
    case false?: return false
    case nil: if isOfLivingProcess(name) { return false }
    }
    try folder.remove(name)
    return true
  }

  /// Whether the process that made the name may still be writing, where there are no locks.
  ///
  /// Our own process is at the start of a publish when it asks, so what has its number is of a dead
  /// process that had the same; in a container every one of them may be number 1.
  private static func isOfLivingProcess(_ name: String) -> Bool {
    let numbers = name.dropFirst(prefix.count).dropLast(suffix.count).split(separator: "-")
    guard let first = numbers.first, let process = pid_t(first), process > 0 else { return false }
    return process != getpid() && (kill(process, 0) == 0 || errno == EPERM)
  }
}
