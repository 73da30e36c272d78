import Foundation

/// The few things that a run does with folders and files of its own, outside the tree.
package enum Folders {
  /// Whether something is at a path.
  package static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  /// Makes a folder and those above it, unless they are there.
  package static func make(_ path: String) throws(FolderError) {
    do throws(FileError) {
      _ = try OpenFile.folder(making: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }

  /// Makes an empty folder that nobody else uses.
  package static func makeTemporary() throws(FolderError) -> String {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("almanac-\(UUID().uuidString)").path
    try make(path)
    return path
  }

  /// Removes a folder with all that is in it, if it can be.
  package static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Removes a file, or says why it cannot be.
  package static func removeFile(_ path: String) throws(FolderError) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .cannotWrite(path: path, reason: FileError.words(for: errno))
    }
  }

  package static func copy(_ source: String, to target: String) throws(FolderError) {
    try onDisk(target) { try FileManager.default.copyItem(atPath: source, toPath: target) }
  }

  /// Gives a file another name.
  package static func move(_ source: String, to target: String) throws(FolderError) {
    try onDisk(target) { try FileManager.default.moveItem(atPath: source, toPath: target) }
  }

  /// Writes a file: whole and on the disk, or not at all.
  package static func write(_ bytes: [UInt8], to path: String) throws(FolderError) {
    do throws(FileError) {
      var draft = try DraftFile(for: path)
      try draft.write(bytes)
      try draft.commit()
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }

  /// Refuses a folder that cannot be written into, or made, before a night's work is done for it.
  ///
  /// Where the folder has to be made, permissions say too little (a system folder, a full disk), so
  /// another one is made beside it and removed again. A folder that exists is left untouched: a run
  /// with nothing to do must not even change its date.
  package static func checkWritable(_ path: String) throws(FolderError) {
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

  private static func onDisk(_ path: String, _ body: () throws -> Void) throws(FolderError) {
    do {
      try body()
    } catch {
      throw .cannotWrite(path: path, reason: reason(for: error))
    }
  }

  /// The system's words for what went wrong; Foundation wraps them.
  private static func reason(for error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    return cause.map { FileError.words(for: CInt($0.code)) } ?? error.localizedDescription
  }
}
