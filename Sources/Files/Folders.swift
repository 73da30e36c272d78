import Foundation

/// The few things that a run does with folders and files of its own, outside the tree.
package enum Folders {
  /// Whether something is at a path; a link without an end is nothing.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether something is at a path, for whoever does something else when nothing is.
  ///
  /// - Throws: `FolderError.cannotLook`, where that cannot be told: “nothing is there” would be
  ///   wrong advice for somebody who may not look.
  package static func isThere(_ path: String) throws(FolderError) -> Bool {
    if exists(path) { return true }
    if [ENOENT, ENOTDIR].contains(errno) { return false }
    throw .cannotLook(path: path, reason: FileError.words(for: errno))
  }

  /// A path where something is there, or else the nearest folder above where something is.
  package static func nearest(to path: String) -> String {
    var place = path
    while !exists(place), SplitPath(place).folder != place { place = SplitPath(place).folder }
    return place
  }

  /// Where a path leads, without links and dots; what is not there yet is taken as it is written.
  package static func resolved(_ path: String) -> String {
    var rest: [String] = []
    var place = path.hasPrefix("/") ? path : "./\(path)"
    while !place.isEmpty {
      if let found = realpath(place, nil) {
        defer { free(found) }
        let base = String(cString: found)
        return ([base == "/" ? "" : base] + rest).joined(separator: "/")
      }
      let split = SplitPath(place)
      guard split.folder != place else { break }
      if split.name == ".." {
        // What is above a folder that is not there cannot be told.
        return path
      }
      if split.name != "." { rest.insert(split.name, at: 0) }
      place = split.folder
    }
    return path
  }

  /// Whether a path is a folder's, or below it, wherever links lead and whether it is there yet.
  package static func isPath(_ path: String, within folder: String) -> Bool {
    let above = resolved(plain(folder))
    return readings(of: path).contains { $0 == above || $0.hasPrefix(above + "/") }
  }

  /// Where a path leads: as the system reads it, and with its dots taken as they are written, which
  /// differ behind a link and where something is not there yet.
  package static func readings(of path: String) -> [String] { [path, plain(path)].map(resolved) }

  /// A path from the root, its dots taken as they are written.
  private static func plain(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var names: [Substring] = []
    for name in whole.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }

  /// What is called so, up to what is not UTF-8 in its name, as the file system spells it.
  ///
  /// - Parameter path: A path whose last name has `\u{FFFD}` for what is not UTF-8.
  /// - Returns: The paths, and whether each is a folder; none where nothing is called so.
  package static func spellings(of path: String) -> [(path: [UInt8], isFolder: Bool)] {
    let place = SplitPath(path)
    guard let folder = try? OpenFile.folder(atRoot: place.folder),
      let names = try? folder.spelledNames()
    else { return [] }
    let above = Array(place.folder.utf8) + (place.folder == "/" ? [] : [UInt8(ascii: "/")])
    return names.filter { String(decoding: $0, as: UTF8.self) == place.name }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .map { name in
        let path = above + name
        var status = stat()
        let isThere = (path + [0]).map(CChar.init(bitPattern:)).withUnsafeBufferPointer {
          $0.baseAddress.map { lstat($0, &status) == 0 } ?? false
        }
        return (path, isThere && status.st_mode & S_IFMT == S_IFDIR)
      }
  }

  /// Whether a path leads to a file that has fewer bytes than a number.
  package static func isFile(_ path: String, below bytes: Int) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size < bytes
  }

  /// Whether two paths lead to one file, by whatever names.
  package static func areSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Makes a folder and those above it, unless they are there.
  package static func make(_ path: String) throws(FolderError) {
    do throws(FileError) {
      _ = try OpenFile.folder(making: path)
    } catch {
      throw FolderError(error, writing: path)
    }
  }

  /// Makes sure that a file can be made, as far as that can be told without making it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - makingFolder: Whether its folder, and those above it, may be missing.
  /// - Throws: `FolderError`.
  package static func checkRoom(for path: String, makingFolder: Bool) throws(FolderError) {
    let folder = SplitPath(path).folder
    if !makingFolder, try !isThere(folder) {
      throw .cannotWrite(path: folder, reason: FileError.words(for: ENOENT))
    }
    try checkWritable(folder)
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw .inTheWay(path: path) }
  }

  /// Removes from a folder what drafts of dead processes have left there.
  package static func sweep(_ path: String) {
    if let folder = try? OpenFile.folder(atRoot: path) { DraftFile.sweep(folder) }
  }

  /// Removes a file, or says why it cannot be.
  package static func removeFile(_ path: String) throws(FolderError) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .cannotWrite(path: path, reason: FileError.words(for: errno))
    }
  }

  /// Gives a file another name in its folder.
  package static func move(_ source: String, to target: String) throws(FolderError) {
    let (old, new) = (SplitPath(source), SplitPath(target))
    do throws(FileError) {
      guard old.folder == new.folder else {
        throw .system(operation: "rename to \(new.name)", path: source, code: EXDEV)
      }
      try OpenFile.folder(existing: old.folder).rename(old.name, to: new.name)
    } catch {
      throw FolderError(error, writing: target)
    }
  }

  /// Writes a file: whole and on the disk, or not at all.
  package static func write(_ bytes: [UInt8], to path: String) throws(FolderError) {
    do throws(FileError) {
      var draft = try DraftFile(for: path)
      try draft.write(bytes)
      try draft.commit()
    } catch .notAFile(let found) {
      throw .inTheWay(path: found)
    } catch {
      throw FolderError(error, writing: path)
    }
  }

  /// Writes a new file, whole and on the disk.
  ///
  /// Under its own name from the start, which is how one of two gets it: a kill can leave a part of
  /// it, which is in the way of the next and is read as damaged.
  ///
  /// - Parameters:
  ///   - bytes: What it is to hold.
  ///   - path: Where, in a folder that is there.
  ///   - isSecret: Whether its owner alone can read it.
  /// - Returns: Whether it is written; `false` where something has the name already, of two at once
  ///   for all but one.
  /// - Throws: `FolderError` when it cannot be written; nothing stays then.
  package static func create(
    _ bytes: [UInt8], at path: String, isSecret: Bool = false
  ) throws(FolderError) -> Bool {
    let place = SplitPath(path)
    do throws(FileError) {
      guard let folder = try OpenFile.folder(atRoot: place.folder) else {
        throw .system(operation: "open the folder", path: place.folder, code: ENOENT)
      }
      let mode = isSecret ? OpenFile.Mode.secret : OpenFile.Mode.file
      guard let file = try folder.newFile(place.name, mode: mode) else { return false }
      do throws(FileError) {
        try file.write(bytes)
        try file.synchronize()
        try folder.synchronize()
      } catch {
        try? folder.remove(place.name)
        throw error
      }
      return true
    } catch {
      throw FolderError(error, writing: path)
    }
  }

  /// Refuses a folder that cannot be written into, or made, before a night's work is done for it.
  ///
  /// Where the folder has to be made, permissions say too little (a system folder, a full disk), so
  /// another one is made beside it and removed again. A folder that exists is left untouched: a run
  /// with nothing to do must not even change its date.
  package static func checkWritable(_ path: String) throws(FolderError) {
    let place = nearest(to: path)
    do throws(FileError) {
      let folder = try OpenFile.folder(atRoot: place)
      guard access(place, W_OK | X_OK) == 0 else {
        throw .system(operation: "write to", path: place, code: errno)
      }
      if place != path { try folder?.probe() }
    } catch {
      if error.code == ENOTDIR, place != path {
        throw .cannotWrite(path: path, reason: "\(place) is not a folder")
      }
      throw FolderError(error, writing: path)
    }
  }
}
