import Notation
import Pipeline

/// Where the puzzles of a command come from.
package struct PuzzleSource: Hashable, Sendable {
  /// A file, or `-` for the standard input.
  package var file: String
  /// The star quota, for notations that do not say.
  package var stars: Int?

  package init(_ file: String, stars: Int? = nil) {
    self.file = file
    self.stars = stars
  }

  /// The puzzles that are read at once: not the whole list, for a million puzzles need a gigabyte
  /// once they are read.
  private static let page = 4096

  /// Reads the puzzles, page by page.
  ///
  /// - Parameters:
  ///   - context: Whether to go on.
  ///   - emit: Told where there is no puzzle at all.
  ///   - begin: Called once a puzzle has been read, before it is given on.
  ///   - take: Given each page, with the place of its first puzzle in the input.
  /// - Returns: Whether there was any puzzle, or a line that is none.
  /// - Throws: `PipelineError` when the input cannot be read; what the closures throw.
  func read(
    _ context: RunContext, _ emit: (Message) throws -> Void, begin: (() throws -> Void)? = nil,
    take: (_ first: Int, [ListedPuzzle]) async throws -> Void
  ) async throws -> Bool {
    let input = PuzzleInput(path: file)
    var list = readPuzzles(try input.bytes(context), stars: stars).makeIterator()
    var (index, hasBegun) = (0, false)
    while true {
      var entries: [ListedPuzzle] = []
      while entries.count < PuzzleSource.page, let entry = list.next() { entries.append(entry) }
      if entries.isEmpty { break }
      if let begin, !hasBegun, entries.contains(where: { (try? $0.result.get()) != nil }) {
        try begin()
        hasBegun = true
      }
      try await take(index, entries)
      index += entries.count
    }
    if index == 0 {
      try emit(
        .problem("\(input.name): there is no puzzle in it — notations are \(Notation.choices)"))
    }
    return index > 0
  }

  /// The input's name for messages.
  var name: String { PuzzleInput(path: file).name }

  /// What is said of a line that is no puzzle.
  func problem(_ error: NotationError) -> Message {
    .problem(
      "\(name):\(error.line):\(error.column): "
        + "found \(error.found), expected \(error.expected)")
  }
}
