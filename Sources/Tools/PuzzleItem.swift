package import Notation
import StarBattle

/// A puzzle of an input, with its place there.
package struct PuzzleItem: Sendable {
  package let sbn: SBN
  /// Its number among the puzzles, from 0.
  package let index: Int
  /// Its line, from 1.
  package let line: Int

  /// How a line about it begins: `0: 10×10 with 2 stars: `.
  var head: String { "\(index): \(sbn.puzzle.grid): " }
}
