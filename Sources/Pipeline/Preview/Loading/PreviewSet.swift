import Notation

/// Puzzles that an editor looks at together: a pack, a calendar, a date, a file.
struct PreviewSet: Sendable {
  /// One of them.
  struct Item: Sendable {
    /// The id of its place, such as `2star-10x10:12`, or its number in a file.
    let id: String
    /// The short name on a card: `12`, `Sat 2026-11-21`.
    let label: String
    /// The puzzle with what is printed about it.
    let sbn: SBN
    /// The difficulty that the recipe aims at, where there is one.
    var target: Int?
    /// Whether a release has it: then it stays where it is.
    var isPublished = false
    /// What else an editor should read on its card.
    var note: String?
  }

  /// The title: a pack's name, a cadence, a file.
  let title: String
  /// The name that files get: letters, digits and `-`.
  let slug: String
  /// The puzzles, in order.
  var items: [Item]
  /// Lines of a file that are no puzzles, in words.
  var problems: [String] = []
}
