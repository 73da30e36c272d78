import Files
import Foundation

/// Files in a folder of the device.
///
/// Whole files are written beside the old ones and take their place when they are on the disk; logs
/// grow at their end, and are on the disk when that is said. It does its work on a thread of its
/// own, so that a slow disk holds up nothing else. Whole files are for this user alone: one of them
/// holds the device's secret. A folder is one client's at a time: a second one is refused, in this
/// process or another. Of two `Almanac`s that are given the same object, the one that was used
/// first later has it, and the other is refused from then on.
public actor DiskStorage: Storage {
  private let executor = QueueExecutor(label: "almanac.storage")
  private let folder: String
  private let lock: StateLock
  /// Whose the folder is by now.
  private weak var holder: DiskLease?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Opens a folder, or makes it.
  ///
  /// - Parameter folder: Its path; on Apple's systems in Application Support.
  /// - Throws: `StorageError` where it cannot be had, or somebody else has it.
  public init(folder: String) throws(StorageError) {
    self.folder = folder
    do throws(StateLockError) {
      lock = try StateLock(folder: folder)
    } catch {
      throw StorageError("\(error)")
    }
    do throws(FileError) {
      let root = try OpenFile.folder(existing: folder)
      DraftFile.sweep(root)
      for name in try root.names() {
        if let inner = try? root.folder(name) { DraftFile.sweep(inner) }
      }
    } catch {
      throw StorageError("\(error)")
    }
  }

  public func read(_ name: String, limit: Int) async throws(StorageError) -> [UInt8]? {
    try told { () throws(FileError) in
      guard let place = try place(of: name) else { return nil }
      return try place.folder.file(place.name)?.contents(limit: limit)
    }
  }

  public func write(_ bytes: [UInt8], to name: String) async throws(StorageError) {
    try told { () throws(FileError) in
      let place = try madePlace(of: name)
      let file = place.name
      var draft = try DraftFile(for: file, in: place.takeFolder(), isSecret: true)
      try draft.write(bytes)
      try draft.commit()
    }
  }

  public func append(_ bytes: [UInt8], to name: String) async throws(StorageError) {
    try told { () throws(FileError) in
      let place = try madePlace(of: name)
      try place.folder.append(bytes, to: place.name)
    }
  }

  public func remove(_ name: String) async throws(StorageError) {
    try told { () throws(FileError) in
      guard let place = try place(of: name) else { return }
      try place.folder.remove(place.name)
      try place.folder.synchronize()
    }
  }

  public func files(in folder: String) async throws(StorageError) -> [String: Int] {
    try told { () throws(FileError) in
      guard let place = try place(of: folder + "/.") else { return [:] }
      var found: [String: Int] = [:]
      for name in try place.folder.names() where !DraftFile.isTemporary(name) {
        if let status = try place.folder.status(of: name) { found[name] = Int(status.st_size) }
      }
      return found
    }
  }

  // MARK: - Leases

  /// Does something for whoever has the folder, and takes it over for one who comes new.
  ///
  /// An `Almanac` holds in memory what it has read, and writes its logs anew: two of them would
  /// overwrite each other's moves.
  func serve<Value: Sendable>(
    _ lease: DiskLease,
    _ work: @Sendable (isolated DiskStorage) async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    if lease.begins() { holder = lease }
    guard holder === lease else {
      throw StorageError("\(folder) is another Almanac's by now, which was begun later")
    }
    return try await work(self)
  }

  // MARK: - Places

  private struct Place: ~Copyable {
    let folder: OpenFile
    let name: String

    consuming func takeFolder() -> OpenFile { folder }
  }

  /// The folder of a file, and its name there; `nil` where there is no such folder.
  ///
  /// Names are the client's own; no link in the folder is followed all the same.
  private func place(of name: String) throws(FileError) -> Place? {
    var names = name.split(separator: "/").map(String.init)
    guard let file = names.popLast() else { throw .notAFile(path: name) }
    var place = try OpenFile.folder(existing: folder)
    for name in names {
      guard let inner = try place.folder(name) else { return nil }
      place = inner
    }
    return Place(folder: place, name: file)
  }

  /// The same, with the folder made where it is not there.
  private func madePlace(of name: String) throws(FileError) -> Place {
    let folders = name.split(separator: "/").dropLast()
    for count in 1..<(folders.count + 1) {
      guard let inner = try place(of: folders.prefix(count).joined(separator: "/")) else { break }
      try inner.folder.makeFolder(inner.name)
    }
    guard let place = try place(of: name) else {
      throw .system(operation: "open the folder of", path: folder + "/" + name, code: ENOENT)
    }
    return place
  }

  private func told<Value>(
    _ work: () throws(FileError) -> Value
  ) throws(StorageError) -> Value {
    do throws(FileError) {
      return try work()
    } catch {
      throw StorageError("\(error)")
    }
  }
}
