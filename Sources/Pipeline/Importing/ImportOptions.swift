/// What to import, and where to.
public struct ImportOptions: Hashable, Sendable {
  /// A file, `-`, or the address of a puzzle.
  public var path: String
  /// The pack whose next empty slots are filled; the reserve where none is named.
  public var pack: String?
  /// The slot that gets the puzzle, such as `intro:3`, if one is named.
  public var slot: String?
  /// Why a slot gets another puzzle, for the record.
  public var reason = ""
  /// The folder of the recipes, for the slots that a pack has.
  public var recipes = "Pipelines"
  /// The folder of the catalogue.
  public var state = ".almanac"
  /// The folder that gets a page with the puzzles, if any.
  public var html: String?
  /// Whether everything is judged and nothing kept.
  public var isDryRun = false
  /// The highest rule level to grade with, 1…13; puzzles that need 13 are never published.
  public var highestLevel = 13
  /// The star quota, for notations that do not say.
  public var stars: Int?
  /// Whether results are JSON objects, one a line.
  public var isJSON = false
  /// Whether the terminal shows colours.
  public var isColoured = false
  /// The columns of the terminal.
  public var width = 80

  /// An import into the reserve, with the usual folders.
  public init(path: String) { self.path = path }
}
