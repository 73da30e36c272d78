/// What to preview, and how.
public struct PreviewOptions: Hashable, Sendable {
  /// A pack, a cadence, a date, an id, a file, `-`, or the address of a puzzle.
  public var subject: String
  /// The folder of the recipes.
  public var recipes = "Pipelines"
  /// The folder of the catalogue.
  public var state = ".almanac"
  /// The folder that gets `index.html`, if any.
  public var html: String?
  /// The folder that gets an SVG file for each puzzle, if any.
  public var svg: String?
  /// Whether boards are printed on the terminal; so they are when nothing else is asked for.
  public var isANSI = false
  /// Whether solutions are drawn, in SVG files and on the terminal.
  public var showsSolutions = false
  /// Whether SVG files do without region colours.
  public var isMono = false
  /// Boards on a printed page, one of `perPageChoices`; by size where it is not given.
  public var perPage: Int?
  /// The language of the sentences.
  public var language = HintLanguage.english
  /// The highest rule level to use, 1…13.
  public var highestLevel = 12
  /// The star quota, for notations that do not say.
  public var stars: Int?
  /// Whether the terminal shows colours.
  public var isColoured = false
  /// The columns of the terminal.
  public var width = 80
  /// Whether the result is one JSON object.
  public var isJSON = false

  /// A preview of something, with the usual folders.
  public init(subject: String) { self.subject = subject }

  /// How many boards a printed page can have.
  public static let perPageChoices = PreviewPage.perPage
}
