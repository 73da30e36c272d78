import Foundation

/// The lock that keeps two runs from working on one state folder.
///
/// It is a lock of the operating system on the file `lock` (`flock`), which goes with the process
/// that holds it, however that ends. So a file that a dead process left behind is no obstacle, and
/// there is nothing to clean up; the file stays. It holds the number of the process, for messages.
package struct StateLock: ~Copyable, Sendable {
  private let descriptor: CInt

  /// Takes the lock of a state folder, at once or not at all.
  ///
  /// - Parameter folder: The state folder; it is made if it does not exist.
  /// - Throws: `StateLockError.locked` when another run holds it; `StateLockError.system` when the
  ///   file cannot be made.
  package init(folder: String) throws(StateLockError) {
    do throws(FileError) {
      _ = try OpenFile.folder(making: folder)
    } catch {
      throw .system(operation: "make the folder", path: folder, code: error.code ?? ENOTDIR)
    }
    let path = folder + "/lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      let holder = StateLock.process(in: descriptor)
      close(descriptor)
      guard code == EWOULDBLOCK else { throw .system(operation: "lock", path: path, code: code) }
      throw .locked(by: holder, path: path)
    }
    // The number is for people; without room for it the lock holds all the same.
    let number = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, number, number.count, 0) }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  private static func process(in descriptor: CInt) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
  }
}

/// Why the lock of a state folder cannot be had.
package enum StateLockError: Error, Hashable, Sendable {
  /// Another run holds it; its process number, where it could be read.
  case locked(by: Int?, path: String)
  /// The operating system refused; `code` is its `errno`.
  case system(operation: String, path: String, code: CInt)
}

extension StateLockError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
  package var description: String {
    switch self {
    case .locked(let process, let path):
      let holder = process.map { " (process \($0))" } ?? ""
      return "\(path): another run is at work here\(holder) — try again when it is done"
    case .system(let operation, let path, let code):
      return "\(path): cannot \(operation): \(FileError.words(for: code)) — check that the "
        + "state folder can be written, or name another one"
    }
  }
}
