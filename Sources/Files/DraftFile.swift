import Foundation
import Synchronization

/// A file that gets its name when it is whole and on the disk; nothing of it stays otherwise,
/// unless it is the folder that cannot be written to the disk.
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
  /// What the names of all files begin with that somebody is writing, or has left half-written.
  package static let prefix = ".almanac-"
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

  /// Begins a file that will have a name in a folder; what has the name now is a plain file.
  ///
  /// One that is secret its owner alone can read.
  package init(
    for name: String, in folder: consuming OpenFile, isSecret: Bool = false
  ) throws(FileError) {
    target = name
    while true {
      try folder.requirePlain(target)
      let name = DraftFile.newName()
      // A process of the same number may have left this name behind: then the next one.
      guard let file = try DraftFile.file(name, for: target, in: folder, isSecret) else { continue }
      guard try DraftFile.hold(file, name, in: folder) else { continue }
      temporary = name
      self.file = file
      self.folder = folder
      return
    }
  }

  /// Makes the temporary file; what cannot be made is told by the name that it would have got.
  private static func file(
    _ name: String, for target: String, in folder: borrowing OpenFile, _ isSecret: Bool
  ) throws(FileError) -> OpenFile? {
    do throws(FileError) {
      let mode = isSecret ? OpenFile.Mode.secret : OpenFile.Mode.file
      return try folder.newFile(name, mode: mode)
    } catch {
      guard let code = error.code else { throw error }
      throw .system(operation: "write", path: folder.path + "/" + target, code: code)
    }
  }

  /// A temporary name that this process has not used yet.
  static func newName() -> String {
    let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
    return "\(prefix)\(getpid())-\(number)\(suffix)"
  }

  /// Marks a new file or folder as being written.
  ///
  /// - Returns: Whether it is still there; a sweep may have come between making and locking it.
  static func hold(
    _ file: borrowing OpenFile, _ name: String, in folder: borrowing OpenFile
  ) throws(FileError) -> Bool {
    living.withLock { _ = $0.insert(name) }
    do throws(FileError) {
      try file.lock()
      if try folder.status(of: name)?.st_ino == file.status().st_ino { return true }
    } catch {
      try? folder.remove(name)
      try? folder.removeFolderAndFiles(name)
      release(name)
      throw error
    }
    release(name)
    return false
  }

  /// Notes that a temporary name is not being written any more.
  static func release(_ name: String) { living.withLock { _ = $0.remove(name) } }

  deinit {
    if !isCommitted { try? folder.remove(temporary) }
    DraftFile.release(temporary)
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

  /// Removes a file or folder of such a name unless somebody is still writing it.
  ///
  /// - Returns: Whether it was removed.
  package static func sweep(
    _ name: String, in folder: borrowing OpenFile
  ) throws(FileError) -> Bool {
    guard let status = try folder.status(of: name) else { return false }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard let found = try isFolder ? folder.folder(name) : folder.file(name) else { return false }
    switch try found.lockAtOnce() {
    case true?: break
    case false?: return false
    case nil: if isOfLivingProcess(name) { return false }
    }
    if isFolder { try folder.removeFolderAndFiles(name) } else { try folder.remove(name) }
    return true
  }

  /// Removes from a folder what dead processes have left there, as far as that can be done.
  package static func sweep(_ folder: borrowing OpenFile) {
    for name in (try? folder.names()) ?? [] where isTemporary(name) {
      _ = try? sweep(name, in: folder)
    }
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
    let folder = try OpenFile.folder(existing: place.folder)
    if DraftFile.swept.withLock({ $0.insert(place.folder).inserted }) { DraftFile.sweep(folder) }
    try self.init(for: place.name, in: folder)
  }
}
