import Foundation

/// A folder that nobody else can look into, for files that a library makes by their paths; it goes
/// with its owner.
///
/// What is in it may get a name in the folder that it is in, as a `DraftFile` gets its own. Its
/// name and lock are those of a draft, so that what a dead process has left goes with the next
/// draft in the same folder. There are no folders in it.
package struct DraftFolder: ~Copyable {
  /// Its path.
  package let path: String

  private let parent: OpenFile
  private let name: String
  /// Holds the lock.
  private let folder: OpenFile

  /// Makes one in a folder.
  ///
  /// - Throws: `FileError`, with `ENOENT` when there is no such folder.
  package init(in path: String) throws(FileError) {
    let parent = try OpenFile.folder(existing: path)
    DraftFile.sweep(parent)
    while true {
      let name = DraftFile.newName()
      guard let folder = try parent.newFolder(name) else { continue }
      guard try DraftFile.hold(folder, name, in: parent) else { continue }
      self.path = folder.path
      self.name = name
      self.parent = parent
      self.folder = folder
      return
    }
  }

  /// Makes one beside a path, in the same folder.
  package init(beside path: String) throws(FileError) {
    try self.init(in: SplitPath(path).folder)
  }

  deinit {
    try? parent.removeFolderAndFiles(name)
    DraftFile.release(name)
  }

  /// Gives a file in it a name in the folder that it is in, in place of whatever had that; what is
  /// in the file is on the disk first.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - target: The path that it gets.
  /// - Returns: Its size in bytes.
  /// - Throws: `FileError`; then the name is what it was, unless it is the folder that could not be
  ///   written to the disk.
  package func commit(_ name: String, as target: String) throws(FileError) -> Int {
    guard let file = try folder.file(name) else {
      throw .system(operation: "open", path: path + "/" + name, code: ENOENT)
    }
    try file.synchronize()
    let size = Int(try file.status().st_size)
    try folder.rename(name, to: SplitPath(target).name, in: parent)
    return size
  }

  /// Copies a file of another folder into this one, under the same name.
  ///
  /// - Returns: What the system knew about it before and after, or `nil` when it is not there.
  package func copy(
    _ name: String, from other: borrowing OpenFile
  ) throws(FileError) -> FileStamp? {
    guard let source = try other.file(name) else { return nil }
    let stamp = FileStamp(try source.status())
    try folder.remove(name)
    guard let copy = try folder.newFile(name) else {
      throw .system(operation: "create", path: path + "/" + name, code: EEXIST)
    }
    while true {
      let bytes = try source.read(atMost: 1 << 20)
      if bytes.isEmpty { return stamp }
      try copy.write(bytes)
    }
  }
}

/// What tells whether a file was written since somebody looked.
package struct FileStamp: Hashable, Sendable {
  private let file: UInt64
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  init(_ status: stat) {
    file = UInt64(status.st_ino)
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
  }
}

extension OpenFile {
  /// The stamp of a plain file in this folder, or `nil` when there is none.
  package func stamp(of name: String) throws(FileError) -> FileStamp? {
    try status(of: name).map { FileStamp($0) }
  }
}
