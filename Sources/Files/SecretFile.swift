import Foundation

/// Files that hold a secret: readable by their owner alone, and never written over.
package enum SecretFile {
  /// The bytes of such a file.
  ///
  /// What others may read, or somebody else has written, is no secret. A link is refused: who may
  /// follow it to what is not told by the link.
  ///
  /// - Throws: `SecretFile.Failure`, which says in a sentence what is wrong, and nothing of what is
  ///   in the file.
  package static func bytes(of path: String, atMost most: Int) throws(Failure) -> [UInt8] {
    let (owner, mode, bytes): (uid_t, Int, [UInt8])
    do throws(FileError) {
      guard let file = try open(path) else {
        throw .system(operation: "open", path: path, code: ENOENT)
      }
      let status = try file.status()
      owner = status.st_uid
      mode = Int(status.st_mode & 0o777)
      bytes = try file.contents(limit: most)
    } catch {
      switch error {
      case .notAFile: throw .notAFile
      case .tooLarge: throw .huge(limit: most)
      case .system(_, _, ENOENT): throw .missing
      case .system: throw .unreadable(reason: error.reason)
      }
    }
    // What the system hands to a service (`LoadCredential=`) belongs to root.
    guard [geteuid(), 0].contains(owner) else { throw .notOurs }
    guard mode & 0o077 == 0 else { throw .open(mode: mode) }
    return bytes
  }

  private static func open(_ path: String) throws(FileError) -> OpenFile? {
    let place = SplitPath(path)
    return try OpenFile.folder(atRoot: place.folder)?.file(place.name)
  }

  /// Writes a new file that its owner alone can read, whole and on the disk.
  ///
  /// - Throws: `FolderError` when it cannot be written, or something has the name already.
  package static func create(_ bytes: [UInt8], at path: String) throws(FolderError) {
    guard try Folders.create(bytes, at: path, isSecret: true) else {
      throw .cannotWrite(path: path, reason: FileError.words(for: EEXIST))
    }
  }

  /// Why a secret cannot be read.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case missing
    case notAFile
    case notOurs
    case open(mode: Int)
    case huge(limit: Int)
    case unreadable(reason: String)

    package var description: String {
      switch self {
      case .missing: "the file does not exist — bring it, or name another"
      case .notAFile: "this is a link or not a plain file — name the file itself"
      case .notOurs: "the file belongs to somebody else — make it your own (chown)"
      case .open(let mode):
        "others can read the file (mode \(String(mode, radix: 8))) — take that away: chmod 600"
      case .huge(let limit): "the file has more than \(limit) bytes — name another"
      case .unreadable(let reason): "the file cannot be read (\(reason)) — allow reading it"
      }
    }
  }
}
