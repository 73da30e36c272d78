import Files
import Foundation

extension DirectoryStore {
  /// The files whose paths start with a text, without tags.
  ///
  /// - Throws: `StoreError` when a folder cannot be read.
  package func list(_ prefix: String) throws(StoreError) -> StoreListing {
    var objects: [ObjectInfo] = []
    var litter: [String] = []
    var strays: [String] = []
    try walk(prefix) { entry, _ throws(StoreError) in
      if entry.isLitter {
        litter.append(entry.path)
      } else if entry.isPlain, let key = try? ObjectKey(entry.path) {
        objects.append(ObjectInfo(key: key, bytes: entry.bytes, tag: nil))
      } else {
        strays.append(entry.path)
      }
    }
    return StoreListing(objects: objects, litter: litter, strays: strays)
  }

  /// Removes the temporary files of writers that are no more, and folders that nothing is in.
  ///
  /// - Returns: Their paths.
  /// - Throws: `StoreError` when a folder cannot be read or a file not be removed.
  package func sweep(_ prefix: String) throws(StoreError) -> [String] {
    var swept: [String] = []
    try walk(prefix) { entry, folder throws(StoreError) in
      guard entry.isLitter else { return }
      do throws(FileError) {
        if entry.isEmptyFolder {
          if try folder.removeFolder(entry.name) { swept.append(entry.path) }
        } else if try DraftFile.sweep(entry.name, in: folder) {
          swept.append(entry.path)
        }
      } catch {
        throw StoreError(error)
      }
    }
    return swept.sorted()
  }

  /// Something in a folder that is not itself a folder, or one that nothing is in.
  private struct FoundFile {
    /// Its path; that of a folder ends with a slash.
    var path: String
    var name: String
    var isPlain = false
    var isEmptyFolder = false
    var bytes = 0

    /// Whether a sweep removes it.
    var isLitter: Bool { isEmptyFolder || isPlain && DraftFile.isTemporary(name) }
  }

  /// Visits everything but folders below the folder that a prefix names, if its path starts so.
  private func walk(
    _ prefix: String,
    _ visit: (FoundFile, borrowing OpenFile) throws(StoreError) -> Void
  ) throws(StoreError) {
    var keys: [ObjectKey] = []
    for name in prefix.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      keys.append(try ObjectKey((keys.last.map { $0.text + "/" } ?? "") + name))
    }
    let start = try StoreError.translating { () throws(FileError) in
      try existingFolder(keys.map(\.name))
    }
    guard let start else { return }
    let path = keys.last.map { $0.text + "/" } ?? ""
    try walk(start, path: path, depth: 0) { entry, folder throws(StoreError) in
      if entry.path.hasPrefix(prefix) { try visit(entry, folder) }
    }
  }

  private func walk(
    _ folder: borrowing OpenFile, path: String, depth: Int,
    _ visit: (FoundFile, borrowing OpenFile) throws(StoreError) -> Void
  ) throws(StoreError) {
    for name in try StoreError.translating({ () throws(FileError) in try folder.names() }) {
      let status = try StoreError.translating { () throws(FileError) in
        try folder.status(of: name)
      }
      guard let status else {
        // A name that is not UTF-8 cannot be asked for; any other is gone since the folder was
        // read, as another publisher's temporary files go.
        if name.unicodeScalars.contains("\u{FFFD}") {
          try visit(FoundFile(path: path + name, name: name), folder)
        }
        continue
      }
      let kind = status.st_mode & S_IFMT
      // Our own tree is two folders deep. Someone else's may be deeper than the stack.
      if kind == S_IFDIR, depth < 16 {
        // It may be gone since the folder was read, as a clean-up removes what it has emptied.
        let inner = try StoreError.translating { () throws(FileError) in try folder.folder(name) }
        guard let inner else { continue }
        let inside = path + name + "/"
        try walk(inner, path: inside, depth: depth + 1, visit)
        // A sweep may just have emptied it.
        if try StoreError.translating({ () throws(FileError) in try inner.names().isEmpty }) {
          try visit(FoundFile(path: inside, name: name, isEmptyFolder: true), folder)
        }
      } else {
        let entry = FoundFile(
          path: path + name, name: name, isPlain: kind == S_IFREG, bytes: Int(status.st_size))
        try visit(entry, folder)
      }
    }
  }
}
