import Foundation

/// Why something cannot be done with an open file or folder.
package enum FileError: Error, Hashable, Sendable {
  /// The operating system refused; `code` is its `errno`.
  case system(operation: String, path: String, code: CInt)
  /// A link, folder or device stands where a plain file, or a folder of them, should be.
  case notAFile(path: String)
  /// The file is longer than it can be: `bytes` of at most `limit`.
  case tooLarge(path: String, bytes: Int, limit: Int)

  /// The system's number for it, where it is the system that refused.
  package var code: CInt? {
    if case .system(_, _, let code) = self { return code }
    return nil
  }

  /// Whether there is no room left.
  package var isFull: Bool { code.map(FileError.isFull) ?? false }

  /// Whether the system's number says that there is no room left: on the disk, or for its user, or
  /// in the file.
  package static func isFull(_ code: CInt) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }

  /// What is wrong in a few words, without the place.
  package var reason: String {
    switch self {
    case .system(_, _, let code): FileError.words(for: code)
    case .notAFile: "it is a link, or not the plain file or folder that belongs there"
    case .tooLarge(_, let bytes, let limit): "it has \(bytes) bytes, at most \(limit) are read"
    }
  }

  /// The system's words for an error number.
  package static func words(for code: CInt) -> String { String(cString: strerror(code)) }
}

extension FileError: CustomStringConvertible {
  /// What is wrong, and where.
  package var description: String {
    switch self {
    case .system(let operation, let path, _): "\(path): cannot \(operation): \(reason)"
    case .notAFile(let path), .tooLarge(let path, _, _): "\(path): \(reason)"
    }
  }
}

/// Why a place of the house cannot be written, or not even be looked at.
package enum FolderError: Error, Hashable, Sendable {
  /// Whether anything is there cannot be told; the reason is the system's.
  case cannotLook(path: String, reason: String)
  /// It cannot be made, written, moved or copied; the reason is the system's.
  case cannotWrite(path: String, reason: String)
  /// There is no room left for it; the reason is the system's.
  case full(path: String, reason: String)
  /// What is there is no plain file, and would be gone.
  case inTheWay(path: String)
  /// What is there has the name of a file of this program, and is none.
  case foreign(path: String)
  /// The file is one of the state folder's own.
  case ofThePress(path: String)
}

extension FolderError {
  /// Why a place could not be written.
  package init(_ error: FileError, writing path: String) {
    self =
      error.isFull
      ? .full(path: path, reason: error.reason) : .cannotWrite(path: path, reason: error.reason)
  }
}

extension FolderError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
  package var description: String {
    switch self {
    case .cannotLook(let path, let reason):
      "\(path): cannot be looked at (\(reason)) — allow reading the folders above it, or name "
        + "another place"
    case .cannotWrite(let path, let reason):
      "\(path): cannot be written (\(reason)) — allow writing there, or name another folder"
    case .full(let path, let reason):
      "\(path): cannot be written (\(reason)) — make room and run again"
    case .inTheWay(let path):
      "\(path): a link, a folder, a device or a pipe is there, and nothing is put in its place — "
        + "name another file"
    case .foreign(let path):
      "\(path): it is none of the files that this command writes, and would be taken for one — "
        + "move it away, or name another folder"
    case .ofThePress(let path):
      "\(path): the press keeps its own files there, and nothing else is put in their place — "
        + "name another file"
    }
  }
}
