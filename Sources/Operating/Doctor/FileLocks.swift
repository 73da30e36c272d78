import Files
import Foundation
import Pipeline

/// Who holds a lock, without trying to take it: a look must not make a run fail that begins just
/// then.
enum FileLocks {
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
    // `3: FLOCK  ADVISORY  WRITE 4242 fe:01:131090 0 EOF`
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK", let process = Int(words[4]),
        words[5].split(separator: ":").last == "\(status.st_ino)"
      else { continue }
      #if canImport(Darwin)
        return Holder(process: process, since: Int(status.st_mtimespec.tv_sec))
      #else
        return Holder(process: process, since: Int(status.st_mtim.tv_sec))
      #endif
    }
    return nil
  }
}
