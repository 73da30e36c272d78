import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The few things that a run does with folders and files of its own, outside the tree.
package enum Folders {
  /// Whether something is at a path.
  package static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  /// Makes a folder and those above it.
  package static func make(_ path: String) throws(FileError) {
    try onDisk(path) {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  /// Makes a folder and those it is in, unless they are there.
  ///
  /// - Returns: The system's error number and the path that failed, or `nil` when all is well.
  package static func makeAll(_ path: String) -> (path: String, code: CInt)? {
    if path.isEmpty { return nil }
    var made = path.hasPrefix("/") ? "/" : ""
    for name in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? "\(name)" : "/\(name)"
      if mkdir(made, 0o755) != 0 && errno != EEXIST {
        let code = errno
        // On a read-only disk even folders that are there cannot be “made”.
        var status = stat()
        guard stat(made, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
          return (made, code)
        }
      }
    }
    return nil
  }

  /// Makes an empty folder that nobody else uses.
  package static func makeTemporary() throws(FileError) -> String {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("almanac-\(UUID().uuidString)").path
    try make(path)
    return path
  }

  /// Removes a folder with all that is in it, if it can be.
  package static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Copies a file.
  package static func copy(_ source: String, to target: String) throws(FileError) {
    try onDisk(target) { try FileManager.default.copyItem(atPath: source, toPath: target) }
  }

  /// Gives a file another name.
  package static func move(_ source: String, to target: String) throws(FileError) {
    try onDisk(target) { try FileManager.default.moveItem(atPath: source, toPath: target) }
  }

  /// Writes a file: whole or not at all.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try onDisk(path) {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }

  /// Refuses a folder that cannot be written into, or made, before a night's work is done for it.
  ///
  /// Where the folder has to be made, permissions say too little (a system folder, a full disk), so
  /// another one is made beside it and removed again. A folder that exists is left untouched: a run
  /// with nothing to do must not even change its date.
  package static func checkWritable(_ path: String) throws(FileError) {
    var place = URL(fileURLWithPath: path).standardizedFileURL
    while !exists(place.path), place.path != "/" { place.deleteLastPathComponent() }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder),
      isFolder.boolValue
    else {
      throw .cannotWrite(path: path, reason: "\(place.path) is not a folder")
    }
    if exists(path) {
      guard FileManager.default.isWritableFile(atPath: place.path) else {
        throw .cannotWrite(path: path, reason: "no permission to write there")
      }
      return
    }
    let probe = place.appendingPathComponent(".almanac-probe-\(UUID().uuidString)").path
    do {
      try FileManager.default.createDirectory(
        atPath: probe, withIntermediateDirectories: false)
    } catch {
      throw .cannotWrite(path: path, reason: reason(for: error))
    }
    remove(probe)
  }

  private static func onDisk(_ path: String, _ body: () throws -> Void) throws(FileError) {
    do {
      try body()
    } catch {
      throw .cannotWrite(path: path, reason: reason(for: error))
    }
  }

  /// The system's words for what went wrong; Foundation wraps them.
  private static func reason(for error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    return cause.map { SmallFile.reason(Int32($0.code)) } ?? error.localizedDescription
  }
}
