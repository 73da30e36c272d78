// Foundation brings the C library of every platform: Glibc, Musl or Darwin.
package import Foundation

/// An open file or folder, closed when it goes out of scope.
///
/// Every path below a root is walked name by name with `openat` and `O_NOFOLLOW`: a link inside
/// a tree is never followed, so nothing that was put there can lead a read or a write outside.
package struct OpenFile: ~Copyable, Sendable {
  /// What may be done with files and folders that are made, before the process's `umask`.
  ///
  /// The one place that says so. Files that are `secret` and folders that are `hidden` are for this
  /// user alone.
  enum Mode {
    static let file: mode_t = 0o644
    static let secret: mode_t = 0o600
    static let folder: mode_t = 0o755
    static let hidden: mode_t = 0o700
  }

  package let descriptor: CInt

  /// For messages only.
  package let path: String

  deinit { close(descriptor) }

  // MARK: - By a path, whose links are the user's own and followed

  /// Opens a folder, or gives `nil` when there is none.
  package static func folder(atRoot path: String) throws(FileError) -> OpenFile? {
    let descriptor = retrying { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if descriptor >= 0 { return OpenFile(descriptor: descriptor, path: path) }
    if errno == ENOENT { return nil }
    throw .system(operation: "open the folder", path: path, code: errno)
  }

  /// Opens a folder that has to be there.
  package static func folder(existing path: String) throws(FileError) -> OpenFile {
    guard let folder = try folder(atRoot: path) else {
      throw .system(operation: "open the folder", path: path, code: ENOENT)
    }
    return folder
  }

  /// Opens a folder; it and those above it are made where they are missing, so that they survive a
  /// power cut.
  package static func folder(making path: String) throws(FileError) -> OpenFile {
    if let folder = try folder(atRoot: path) { return folder }
    let place = SplitPath(path)
    if place.folder != path {
      try folder(making: place.folder).makeFolder(place.name)
      if let folder = try folder(atRoot: path) { return folder }
    }
    throw .system(operation: "open the folder", path: path, code: ENOENT)
  }

  /// Opens a plain file.
  package static func file(at path: String) throws(FileError) -> OpenFile {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
    let file = try opened(retrying { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }, path)
    return try plain(file)
  }

  /// Opens whatever can be read, or the standard input for `nil`: it may be a pipe without an end,
  /// or without a beginning.
  package static func stream(at path: String?) throws(FileError) -> OpenFile {
    guard let path else { return try opened(dup(STDIN_FILENO), "standard input") }
    // Opening a named pipe would wait for a writer, deaf to signals: `isReadable(within:)` waits
    // for one as well, and those who read look up in between.
    let file = try opened(retrying { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }, path)
    _ = fcntl(file.descriptor, F_SETFL, 0)
    return file
  }

  private static func opened(_ descriptor: CInt, _ path: String) throws(FileError) -> OpenFile {
    if descriptor >= 0 { return OpenFile(descriptor: descriptor, path: path) }
    throw errno == ENXIO
      ? .notAFile(path: path) : .system(operation: "open", path: path, code: errno)
  }

  private static func plain(_ file: consuming OpenFile) throws(FileError) -> OpenFile {
    guard try file.status().st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: file.path) }
    return file
  }

  // MARK: - In this folder, no link followed

  /// Opens a folder in this folder, or gives `nil` when there is none.
  package func folder(_ name: String) throws(FileError) -> OpenFile? {
    let path = self.path + "/" + name
    let descriptor = retrying {
      openat(self.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    if descriptor >= 0 { return OpenFile(descriptor: descriptor, path: path) }
    switch errno {
    case ENOENT: return nil
    case ENOTDIR, ELOOP: throw .notAFile(path: path)
    default: throw .system(operation: "open the folder", path: path, code: errno)
    }
  }

  /// Makes a folder in this folder unless it is there, so that it survives a power cut.
  package func makeFolder(_ name: String) throws(FileError) {
    if mkdirat(descriptor, name, Mode.folder) == 0 { return try synchronize() }
    guard errno == EEXIST else {
      throw .system(operation: "make the folder", path: path + "/" + name, code: errno)
    }
  }

  /// Makes a new folder in this folder that nobody else can look into; `nil` when the name is
  /// taken.
  func newFolder(_ name: String) throws(FileError) -> OpenFile? {
    guard mkdirat(descriptor, name, Mode.hidden) == 0 else {
      if errno == EEXIST { return nil }
      throw .system(operation: "make the folder", path: path + "/" + name, code: errno)
    }
    return try folder(name)
  }

  /// Makes a folder in this folder and removes it again, to see whether that can be done.
  func probe() throws(FileError) {
    let name = DraftFile.newName()
    if try newFolder(name) != nil { try removeFolderAndFiles(name) }
  }

  /// Opens a plain file in this folder, or gives `nil` when there is none.
  package func file(_ name: String) throws(FileError) -> OpenFile? {
    let path = self.path + "/" + name
    let descriptor = retrying {
      openat(self.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP, ENXIO: throw .notAFile(path: path)
      default: throw .system(operation: "open", path: path, code: errno)
      }
    }
    return try OpenFile.plain(OpenFile(descriptor: descriptor, path: path))
  }

  /// Makes a new file in this folder for writing; `nil` when the name is taken.
  func newFile(_ name: String, mode: mode_t = Mode.file) throws(FileError) -> OpenFile? {
    let path = self.path + "/" + name
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { openat(self.descriptor, name, flags, mode) }
    if descriptor >= 0 { return OpenFile(descriptor: descriptor, path: path) }
    if errno == EEXIST { return nil }
    throw .system(operation: "create", path: path, code: errno)
  }

  /// Opens a plain file in this folder for reading and writing; it is made if it is not there, and
  /// left as it is if it is.
  func lastingFile(_ name: String) throws(FileError) -> OpenFile {
    let path = self.path + "/" + name
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = retrying { openat(self.descriptor, name, flags, Mode.file) }
    if descriptor >= 0 {
      return try OpenFile.plain(OpenFile(descriptor: descriptor, path: path))
    }
    switch errno {
    case ELOOP, ENXIO, EISDIR: throw .notAFile(path: path)
    default: throw .system(operation: "open", path: path, code: errno)
    }
  }

  /// Refuses a name in this folder that is there and is no plain file.
  ///
  /// For files that a library opens by their paths and would follow a link for.
  package func requirePlain(_ name: String) throws(FileError) {
    if let status = try status(of: name), status.st_mode & S_IFMT != S_IFREG {
      throw .notAFile(path: path + "/" + name)
    }
  }

  /// The names in this folder, ascending; what is not UTF-8 in one stands as `\u{FFFD}`.
  package func names() throws(FileError) -> [String] {
    try spelledNames().map { String(decoding: $0, as: UTF8.self) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The names in this folder as the file system spells them, in any order.
  func spelledNames() throws(FileError) -> [[UInt8]] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      let code = errno
      if copy >= 0 { close(copy) }
      throw .system(operation: "read the folder", path: path, code: code)
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: UInt8.self, capacity: 1) { start in
          Array(UnsafeBufferPointer(start: start, count: strlen(start)))
        }
      }
      if name != [0x2E] && name != [0x2E, 0x2E] { names.append(name) }
      errno = 0
    }
    guard errno == 0 else {
      throw .system(operation: "read the folder", path: path, code: errno)
    }
    return names
  }

  /// What the system knows about a name in this folder, or `nil` when there is none.
  ///
  /// Of a link it is what is known of the link.
  package func status(of name: String) throws(FileError) -> stat? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    if errno == ENOENT { return nil }
    throw .system(operation: "look at", path: path + "/" + name, code: errno)
  }

  /// Gives a file of this folder another name, at once for every reader, and for good.
  package func rename(_ old: String, to new: String) throws(FileError) {
    try rename(old, to: new, in: self)
  }

  /// Gives a file of this folder a name in another one.
  ///
  /// What has the name already goes, so it has to be a plain file: a device, a pipe or a link is
  /// somebody's, and would be gone for good.
  func rename(_ old: String, to new: String, in folder: borrowing OpenFile) throws(FileError) {
    try folder.requirePlain(new)
    guard renameat(descriptor, old, folder.descriptor, new) == 0 else {
      throw .system(operation: "rename to \(new)", path: path + "/" + old, code: errno)
    }
    try folder.synchronize()
  }

  /// Removes a name from this folder; does nothing when there is none.
  package func remove(_ name: String) throws(FileError) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw .system(operation: "remove", path: path + "/" + name, code: errno)
    }
  }

  /// Removes a folder from this folder if nothing is in it.
  ///
  /// - Returns: Whether it is gone now.
  package func removeFolder(_ name: String) throws(FileError) -> Bool {
    if unlinkat(descriptor, name, AT_REMOVEDIR) == 0 { return true }
    switch errno {
    case ENOENT: return true
    case ENOTEMPTY, EEXIST: return false
    default: throw .system(operation: "remove", path: path + "/" + name, code: errno)
    }
  }

  /// Removes a folder in this folder with the files in it; it has no folders in it.
  func removeFolderAndFiles(_ name: String) throws(FileError) {
    guard let folder = try folder(name) else { return }
    for name in try folder.names() { try folder.remove(name) }
    guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
      throw .system(operation: "remove", path: path + "/" + name, code: errno)
    }
  }

  /// Whether this process may write to a file or folder in this folder; `.` is this one.
  package func mayWrite(_ name: String) -> Bool { faccessat(descriptor, name, W_OK, 0) == 0 }

  // MARK: - This file

  /// What the system knows about the file.
  package func status() throws(FileError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .system(operation: "look at", path: path, code: errno)
    }
    return status
  }

  /// All bytes of the file.
  package func contents(limit: Int) throws(FileError) -> [UInt8] {
    let size = Int(try status().st_size)
    guard size <= limit else { throw .tooLarge(path: path, bytes: size, limit: limit) }
    // The system's own files, below /proc, say that they are empty: the end is where reads say so.
    var bytes = try read(atMost: max(size, 4096))
    while bytes.count <= limit {
      let more = try read(atMost: 64 * 1024)
      if more.isEmpty { return bytes }
      bytes += more
    }
    throw .tooLarge(path: path, bytes: bytes.count, limit: limit)
  }

  /// The next bytes, as many as there are by now; none at the end.
  package func read(atMost most: Int) throws(FileError) -> [UInt8] {
    var failure: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      var got = -1
      repeat {
        got = Foundation.read(descriptor, buffer.baseAddress, most)
      } while got < 0 && errno == EINTR
      if got < 0 { failure = errno }
      count = max(0, got)
    }
    guard failure == 0 else { throw .system(operation: "read", path: path, code: failure) }
    return bytes
  }

  /// What the system says where the file cannot be read to its end; `nil` where it can.
  package func readFault() -> FileError? {
    var place: off_t = 0
    let most = 1 << 20
    var bytes = [UInt8](repeating: 0, count: most)
    while true {
      let got = pread(descriptor, &bytes, most, place)
      if got == 0 { return nil }
      if got > 0 {
        place += off_t(got)
      } else if errno != EINTR {
        return .system(operation: "read", path: path, code: errno)
      }
    }
  }

  /// Whether there is something to read, or the end is reached, within so many milliseconds.
  package func isReadable(within milliseconds: CInt) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // A signal is no reason to read: that could wait for long.
    return poll(&state, 1, milliseconds) > 0
  }

  /// Writes bytes behind those before.
  func write(_ bytes: [UInt8]) throws(FileError) {
    var count = 0
    while count < bytes.count {
      let wrote = bytes.withUnsafeBytes { buffer in
        Foundation.write(
          descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      guard wrote >= 0 else {
        if errno == EINTR { continue }
        throw .system(operation: "write", path: path, code: errno)
      }
      count += wrote
    }
  }

  /// Waits until the file, or the names in the folder, are on the disk.
  package func synchronize() throws(FileError) {
    // Some file systems cannot synchronise folders and say EINVAL; they order names themselves.
    guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else {
      throw .system(operation: "write to disk", path: path, code: errno)
    }
  }

  // MARK: - Locks

  /// Waits until no other process, nor another open of the same folder, holds this one.
  ///
  /// Released with the descriptor, whatever happens to the process. Network file systems that have
  /// no such locks go without: there the state folder's lock has to do.
  package func lock() throws(FileError) {
    guard retrying({ flock(descriptor, LOCK_EX) }) != 0 else { return }
    guard hasNoLocks(errno) else { throw .system(operation: "lock", path: path, code: errno) }
  }

  /// Takes the same lock if nobody holds it.
  ///
  /// - Returns: Whether it was free; `nil` where there are no such locks.
  package func lockAtOnce() throws(FileError) -> Bool? {
    guard retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 else { return true }
    if errno == EWOULDBLOCK { return false }
    guard hasNoLocks(errno) else { throw .system(operation: "lock", path: path, code: errno) }
    return nil
  }

  private func hasNoLocks(_ code: CInt) -> Bool {
    [EBADF, ENOLCK, ENOSYS, EINVAL, EOPNOTSUPP].contains(code)
  }
}

/// Calls again while a signal interrupts.
private func retrying(_ call: () -> CInt) -> CInt {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
