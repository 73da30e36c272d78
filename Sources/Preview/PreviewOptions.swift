package import Explaining
import Pipeline

/// What to preview, and how.
package struct PreviewOptions: Hashable, Sendable {
  /// A pack, a cadence, a date, an id, a file, `-`, or the address of a puzzle.
  package var subject: String
  /// The folder of the recipes.
  package var recipes = "Pipelines"
  /// The folder of the catalogue.
  package var state = ".almanac"
  /// The folder that gets `index.html`, if any.
  package var html: String?
  /// The folder that gets an SVG file for each puzzle, if any.
  package var svg: String?
  /// Whether boards are printed on the terminal; so they are when nothing else is asked for.
  package var isANSI = false
  /// Whether solutions are drawn, in SVG files and on the terminal.
  package var showsSolutions = false
  /// Whether SVG files do without region colours.
  package var isMono = false
  /// Boards on a printed page, one of `perPageChoices`; by size where it is not given.
  package var perPage: Int?
  /// The language of the sentences.
  package var language = HintLanguage.english
  /// The highest rule level to use, 1…13.
  package var highestLevel = 12
  /// The star quota, for notations that do not say.
  package var stars: Int?
  /// Whether the terminal shows colours.
  package var isColoured = false
  /// The columns of the terminal.
  package var width = 80
  /// Whether the result is one JSON object.
  package var isJSON = false

  /// A preview of something, with the usual folders.
  package init(subject: String) { self.subject = subject }

  /// How many boards a printed page can have.
  package static let perPageChoices = PreviewPage.perPage
}
