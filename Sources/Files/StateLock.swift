import Foundation

/// The lock that keeps two runs from working on one state folder.
///
/// It is a lock of the operating system on the file `lock` (`flock`), which goes with the process
/// that holds it, however that ends. So a file that a dead process left behind is no obstacle, and
/// there is nothing to clean up; the file stays. It holds the number of the process, for messages.
package struct StateLock: ~Copyable, Sendable {
  /// The name of the file.
  package static let name = "lock"

  /// More bytes than a process number has.
  private static let longest = 32

  private let file: OpenFile

  /// Takes the lock of a state folder, at once or not at all.
  ///
  /// What stands under the file's name is looked at before anything is done to it. A link, which
  /// may lead to any file of the machine, is refused. A file that has a second name, or holds more
  /// than a number, may be somebody's: the lock holds, and nothing is written.
  ///
  /// - Parameter path: The state folder; it is made if it does not exist.
  /// - Throws: `StateLockError.locked` when another run holds it; `StateLockError.notAFile` when
  ///   something else has the file's name; `StateLockError.system` when the file cannot be made, or
  ///   the file system has no locks.
  package init(folder path: String) throws(StateLockError) {
    let folder: OpenFile
    do throws(FileError) {
      folder = try OpenFile.folder(making: path)
    } catch {
      throw .system(operation: "make the folder", path: path, code: error.code ?? ENOTDIR)
    }
    file = try StateLock.locked(in: folder)
    StateLock.note(getpid(), in: file)
  }

  private static func locked(in folder: borrowing OpenFile) throws(StateLockError) -> OpenFile {
    while true {
      let isFree: Bool
      let isNamed: Bool
      let holder: Int?
      do throws(FileError) {
        let file = try folder.lastingFile(name)
        guard let answer = try file.lockAtOnce() else {
          throw .system(operation: "lock", path: file.path, code: ENOLCK)
        }
        isFree = answer
        // Whoever has removed the file since it was opened may be locking another one by now.
        isNamed = try folder.status(of: name)?.st_ino == file.status().st_ino
        if isFree && isNamed { return file }
        holder = process(in: file)
      } catch {
        throw StateLockError(error)
      }
      if !isFree { throw .locked(by: holder, path: folder.path + "/" + name) }
    }
  }

  /// Writes the number of a process, for people: without it the lock holds all the same.
  private static func note(_ process: pid_t, in file: borrowing OpenFile) {
    guard let status = try? file.status(), status.st_nlink == 1, status.st_size <= longest else {
      return
    }
    let number = Array("\(process)\n".utf8)
    if ftruncate(file.descriptor, 0) == 0 {
      _ = pwrite(file.descriptor, number, number.count, 0)
    }
  }

  private static func process(in file: borrowing OpenFile) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(file.descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
  }
}

/// Why the lock of a state folder cannot be had.
package enum StateLockError: Error, Hashable, Sendable {
  /// Another run holds it; its process number, where it could be read.
  case locked(by: Int?, path: String)
  /// A link, folder or device stands where the lock's file should be.
  case notAFile(path: String)
  /// The operating system refused; `code` is its `errno`.
  case system(operation: String, path: String, code: CInt)

  fileprivate init(_ error: FileError) {
    switch error {
    case .system(let operation, let path, let code):
      self = .system(operation: operation, path: path, code: code)
    case .notAFile(let path), .tooLarge(let path, _, _): self = .notAFile(path: path)
    }
  }
}

extension StateLockError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
  package var description: String {
    switch self {
    case .locked(let process, let path):
      let holder = process.map { " (process \($0))" } ?? ""
      return "\(path): another run is at work here\(holder) — try again when it is done"
    case .notAFile(let path):
      return "\(path) is a link or no plain file, and was left alone — find out who has put it "
        + "there, remove it and run again"
    case .system("lock", let path, let code):
      return "\(path): cannot lock: \(FileError.words(for: code)) — without locks two runs would "
        + "spoil each other's work: name a state folder on a disk that has them"
    case .system(let operation, let path, let code) where FileError.isFull(code):
      return "\(path): cannot \(operation): \(FileError.words(for: code)) — make room and run again"
    case .system(let operation, let path, let code):
      return "\(path): cannot \(operation): \(FileError.words(for: code)) — check that the "
        + "state folder can be written, or name another one"
    }
  }
}
