import Generating
import Yams

/// How difficulty rises from the first item to the last: the `difficulty` of a recipe.
///
/// The numbers are the printed difficulty `d`, 1…10, which compares puzzles of one grid.
package struct DifficultyRamp: Hashable, Sendable {
  /// The difficulty of the first item.
  package let first: Int
  /// The difficulty of the last item, `first` or more.
  package let last: Int

  package init(first: Int, last: Int) {
    self.first = first
    self.last = last
  }

  /// The difficulty that an item aims at.
  ///
  /// - Parameters:
  ///   - index: The item, from 0.
  ///   - count: The number of items.
  /// - Returns: The difficulty on the straight line from `first` to `last`, rounded half up.
  package func target(at index: Int, of count: Int) -> Int {
    guard count > 1 else { return first }
    let steps = count - 1
    return first + ((last - first) * min(index, steps) * 2 + steps) / (steps * 2)
  }
}

extension DifficultyRamp {
  /// Reads `{ from: 2, to: 7 }` or a single number.
  init?(_ node: Node, reader: RecipeReader) {
    if reader.number(node) != nil {
      guard let only = reader.integer(node, "difficulty", in: GradeRange.difficulties) else {
        return nil
      }
      self.init(first: only, last: only)
      return
    }
    guard case .mapping = node else {
      reader.note(
        RecipeLocation(node.mark),
        "`difficulty` is \(RecipeReader.described(node)) — "
          + "it must be a number 1…10 or a range { from: 2, to: 7 }")
      return nil
    }
    guard let fields = reader.fields(of: node, "`difficulty`", allowed: ["from", "to"]) else {
      return nil
    }
    let from = fields.integer("from", in: GradeRange.difficulties)
    let to = fields.integer("to", in: GradeRange.difficulties)
    guard let from, let to else { return nil }
    guard from <= to else {
      reader.note(
        fields.place(of: "to"),
        "`to` is \(to), below `from` \(from) — difficulty rises, so `to` can be \(from)…10")
      return nil
    }
    self.init(first: from, last: to)
  }
}
