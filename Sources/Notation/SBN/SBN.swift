public import StarBattle

/// A puzzle as the outside world keeps it: one line of text, `5x1.AABBB….s42d7l4c12`.
///
///     {size}x{stars}.{regions}.{metadata}
///
/// - `size` and `stars`: decimal numbers; the grid has to be one that can be filled.
/// - `regions`: one letter a cell, row-major. The letter names the region, in either case: `a` and
///   `A` are the same region, as they are to the readers of this notation that came before. Any
///   letters do; the writer uses A, B, C … in order of first appearance.
/// - `metadata`: keys of one letter, each with its value, in any order; see `Metadata`. It may be
///   empty, and may be missing together with its dot.
///
/// A value keeps the very bytes it was read from, and prints them again. Two values are equal when
/// their texts are; compare `puzzle`, or `puzzle.canonicalForm`, to compare puzzles.
public struct SBN: Hashable, Sendable {
  /// The puzzle.
  public let puzzle: Puzzle

  /// What is said about the puzzle.
  public let metadata: Metadata

  private let text: String

  /// Writes a puzzle in canonical form.
  ///
  /// Regions are lettered in order of first appearance; the keys come in the order `s`, `d`, `l`,
  /// `c`, then those that are not known, as they were read. Without any there is no second dot.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - metadata: What to say about it.
  /// - Complexity: O(cells).
  public init(puzzle: Puzzle, metadata: Metadata = Metadata()) {
    var text = "\(puzzle.grid.side)x\(puzzle.grid.stars)."
    text += String(decoding: puzzle.regions.map { UInt8(ascii: "A") + $0 }, as: UTF8.self)
    let said = metadata.text
    if !said.isEmpty { text += "." + said }
    self.init(puzzle: puzzle, metadata: metadata, text: text)
  }

  /// A puzzle that was read from a text.
  init(puzzle: Puzzle, metadata: Metadata, text: String) {
    self.puzzle = puzzle
    self.metadata = metadata
    self.text = text
  }

  /// The same puzzle and metadata, written afresh in canonical form.
  ///
  /// Keys that are not known are kept, after the known ones.
  public var canonical: SBN { SBN(puzzle: puzzle, metadata: metadata) }
}

extension SBN: CustomStringConvertible {
  /// The bytes that were read, or the canonical text of a puzzle that was not read.
  public var description: String { text }
}
