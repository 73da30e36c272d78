#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads files that people write: whole, and never more than a bound.
package enum SmallFile {
  /// The bytes of a regular file.
  ///
  /// A pipe, a device or a folder is refused before it is read, so that a file that never ends
  /// cannot hold up a run.
  ///
  /// - Throws: `SmallFile.Failure`, which says in a sentence what is wrong.
  package static func bytes(of path: String, atMost most: Int) throws(Failure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      let code = errno
      throw code == ENOENT ? .missing : .unreadable(reason: reason(code))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(reason: reason(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(reason: reason(errno)) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= most else { throw .huge(limit: most) }
    }
  }

  /// The names in a folder, in the order of their bytes; hidden files are left out.
  package static func names(inFolder path: String) throws(Failure) -> [String] {
    guard let folder = opendir(path) else {
      let code = errno
      throw code == ENOENT || code == ENOTDIR ? .missing : .unreadable(reason: reason(code))
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  /// The system's words for an error number.
  package static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Why a file cannot be read.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case missing
    case notAFile
    case huge(limit: Int)
    case unreadable(reason: String)

    package var description: String {
      switch self {
      case .missing: "the file does not exist — make it, or name another"
      case .notAFile: "this is not a regular file — put a text file in its place"
      case .huge(let limit):
        "the file is too large — it can have up to \(limit / 1024) kB"
      case .unreadable(let reason): "the file cannot be read (\(reason)) — allow reading it"
      }
    }
  }
}
