#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension DirectoryStore {
  /// The files whose paths start with a text, without tags.
  ///
  /// - Throws: `StoreError` when a folder cannot be read.
  package func list(_ prefix: String) throws(StoreError) -> StoreListing {
    var objects: [ObjectInfo] = []
    var litter: [String] = []
    var strays: [String] = []
    try walk(prefix) { entry, _ throws(StoreError) in
      if entry.isPlain, TemporaryName.isTemporary(entry.name) {
        litter.append(entry.path)
      } else if entry.isPlain, let key = try? ObjectKey(entry.path) {
        objects.append(ObjectInfo(key: key, bytes: entry.bytes, tag: nil))
      } else {
        strays.append(entry.path)
      }
    }
    return StoreListing(objects: objects, litter: litter, strays: strays)
  }

  /// Removes the temporary files of writers that are no more.
  ///
  /// - Returns: Their paths.
  /// - Throws: `StoreError` when a folder cannot be read or a file not be removed.
  package func sweep(_ prefix: String) throws(StoreError) -> [String] {
    var swept: [String] = []
    try walk(prefix) { entry, folder throws(StoreError) in
      guard entry.isPlain, TemporaryName.isTemporary(entry.name) else { return }
      if try TemporaryName.sweep(entry.name, in: folder) { swept.append(entry.path) }
    }
    return swept.sorted()
  }

  /// Something in a folder that is not itself a folder.
  private struct Entry {
    var path: String
    var name: String
    var isPlain: Bool
    var bytes: Int
  }

  /// Visits everything but folders below the folder that a prefix names, if its path starts so.
  private func walk(
    _ prefix: String,
    _ visit: (Entry, borrowing OpenFile) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard var folder = try OpenFile.folder(atRoot: root) else { return }
    var path = ""
    for name in prefix.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      let key = try ObjectKey(path + name)
      guard let next = try folder.folder(key.name) else { return }
      folder = next
      path = key.text + "/"
    }
    try walk(folder, path: path, depth: 0) { entry, folder throws(StoreError) in
      if entry.path.hasPrefix(prefix) { try visit(entry, folder) }
    }
  }

  private func walk(
    _ folder: borrowing OpenFile, path: String, depth: Int,
    _ visit: (Entry, borrowing OpenFile) throws(StoreError) -> Void
  ) throws(StoreError) {
    for name in try folder.names() {
      var status = stat()
      guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        if errno == ENOENT {
          // A name that is not UTF-8 cannot be asked for; any other is gone since the folder was
          // read, as another publisher's temporary files go.
          if name.unicodeScalars.contains("\u{FFFD}") {
            try visit(Entry(path: path + name, name: name, isPlain: false, bytes: 0), folder)
          }
          continue
        }
        throw .system(operation: "look at", path: folder.path + "/" + name, code: errno)
      }
      let kind = status.st_mode & S_IFMT
      // Our own tree is two folders deep. Someone else's may be deeper than the stack.
      if kind == S_IFDIR, depth < 16, let inner = try folder.folder(name) {
        try walk(inner, path: path + name + "/", depth: depth + 1, visit)
      } else {
        let entry = Entry(
          path: path + name, name: name, isPlain: kind == S_IFREG, bytes: Int(status.st_size))
        try visit(entry, folder)
      }
    }
  }
}

extension OpenFile {
  /// The names in this folder, ascending.
  fileprivate func names() throws(StoreError) -> [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      let code = errno
      if copy >= 0 { close(copy) }
      throw .system(operation: "read the folder", path: path, code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else {
      throw .system(operation: "read the folder", path: path, code: errno)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
