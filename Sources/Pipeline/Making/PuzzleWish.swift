/// What a puzzle should be like.
package struct PuzzleWish: Hashable, Sendable {
  /// The difficulty, 1…10.
  package var difficulty: ClosedRange<Int>?
  /// The hardest rule level needed.
  package var level: ClosedRange<Int>?

  /// A wish; nothing leaves it to the recipe.
  package init(difficulty: ClosedRange<Int>? = nil, level: ClosedRange<Int>? = nil) {
    self.difficulty = difficulty
    self.level = level
  }
}
