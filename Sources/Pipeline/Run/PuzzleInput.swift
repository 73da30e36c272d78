import Files
import Foundation
import Notation

/// A text of puzzles: a file, or the standard input.
package struct PuzzleInput: Hashable, Sendable {
  /// The path, `-` for the standard input, or the address or the SBN text of a puzzle, which is
  /// the puzzle itself.
  package let path: String

  /// The most bytes that are read: about a million of the largest puzzles is not needed at once.
  static let largestSizeInBytes = 256 * 1024 * 1024

  /// An input by its path, or `-`.
  package init(path: String) { self.path = path }

  /// Whether the text is the address of a puzzle: it is read as it stands, nothing is fetched.
  private var isAddress: Bool { Notation.isAddress(path) && !Folders.exists(path) }

  /// Whether the text is a puzzle by itself.
  private var isText: Bool { Notation.isSBN(path) && !Folders.exists(path) }

  /// The name for messages.
  package var name: String {
    path == "-" ? "standard input" : isAddress ? "the address" : isText ? "the puzzle" : path
  }

  /// Reads all of it.
  ///
  /// - Throws: `PipelineError.input` when it cannot be read, `PipelineError.interrupted`.
  package func bytes(_ context: RunContext) throws(PipelineError) -> [UInt8] {
    if isAddress || isText { return Array(path.utf8) }
    // No `SmallFile`: what puzzles come through may be a pipe, which has no size and may keep
    // waiting.
    let file: OpenFile
    do throws(FileError) {
      file = try OpenFile.stream(at: path == "-" ? nil : path)
    } catch {
      let advice =
        error.code == ENOENT ? "name a file that exists, or - for standard input" : "allow it"
      throw failure("cannot be read (\(error.reason)) — \(advice)")
    }
    var bytes: [UInt8] = []
    while true {
      try context.checkInterruption()
      // A signal may reach another thread and leave this one waiting: look up now and then.
      guard file.isReadable(within: 200) else { continue }
      let chunk: [UInt8]
      do throws(FileError) {
        chunk = try file.read(atMost: 64 * 1024)
      } catch {
        throw failure("cannot be read (\(error.reason)) — name a file of puzzles")
      }
      if chunk.isEmpty { return bytes }
      bytes += chunk
      guard bytes.count <= PuzzleInput.largestSizeInBytes else {
        throw failure(
          "more than \(PuzzleInput.largestSizeInBytes >> 20) MB — split it into smaller files")
      }
    }
  }

  private func failure(_ reason: String) -> PipelineError { .input(path: name, reason: reason) }
}
