import Foundation

/// Reads files that people write: whole, and never more than a bound.
package enum SmallFile {
  /// The bytes of a regular file.
  ///
  /// A pipe, a device or a folder is refused before it is read, so that a file that never ends
  /// cannot hold up a run.
  ///
  /// - Throws: `SmallFile.Failure`, which says in a sentence what is wrong.
  package static func bytes(of path: String, atMost most: Int) throws(Failure) -> [UInt8] {
    do throws(FileError) {
      return try OpenFile.file(at: path).contents(limit: most)
    } catch {
      switch error {
      case .notAFile: throw .notAFile
      case .tooLarge: throw .huge(limit: most)
      case .system(_, _, ENOENT): throw path.contains("\u{FFFD}") ? .oddName : .missing
      case .system: throw .unreadable(reason: error.reason)
      }
    }
  }

  /// The names in a folder, in the order of their bytes; hidden files are left out.
  package static func names(inFolder path: String) throws(Failure) -> [String] {
    let names: [String]?
    do throws(FileError) {
      names = try OpenFile.folder(atRoot: path)?.names()
    } catch {
      throw error.code == ENOTDIR ? .missing : .unreadable(reason: error.reason)
    }
    guard let names else { throw .missing }
    return names.filter { !$0.hasPrefix(".") }
  }

  /// Why a file cannot be read.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case missing
    /// Its name is not UTF-8, so that it cannot be asked for.
    case oddName
    case notAFile
    case huge(limit: Int)
    case unreadable(reason: String)

    package var description: String {
      switch self {
      case .missing: "the file does not exist — make it, or name another"
      case .oddName: "its name is not UTF-8 — give it another one"
      case .notAFile: "this is not a regular file — put a text file in its place"
      case .huge(let limit):
        "the file is too large — it can have up to \(limit / 1024) kB"
      case .unreadable(let reason): "the file cannot be read (\(reason)) — allow reading it"
      }
    }
  }
}
