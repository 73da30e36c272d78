import Foundation
import Synchronization

/// A file that gets its name when it is whole and on the disk; nothing of it stays otherwise.
///
/// The one way in which files are written: a temporary name in the same folder, the bytes, a look
/// at the length, `fsync`, `rename`, `fsync` of the folder. So a reader, or a power cut, meets the
/// old bytes or the new ones.
///
/// The temporary name is `.almanac-{process}-{number}.tmp`. No key of an object can spell it, so
/// nothing that is published is ever taken for litter. A writer holds a lock on its file until it
/// has its own name, so that a sweep can tell what is being written, in this process or another,
/// from what a dead one has left.
package struct DraftFile: ~Copyable {
  private static let prefix = ".almanac-"
  private static let suffix = ".tmp"
  private static let counter = Atomic<Int>(0)
  /// The temporary names that this process is writing.
  private static let living = Mutex<Set<String>>([])

  /// The folder that the file is in.
  package let folder: OpenFile

  private let temporary: String
  private let target: String
  /// Holds the lock.
  private let file: OpenFile
  private var size = 0
  private var isOnDisk = false
  private var isCommitted = false

  /// Begins a file that will have a name in a folder.
  package init(for name: String, in folder: consuming OpenFile) throws(FileError) {
    target = name
    while true {
      let number = DraftFile.counter.wrappingAdd(1, ordering: .relaxed).newValue
      let name = "\(DraftFile.prefix)\(getpid())-\(number)\(DraftFile.suffix)"
      // A process of the same number may have left this name behind: then the next one.
      guard let file = try folder.newFile(name) else { continue }
      DraftFile.living.withLock { _ = $0.insert(name) }
      do throws(FileError) {
        try file.lock()
        // A sweep that came between making the file and locking it has taken it away.
        if try file.status().st_nlink == 0 {
          DraftFile.living.withLock { _ = $0.remove(name) }
          continue
        }
      } catch {
        try? folder.remove(name)
        DraftFile.living.withLock { _ = $0.remove(name) }
        throw error
      }
      temporary = name
      self.file = file
      self.folder = folder
      return
    }
  }

  deinit {
    if !isCommitted { try? folder.remove(temporary) }
    DraftFile.living.withLock { [temporary] in _ = $0.remove(temporary) }
  }

  /// Writes bytes behind those before.
  package mutating func write(_ bytes: [UInt8]) throws(FileError) {
    try file.write(bytes)
    size += bytes.count
    isOnDisk = false
  }

  /// Makes sure that all bytes are there and on the disk.
  package mutating func synchronize() throws(FileError) {
    guard try Int(file.status().st_size) == size else {
      throw .system(operation: "write", path: file.path, code: EIO)
    }
    try file.synchronize()
    isOnDisk = true
  }

  /// Gives the file its name, in place of whatever had it.
  package mutating func commit() throws(FileError) {
    if !isOnDisk { try synchronize() }
    try folder.rename(temporary, to: target)
    isCommitted = true
  }
}

// MARK: - What dead processes have left

extension DraftFile {
  /// Whether a name is that of a file that somebody is writing, or has left half-written.
  package static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(suffix)
  }

  /// Removes a file of such a name unless somebody is still writing it.
  ///
  /// - Returns: Whether it was removed.
  package static func sweep(
    _ name: String, in folder: borrowing OpenFile
  ) throws(FileError) -> Bool {
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
  /// What has our own process's number and is not ours is of a dead process that had the same; in a
  /// container every one of them may be number 1.
  private static func isOfLivingProcess(_ name: String) -> Bool {
    if living.withLock({ $0.contains(name) }) { return true }
    let numbers = name.dropFirst(prefix.count).dropLast(suffix.count).split(separator: "-")
    guard let first = numbers.first, let process = pid_t(first), process > 0 else { return false }
    return process != getpid() && (kill(process, 0) == 0 || errno == EPERM)
  }
}

// MARK: - By a path

extension DraftFile {
  /// The folders that this process has swept.
  private static let swept = Mutex<Set<String>>([])

  /// Begins a file that will have a path.
  ///
  /// The first one in a folder removes from it what dead processes have left.
  ///
  /// - Throws: `FileError`, with `ENOENT` when there is no such folder.
  package init(for path: String) throws(FileError) {
    let place = SplitPath(path)
    guard let folder = try OpenFile.folder(atRoot: place.folder) else {
      throw .system(operation: "open the folder", path: place.folder, code: ENOENT)
    }
    if DraftFile.swept.withLock({ $0.insert(place.folder).inserted }) {
      for name in (try? folder.names()) ?? [] where DraftFile.isTemporary(name) {
        _ = try? DraftFile.sweep(name, in: folder)
      }
    }
    try self.init(for: place.name, in: folder)
  }
}

extension OpenFile {
  /// Gives a file that somebody else has written another name in its folder, as a draft gets its
  /// own: what is in it is on the disk first.
  ///
  /// - Returns: Its size in bytes.
  package static func commit(_ path: String, as target: String) throws(FileError) -> Int {
    let file = try OpenFile.file(at: path)
    try file.synchronize()
    let size = Int(try file.status().st_size)
    let (old, new) = (SplitPath(path), SplitPath(target))
    guard old.folder == new.folder, let folder = try OpenFile.folder(atRoot: new.folder) else {
      throw .system(operation: "rename to \(new.name)", path: path, code: EXDEV)
    }
    try folder.rename(old.name, to: new.name)
    return size
  }
}
