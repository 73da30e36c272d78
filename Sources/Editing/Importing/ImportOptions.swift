import Pipeline

/// What to import, and where to.
package struct ImportOptions: Hashable, Sendable {
  /// A file, `-`, or the address of a puzzle.
  package var path: String
  /// The pack whose next empty slots are filled; the reserve where none is named.
  package var pack: String?
  /// The slot that gets the puzzle, such as `intro:3`, if one is named.
  package var slot: String?
  /// Why a slot gets another puzzle, for the record.
  package var reason = ""
  /// The folder of the recipes, for the slots that a pack has.
  package var recipes = "Pipelines"
  /// The folder of the catalogue.
  package var state = ".almanac"
  /// The folder that gets a page with the puzzles, if any.
  package var html: String?
  /// Whether everything is judged and nothing kept.
  package var isDryRun = false
  /// The highest rule level to grade with, 1…13; puzzles that need 13 are never published.
  package var highestLevel = 13
  /// The star quota, for notations that do not say.
  package var stars: Int?
  /// Whether results are JSON objects, one a line.
  package var isJSON = false
  /// Whether the terminal shows colours.
  package var isColoured = false
  /// The columns of the terminal.
  package var width = 80

  /// An import into the reserve, with the usual folders.
  package init(path: String) { self.path = path }
}
