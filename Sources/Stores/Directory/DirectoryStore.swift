import Identity

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder of plain files, one an object, at the paths that their keys spell.
///
/// A put writes a temporary file in the same folder, checks its length, has it written to disk,
/// renames it and has the folder written to disk. So a reader, or a power cut, meets the old bytes
/// or the new ones. A folder keeps no Content-Type and no Cache-Control.
package struct DirectoryStore: ObjectStore {
  /// The folder that the keys start from.
  package let root: String

  /// A store in a folder, which is made when something is put into it.
  package init(root: String) { self.root = root }

  /// The folder's path.
  package var name: String { root }

  /// The bytes of an object, or nothing when there is none.
  ///
  /// - Throws: `StoreError` when something that is no plain file is in the way, the object has more
  ///   than `limit` bytes, or the system refuses.
  package func get(_ key: ObjectKey, limit: Int) throws(StoreError) -> [UInt8]? {
    guard let folder = try existingFolder(of: key) else { return nil }
    return try bytes(of: key.name, in: folder, limit: limit)
  }

  /// The size and tag of an object, or nothing when there is none.
  ///
  /// - Throws: `StoreError` as `get` does.
  package func head(_ key: ObjectKey) throws(StoreError) -> ObjectInfo? {
    guard let bytes = try get(key) else { return nil }
    return ObjectInfo(key: key, bytes: bytes.count, tag: Digest.md5(of: bytes))
  }

  /// Stores an object if a condition holds.
  ///
  /// Conditions are checked under a lock on the root folder, so two publishers of this kind cannot
  /// both win.
  ///
  /// - Throws: `StoreError.preconditionFailed` when the condition does not hold; another
  ///   `StoreError` when the system refuses. What was there before is there still.
  @discardableResult
  package func put(
    _ object: StoredObject, _ condition: PutCondition
  ) throws(StoreError) -> ObjectInfo {
    let folder = try madeFolder(of: object.key)
    let temporary = try TemporaryName.write(object.bytes, in: folder)
    do throws(StoreError) {
      // The lock goes with this scope.
      guard let tree = try OpenFile.folder(atRoot: root) else {
        throw .system(operation: "open the folder", path: root, code: ENOENT)
      }
      try tree.lock()
      guard try holds(condition, for: object.key, in: folder) else {
        throw .preconditionFailed(object.key, store: name)
      }
      try folder.rename(temporary.name, to: object.key.name)
    } catch {
      try? folder.remove(temporary.name)
      throw error
    }
    return ObjectInfo(key: object.key, bytes: object.bytes.count, tag: object.md5)
  }

  /// Removes an object; does nothing when there is none.
  ///
  /// - Throws: `StoreError` when the system refuses.
  package func delete(_ key: ObjectKey) throws(StoreError) {
    guard let folder = try existingFolder(of: key) else { return }
    try folder.remove(key.name)
    try folder.synchronize()
  }

  private func holds(
    _ condition: PutCondition, for key: ObjectKey, in folder: borrowing OpenFile
  ) throws(StoreError) -> Bool {
    switch condition {
    case .always: return true
    case .ifAbsent: return try folder.file(key.name) == nil
    case .ifMatch(let tag):
      let bytes = try bytes(of: key.name, in: folder, limit: Self.largestObject)
      return bytes.map(Digest.md5) == tag
    }
  }

  private func bytes(
    of name: String, in folder: borrowing OpenFile, limit: Int
  ) throws(StoreError) -> [UInt8]? {
    guard let file = try folder.file(name) else { return nil }
    return try file.contents(limit: limit)
  }

  /// The folder that an object is in, or nothing when it does not exist.
  private func existingFolder(of key: ObjectKey) throws(StoreError) -> OpenFile? {
    guard var folder = try OpenFile.folder(atRoot: root) else { return nil }
    for name in key.folders {
      guard let next = try folder.folder(name) else { return nil }
      folder = next
    }
    return folder
  }

  /// The folder that an object will be in, made if it does not exist.
  private func madeFolder(of key: ObjectKey) throws(StoreError) -> OpenFile {
    var folder = try madeRoot()
    for name in key.folders {
      if let next = try folder.folder(name) {
        folder = next
      } else {
        try folder.makeFolder(name)
        guard let next = try folder.folder(name) else {
          throw .system(operation: "open the folder", path: folder.path + "/" + name, code: ENOENT)
        }
        folder = next
      }
    }
    return folder
  }

  private func madeRoot() throws(StoreError) -> OpenFile {
    if let folder = try OpenFile.folder(atRoot: root) { return folder }
    var path = root.hasPrefix("/") ? "/" : "."
    for name in root.split(separator: "/") {
      guard let parent = try OpenFile.folder(atRoot: path) else {
        throw .system(operation: "open the folder", path: path, code: ENOENT)
      }
      path += path == "/" ? "\(name)" : "/\(name)"
      if try OpenFile.folder(atRoot: path) == nil { try parent.makeFolder(String(name)) }
    }
    guard let folder = try OpenFile.folder(atRoot: root) else {
      throw .system(operation: "open the folder", path: root, code: ENOENT)
    }
    return folder
  }
}
