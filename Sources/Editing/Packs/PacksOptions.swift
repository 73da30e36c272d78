package import Generating
package import Pipeline

/// What an editor asks of packs, and where.
package struct PacksOptions: Hashable, Sendable {
  /// What to do.
  package enum Task: Hashable, Sendable {
    /// List the packs, or one of them.
    case list(pack: String?)
    /// Fill the empty slots of a pack; where the recipe would shift slots, only if that is forced.
    case build(recipe: String, isForced: Bool)
    /// Add slots at the end: the puzzles that are named, or so many that are proposed.
    case append(pack: String, puzzles: [String], count: Int, wish: GradeRange)
    /// Give a slot another puzzle: the one that is named, or the best that is proposed.
    case replace(slot: String, with: String?, wish: GradeRange)
    /// Change the order of slots.
    case reorder(pack: String, SlotOrder, isForced: Bool)
    /// Keep the puzzle of a slot when the pack is made anew, or no longer.
    case pin(slot: String, isPinned: Bool)
    /// Make the slots that nobody pinned anew, in a pack that players do not have.
    case regenerate(pack: String, isFresh: Bool)
    /// Tell how packs, or one of them, differ from what players have.
    case difference(pack: String?)
  }

  /// What to do.
  package var task: Task
  /// Why, for the record and, where slots move, for players.
  package var reason = ""
  /// The folder of the recipes.
  package var recipes = "Pipelines"
  /// The folder of the catalogue.
  package var state = ".almanac"
  /// The folder that gets a page with what is proposed, if any.
  package var html: String?
  /// Whether nothing is to be kept.
  package var isDryRun = false
  /// Whether the result is one JSON object.
  package var isJSON = false
  /// Whether the terminal shows colours.
  package var isColoured = false
  /// The columns of the terminal.
  package var width = 80

  /// A task with the usual folders.
  package init(_ task: Task) { self.task = task }

  /// The most slots that are appended at once.
  package static let appendable = 1...100
}

/// A new order of slots.
package enum SlotOrder: Hashable, Sendable {
  /// These slots first, in this order; the others follow as they are.
  case first([Int])
  /// Two slots change places.
  case swapped(Int, Int)
  /// Within each grid by score, the easiest first.
  case rising
}
