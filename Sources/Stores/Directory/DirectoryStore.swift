import Files
import Foundation
import Identity

/// A folder of plain files, one an object, at the paths that their keys spell.
///
/// A put is a `DraftFile`, which gets its name under the lock that conditions are checked under. So
/// a reader, or a power cut, meets the old bytes or the new ones. A folder keeps no Content-Type
/// and no Cache-Control.
package struct DirectoryStore: ObjectStore {
  /// The folder that the keys start from.
  package let root: String

  /// A store in a folder, which is made when something is put into it.
  package init(root: String) { self.root = root }

  package var name: String { root }

  /// The bytes of an object, or `nil` when there is none.
  ///
  /// - Throws: `StoreError` when something that is no plain file is in the way, the object has more
  ///   than `limit` bytes, or the system refuses.
  package func get(_ key: ObjectKey, limit: Int) throws(StoreError) -> [UInt8]? {
    try StoreError.translating { () throws(FileError) in
      guard let folder = try existingFolder(key.folders) else { return nil }
      return try bytes(of: key.name, in: folder, limit: limit)
    }
  }

  /// The size and tag of an object, or `nil` when there is none.
  ///
  /// - Throws: `StoreError` as `get` does.
  package func head(_ key: ObjectKey) throws(StoreError) -> ObjectInfo? {
    guard let bytes = try get(key, limit: Self.largestObject) else { return nil }
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
    let isDone = try StoreError.translating { () throws(FileError) in
      var draft = try DraftFile(for: object.key.name, in: madeFolder(of: object.key))
      try draft.write(object.bytes)
      try draft.synchronize()
      // The lock goes with this scope.
      guard let tree = try OpenFile.folder(atRoot: root) else {
        throw FileError.system(operation: "open the folder", path: root, code: ENOENT)
      }
      try tree.lock()
      guard try holds(condition, for: object.key, in: draft.folder) else { return false }
      try draft.commit()
      return true
    }
    guard isDone else { throw .preconditionFailed(object.key, store: name) }
    return ObjectInfo(key: object.key, bytes: object.bytes.count, tag: object.md5)
  }

  /// Removes an object, and the folders of its part of the tree that nothing is left in; does
  /// nothing when there is no such object.
  ///
  /// - Throws: `StoreError` when the system refuses.
  package func delete(_ key: ObjectKey) throws(StoreError) {
    try StoreError.translating { () throws(FileError) in
      guard let folder = try existingFolder(key.folders), try folder.status(of: key.name) != nil
      else { return }
      try folder.remove(key.name)
      try folder.synchronize()
      try removeEmptied(key.folders)
    }
  }

  /// Removes a folder and those around it as far as nothing is in them, but for the outermost.
  private func removeEmptied(_ names: [String]) throws(FileError) {
    var around = names
    while let name = around.popLast(), !around.isEmpty {
      guard let folder = try existingFolder(around) else { return }
      // The object is gone; what keeps its folder is for the next sweep to tell.
      guard (try? folder.removeFolder(name)) == true else { return }
      try folder.synchronize()
    }
  }

  /// Keeps publishers of this machine away from a folder by a lock on it, which no put takes.
  ///
  /// A folder that is not there yet is free for all: what is published first is put where nothing
  /// is.
  package func reserve(_ folder: String) async throws(StoreError) -> StoreReservation {
    let names = folder.split(separator: "/").map(String.init)
    let reservation = try StoreError.translating { () throws(FileError) -> StoreReservation? in
      guard let found = try existingFolder(names) else { return StoreReservation() }
      guard try found.lockAtOnce() != false else { return nil }
      return StoreReservation(holding: found)
    }
    guard let reservation else { throw .busy(path: root + "/" + names.joined(separator: "/")) }
    return reservation
  }

  private func holds(
    _ condition: PutCondition, for key: ObjectKey, in folder: borrowing OpenFile
  ) throws(FileError) -> Bool {
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
  ) throws(FileError) -> [UInt8]? {
    guard let file = try folder.file(name) else { return nil }
    return try file.contents(limit: limit)
  }

  /// The folder that is reached by names from the root, or `nil` when it does not exist.
  func existingFolder(_ names: [String]) throws(FileError) -> OpenFile? {
    guard var folder = try OpenFile.folder(atRoot: root) else { return nil }
    for name in names {
      guard let next = try folder.folder(name) else { return nil }
      folder = next
    }
    return folder
  }

  /// The folder that an object will be in, made if it does not exist.
  private func madeFolder(of key: ObjectKey) throws(FileError) -> OpenFile {
    var folder = try OpenFile.folder(making: root)
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
}
