/// How puzzles are printed as a booklet: a cover, so many boards to a page, the answers at the end.
package struct Booklet: Hashable, Sendable {
  /// A size of paper.
  package enum Paper: String, CaseIterable, Sendable {
    /// 210 × 297 mm.
    case a4
    /// 8.5 × 11 inches.
    case letter

    /// What style sheets call it.
    var name: String { self == .a4 ? "A4" : "letter" }
  }

  /// The paper.
  package let paper: Paper
  /// How many hints of each puzzle are printed before the answers, upside down: the first ones,
  /// 0…9.
  package let hints: Int

  /// - Parameters:
  ///   - paper: The paper.
  ///   - hints: How many hints of each puzzle are printed, 0…9.
  package init(paper: Paper = .a4, hints: Int = 0) {
    self.paper = paper
    self.hints = hints
  }
}
