import Flagging
package import Grading
package import Notation
package import StarBattle

/// Puzzles that an editor looks at together: a pack, a calendar, a date, a file.
package struct PreviewSet: Sendable {
  /// One of them, before it is solved: what the place that it comes from says about it.
  package struct Item: Sendable {
    /// The id of its place, such as `2star-10x10:12`, or its number in a file.
    let id: String
    /// The short name on a card: `12`, `Sat 2026-11-21`.
    package let label: String
    /// The puzzle with what is printed about it.
    package let sbn: SBN
    /// The difficulty that the recipe aims at, where there is one.
    var target: Int?
    /// The id of the rule that the recipe wants to be the hardest, where there is one.
    var rule: String?
    /// The most parts that the recipe lets an argument have, where it says so.
    var arguments: Int?
    /// Whether a release has it: then it stays where it is.
    var isPublished = false
    /// What else an editor should read on its card.
    var note: String?
    /// How people have come along with it, where that is known.
    var play: PlayReport.Play?
    /// What its recipe says about flags, where there is one.
    var flags = FlagWishes()
    /// Whether it stands in a calendar, after that of the date before.
    var isDate = false
    /// How the rules solve it, where that is known already.
    var solve: (grade: Grade, trace: Trace)?

    package init(
      id: String, label: String, sbn: SBN, target: Int? = nil, rule: String? = nil,
      isPublished: Bool = false, note: String? = nil, solve: (grade: Grade, trace: Trace)? = nil
    ) {
      self.id = id
      self.label = label
      self.sbn = sbn
      self.target = target
      self.rule = rule
      self.isPublished = isPublished
      self.note = note
      self.solve = solve
    }
  }

  /// The title: a pack's name, a cadence, a file.
  let title: String
  /// The puzzles, in order.
  package var items: [Item]
  /// Lines of a file that are no puzzles, in words.
  package var problems: [String] = []

  package init(title: String, items: [Item], problems: [String] = []) {
    self.title = title
    self.items = items
    self.problems = problems
  }
}
