import Foundation

/// The port of the last time, in the state folder.
///
/// Browsers keep what is played for an address with its port: at another port, the boards that an
/// editor has begun would be empty. The port is no secret, and opens nothing; whoever comes needs
/// the token.
struct PortMemory: Sendable {
  private let folder: String

  /// Remembers in a folder, from when it is there.
  init(folder: String) { self.folder = folder }

  /// Nowhere, where the folder is not there or something that is no file has the name.
  private var path: String? {
    let path = "\(folder)/desk-port"
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else { return nil }
    // To read a pipe would be to wait.
    let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return kind == nil || kind == .typeRegular ? path : nil
  }

  /// The port of the last time; `nil` where there is none.
  var port: Int? {
    guard let path, let file = FileHandle(forReadingAtPath: path),
      let text = try? file.read(upToCount: 16)
    else { return nil }
    let word = String(decoding: text, as: UTF8.self).prefix { !$0.isWhitespace }
    return Int(word).flatMap { (1024...65535).contains($0) ? $0 : nil }
  }

  /// Keeps the first port that was taken.
  ///
  /// Where that is another's for a while, it is tried again the next time. A folder that cannot be
  /// written into keeps none.
  func keep(_ taken: Int) {
    guard let path, port == nil else { return }
    try? Data("\(taken)\n".utf8).write(to: URL(filePath: path), options: .atomic)
  }
}
