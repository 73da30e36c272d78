import Foundation

/// A folder of its own, with a space in its name, which goes with its owner.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("almanac tests \(UUID().uuidString)")
    path = url.path
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

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
