#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open file or folder, closed when it goes out of scope.
///
/// Every path below the root is walked name by name with `openat` and `O_NOFOLLOW`: a link inside
/// the tree is never followed, so nothing that was put there can lead a read or a write outside.
struct OpenFile: ~Copyable {
  let descriptor: CInt

  /// For messages only.
  let path: String

  deinit { close(descriptor) }

  /// Opens the folder that a tree is in; links on the way to it are the user's own and followed.
  static func folder(atRoot path: String) throws(StoreError) -> OpenFile? {
    let descriptor = retrying { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if descriptor >= 0 { return OpenFile(descriptor: descriptor, path: path) }
    if errno == ENOENT { return nil }
    throw .system(operation: "open the folder", path: path, code: errno)
  }

  /// Opens a folder in this folder, or gives nothing when there is none.
  func folder(_ name: String) throws(StoreError) -> OpenFile? {
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
  func makeFolder(_ name: String) throws(StoreError) {
    if mkdirat(descriptor, name, 0o755) == 0 { return try synchronize() }
    guard errno == EEXIST else {
      throw .system(operation: "make the folder", path: path + "/" + name, code: errno)
    }
  }

  /// Opens a plain file in this folder, or gives nothing when there is none.
  func file(_ name: String) throws(StoreError) -> OpenFile? {
    let path = self.path + "/" + name
    // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
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
    let file = OpenFile(descriptor: descriptor, path: path)
    guard try file.status().st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    return file
  }

  /// Makes a new file in this folder for writing; nothing when the name is taken.
  func newFile(_ name: String) throws(StoreError) -> OpenFile? {
    let path = self.path + "/" + name
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { openat(self.descriptor, name, flags, 0o644) }
    if descriptor >= 0 { return OpenFile(descriptor: descriptor, path: path) }
    if errno == EEXIST { return nil }
    throw .system(operation: "create", path: path, code: errno)
  }

  /// What the system knows about the file.
  func status() throws(StoreError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .system(operation: "look at", path: path, code: errno)
    }
    return status
  }

  /// All bytes of the file.
  func contents(limit: Int) throws(StoreError) -> [UInt8] {
    let size = Int(try status().st_size)
    guard size <= limit else { throw .tooLarge(path: path, bytes: size, limit: limit) }
    var count = 0
    var failure: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      while count < size {
        let got = read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if got == 0 { break }
        if got < 0 {
          if errno == EINTR { continue }
          failure = errno
          break
        }
        count += got
      }
      initialized = count
    }
    guard failure == 0 else { throw .system(operation: "read", path: path, code: failure) }
    return bytes
  }

  /// Writes bytes from the file's start and makes sure that they are all there and on the disk.
  func write(_ bytes: [UInt8]) throws(StoreError) {
    var count = 0
    while count < bytes.count {
      let wrote = bytes.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          Darwin.write(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        #else
          Glibc.write(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        #endif
      }
      guard wrote >= 0 else {
        if errno == EINTR { continue }
        throw .system(operation: "write", path: path, code: errno)
      }
      count += wrote
    }
    guard try Int(status().st_size) == bytes.count else {
      throw .system(operation: "write", path: path, code: EIO)
    }
    try synchronize()
  }

  /// Waits until the file, or the names in the folder, are on the disk.
  func synchronize() throws(StoreError) {
    // Some file systems cannot synchronise folders and say EINVAL; they order names themselves.
    guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else {
      throw .system(operation: "write to disk", path: path, code: errno)
    }
  }

  /// Gives a file of this folder another name, at once for every reader.
  func rename(_ old: String, to new: String) throws(StoreError) {
    guard renameat(descriptor, old, descriptor, new) == 0 else {
      throw .system(operation: "rename to \(new)", path: path + "/" + old, code: errno)
    }
    try synchronize()
  }

  /// Removes a name from this folder; does nothing when there is none.
  func remove(_ name: String) throws(StoreError) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw .system(operation: "remove", path: path + "/" + name, code: errno)
    }
  }

  /// Waits until no other process, nor another open of the same folder, holds this one.
  ///
  /// Released with the descriptor, whatever happens to the process. Network file systems that have
  /// no such locks go without: there the state folder's lock has to do.
  func lock() throws(StoreError) {
    guard retrying({ flock(descriptor, LOCK_EX) }) != 0 else { return }
    guard hasNoLocks(errno) else { throw .system(operation: "lock", path: path, code: errno) }
  }

  /// Takes the same lock if nobody holds it.
  ///
  /// - Returns: Whether it was free; nothing where there are no such locks.
  func lockAtOnce() throws(StoreError) -> Bool? {
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
func retrying(_ call: () -> CInt) -> CInt {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
