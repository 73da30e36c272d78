/// How a trace is printed, and how far it goes.
package struct TraceStyle: Hashable, Sendable {
  /// What comes out.
  package enum Form: Hashable, Sendable {
    /// Text for people, with boards.
    case text
    /// The app's list of `HintStep` as JSON, one line a puzzle.
    case hints
  }

  /// What comes out.
  package var form = Form.text
  /// The highest rule level to use, 1…13.
  package var highestLevel = 12
  /// The language of the sentences.
  package var language = HintLanguage.english
  /// Whether text uses ANSI colours.
  package var isColoured = false
  /// The columns that text fits into, as far as the board lets it.
  package var width = 80
  /// Whether every step gets boards of its own, or only every cycle.
  package var showsEveryStep = false

  /// Plain English text, 80 columns wide, to level 12.
  package init() {}

  /// The widths that text can be asked to have.
  package static let widths = 40...1000
}
