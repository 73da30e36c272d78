import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The names of files that are being written: `.almanac-{process}-{number}.tmp`.
///
/// No key can spell such a name, so nothing that is published is ever taken for litter.
enum TemporaryName {
  private static let prefix = ".almanac-"
  private static let suffix = ".tmp"
  private static let counter = Atomic<Int>(0)

  /// Writes bytes to a new file in a folder, on the disk and whole when this returns.
  ///
  /// - Returns: The file's name.
  static func write(
    _ bytes: [UInt8], in folder: borrowing OpenFile
  ) throws(StoreError) -> String {
    while true {
      let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
      let name = "\(prefix)\(getpid())-\(number)\(suffix)"
      // A process of the same number may have left this name behind: then the next one.
      guard let file = try folder.newFile(name) else { continue }
      do throws(StoreError) {
        try file.write(bytes)
      } catch {
        try? folder.remove(name)
        throw error
      }
      return name
    }
  }

  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(suffix)
  }

  /// Whether the process that made the name may still be writing.
  ///
  /// Our own process is at the start of a publish when it asks, so what has its number is of a dead
  /// process that had the same; in a container every one of them may be number 1.
  static func isInUse(_ name: String) -> Bool {
    let numbers = name.dropFirst(prefix.count).dropLast(suffix.count).split(separator: "-")
    guard let first = numbers.first, let process = pid_t(first), process > 0 else { return false }
    return process != getpid() && (kill(process, 0) == 0 || errno == EPERM)
  }
}
