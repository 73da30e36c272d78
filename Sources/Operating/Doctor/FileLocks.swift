import Files
import Foundation

/// Who holds a lock, without trying to take it: a look must not make a run fail that begins just
/// then.
package enum FileLocks {
  /// Who holds a lock.
  struct Holder: Hashable {
    let process: Int
    /// When the file was written last, which is when the lock was taken; in seconds since 1970.
    let since: Int?
  }

  private static let list = "/proc/locks"

  /// Whether the system says who holds a lock.
  static var areKnown: Bool { access(list, R_OK) == 0 }

  /// The process that holds a lock on a file, from `/proc/locks`; `nil` where nobody does, or where
  /// the system has no such list.
  static func holder(of path: String) -> Holder? {
    var status = stat()
    guard stat(path, &status) == 0,
      let bytes = try? SmallFile.bytes(of: list, atMost: 1 << 22)
    else { return nil }
    let noted = (try? SmallFile.bytes(of: path, atMost: 32)).flatMap {
      Int(String(decoding: $0, as: UTF8.self).filter { $0 != "\n" })
    }
    let process = holder(
      in: String(decoding: bytes, as: UTF8.self), device: UInt64(status.st_dev),
      inode: UInt64(status.st_ino), noted: noted)
    guard let process else { return nil }
    #if canImport(Darwin)
      return Holder(process: process, since: Int(status.st_mtimespec.tv_sec))
    #else
      return Holder(process: process, since: Int(status.st_mtim.tv_sec))
    #endif
  }

  /// The process that holds a lock on a file, by the lines of `/proc/locks`.
  ///
  /// Another file system may have a file of the same number. Where file systems lie over each other
  /// the list may name another device than the file does; then the file's own word counts.
  ///
  /// - Parameters:
  ///   - list: Lines such as `3: FLOCK  ADVISORY  WRITE 4242 fe:01:131090 0 EOF`.
  ///   - device: The device of the file, as `stat` says it.
  ///   - inode: The number of the file.
  ///   - noted: The process that the file says holds its lock.
  /// - Returns: The process.
  package static func holder(
    in list: String, device: UInt64, inode: UInt64, noted: Int?
  ) -> Int? {
    // As the C library puts the two numbers of a device into one.
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK", let process = Int(words[4]) else { continue }
      let file = words[5].split(separator: ":")
      guard file.count == 3, file[2] == "\(inode)" else { continue }
      let isHere = UInt64(file[0], radix: 16) == major && UInt64(file[1], radix: 16) == minor
      if isHere || process == noted { return process }
    }
    return nil
  }
}
