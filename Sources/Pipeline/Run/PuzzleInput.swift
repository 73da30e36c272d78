import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A text of puzzles: a file, or the standard input.
package struct PuzzleInput: Hashable, Sendable {
  /// The path, `-` for the standard input, or the address of a puzzle, which is the puzzle itself.
  package let path: String

  /// The most bytes that are read: about a million of the largest puzzles is not needed at once.
  static let largestSizeInBytes = 256 * 1024 * 1024

  /// An input by its path, or `-`.
  package init(path: String) { self.path = path }

  /// Whether the text is the address of a puzzle: it is read as it stands, nothing is fetched.
  private var isAddress: Bool { path.hasPrefix("https://") || path.hasPrefix("http://") }

  /// The name for messages.
  package var name: String { path == "-" ? "standard input" : isAddress ? "the address" : path }

  /// Reads all of it.
  ///
  /// - Throws: `PipelineError.input` when it cannot be read, `PipelineError.interrupted`.
  package func bytes(_ context: RunContext) throws(PipelineError) -> [UInt8] {
    if isAddress { return Array(path.utf8) }
    let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      let advice = errno == ENOENT ? "name a file that exists, or - for standard input" : "allow it"
      throw failure("cannot be read (\(SmallFile.reason(errno))) — \(advice)")
    }
    defer { if path != "-" { close(file) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      try context.checkInterruption()
      // A signal may reach another thread and leave this one waiting: look up now and then.
      var state = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      if poll(&state, 1, 200) == 0 { continue }
      let count = read(file, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw failure("cannot be read (\(SmallFile.reason(errno))) — name a file of puzzles")
      }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= PuzzleInput.largestSizeInBytes else {
        throw failure(
          "more than \(PuzzleInput.largestSizeInBytes >> 20) MB — split it into smaller files")
      }
    }
  }

  private func failure(_ reason: String) -> PipelineError { .input(path: name, reason: reason) }
}
