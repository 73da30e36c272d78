/// Why a file or folder of the house cannot be written.
package enum FileError: Error, Hashable, Sendable {
  /// It cannot be made, written, moved or copied; the reason is the system's.
  case cannotWrite(path: String, reason: String)
}

extension FileError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
  package var description: String {
    switch self {
    case .cannotWrite(let path, let reason):
      "\(path): cannot be written (\(reason)) — allow writing there, or name another folder"
    }
  }
}
