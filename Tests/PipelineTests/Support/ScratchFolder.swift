import Foundation

/// A folder of its own for one test, removed when the test ends.
final class ScratchFolder {
  let path: String

  init() throws {
    let name = "almanac-tests-\(UUID().uuidString)"
    path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, with the folders above it.
  func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a file of any bytes.
  func write(_ bytes: [UInt8], to name: String) throws {
    let file = "\(path)/\(name)"
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
  }

  /// Every file below the folder by its path, with its bytes.
  func contents(of folder: String = ".") throws -> [String: [UInt8]] {
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
}
