import Foundation
import Synchronization

/// A folder of its own, with a space in its name, which goes with its owner, or with the process
/// where that comes first.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// The folders that are there; what holds one for several tests has no end of its own.
  private static let standing: Mutex<Set<String>> = {
    atexit {
      for path in TemporaryFolder.standing.withLock({ $0 }) {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    return Mutex([])
  }()

  public init() {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("almanac tests \(UUID().uuidString)")
    path = url.path
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      preconditionFailure("\(error)")
    }
    _ = TemporaryFolder.standing.withLock { $0.insert(path) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    _ = TemporaryFolder.standing.withLock { $0.remove(path) }
  }

  /// Writes a file, with the folders above it.
  public func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a file of any bytes, with the folders above it.
  public func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// The text of a file, where it is there.
  public func text(_ name: String) -> String? {
    try? String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// Every plain file below a folder by its path, with its bytes.
  public func contents(of folder: String = ".") throws -> [String: [UInt8]] {
    let root = "\(path)/\(folder)"
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
      var isFolder: ObjCBool = false
      let file = "\(root)/\(name)"
      if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue {
        files[name] = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
      }
    }
    return files
  }

  /// The paths of all plain files, ascending.
  public var files: [String] { ((try? contents()) ?? [:]).keys.sorted() }
}
